import { randomBytes } from 'node:crypto'
import type { Log } from '../log.ts'
import { writeCheckpoint } from '../store/checkpoint.ts'
import type { Checkpoint } from '../store/checkpoint.ts'
import { StartError } from '../start-error.ts'
import type { Records, Store } from '../store/store.ts'
import { beginJournal, idBytes, readState, writeState } from './journal.ts'
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
  /** The checkpoint as it was at the start. */
  readonly saved: Checkpoint | undefined
  readonly log: Log
}

/**
 * Opens the statistics of a store. The totals continue from the larger of journal and checkpoint.
 * Throws a StartError if the store cannot be written.
 */
export function openStatistics(options: StatisticsOptions): Statistics {
  const { store, folder, bootId, saved } = options
  let known: Totals = { uses: saved?.uses ?? 0, characters: saved?.characters ?? 0 }
  let written = saved?.boot === bootId ? saved : undefined
  const read = (records: Records): JournalState =>
    readState(records) ??
    beginJournal(records, randomBytes(idBytes).toString('latin1'), known)
  try {
    raiseTotals(options, read, known)
  } catch (error) {
    throw new StartError(`DATA_DIR=${folder} cannot be used: ${String(error)}`)
  }
  return {
    read,
    async checkpoint(isLast = false) {
      const totals = store.transact(read).totals
      known = totals
      const isWritten =
        totals.uses === written?.uses && totals.characters === written.characters
      if (isWritten && !isLast) return
      const checkpoint = { boot: bootId, ...totals }
      await writeCheckpoint(folder, checkpoint, store.alone)
      written = checkpoint
    },
  }
}

/** Raises the totals of the journal to those of the checkpoint, where they are lower. */
function raiseTotals(
  { store, log }: StatisticsOptions,
  read: Statistics['read'],
  checkpoint: Totals,
): void {
  const journal = store.transact((records) => {
    const state = read(records)
    const { totals } = state
    const uses = Math.max(totals.uses, checkpoint.uses)
    const characters = Math.max(totals.characters, checkpoint.characters)
    if (uses === totals.uses && characters === totals.characters) return undefined
    state.totals = { uses, characters }
    writeState(records, state)
    return totals
  })
  if (journal === undefined) return
  log.warn('The totals in live.mdb were below those in checkpoint.json, and have been raised', {
    journalUses: journal.uses,
    journalCharacters: journal.characters,
    checkpointUses: checkpoint.uses,
    checkpointCharacters: checkpoint.characters,
  })
}
