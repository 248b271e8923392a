import { randomBytes } from 'node:crypto'
import { writeCheckpoint } from '../store/checkpoint.ts'
import type { Checkpoint } from '../store/checkpoint.ts'
import { StartError } from '../start-error.ts'
import type { Records, Store } from '../store/store.ts'
import { beginJournal, idBytes, readState } from './journal.ts'
import type { JournalState, Totals } from './journal.ts'

export type { Totals } from './journal.ts'

/** The totals of all processes that share a data folder. */
export interface Statistics {
  /** Reads the state of the journal, inside a transaction; it begins one where there is none. */
  read(records: Records): JournalState
  /**
   * Writes the totals to the checkpoint file where they have changed since the last time; as the
   * last one in any case, because another folder may have come into the place of the first.
   */
  checkpoint(isLast?: boolean): Promise<void>
}

/** Where the totals are kept, and where they are kept once more for a reboot. */
export interface StatisticsOptions {
  readonly store: Store
  readonly folder: string
  readonly bootId: string
  /** What the checkpoint file said at the start: the totals where the store has none. */
  readonly saved: Checkpoint | undefined
}

/** Opens the statistics that the store keeps. Throws a StartError where it cannot be written. */
export function openStatistics(options: StatisticsOptions): Statistics {
  const { store, folder, bootId, saved } = options
  let known: Totals = { uses: saved?.uses ?? 0, characters: saved?.characters ?? 0 }
  let written = saved?.boot === bootId ? saved.uses : -1
  const read = (records: Records): JournalState =>
    readState(records) ??
    beginJournal(records, randomBytes(idBytes).toString('latin1'), known)
  try {
    store.transact(read)
  } catch (error) {
    throw new StartError(`DATA_DIR=${folder} cannot be used: ${String(error)}`)
  }
  return {
    read,
    async checkpoint(isLast = false) {
      known = store.transact(read).totals
      if (known.uses === written && !isLast) return
      await writeCheckpoint(folder, { boot: bootId, ...known }, store.alone)
      written = known.uses
    },
  }
}
