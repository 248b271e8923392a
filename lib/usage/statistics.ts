import { randomBytes } from 'node:crypto'
import type { Log } from '../log.ts'
import { writeCheckpoint } from '../store/checkpoint.ts'
import type { Checkpoint } from '../store/checkpoint.ts'
import type { Records, Store } from '../store/store.ts'
import { beginJournal, idBytes, readState, writeState } from './journal-state.ts'
import type { JournalState, Totals } from './journal-state.ts'

export type { Totals } from './journal-state.ts'

/** Where the totals are kept: in the store, and in a checkpoint that outlives a reboot. */
export interface StatisticsOptions {
  readonly store: Store
  readonly folder: string
  readonly bootId: string
  /** The checkpoint as it was at the start. */
  readonly saved: Checkpoint | undefined
  readonly log: Log
}

/** The totals of all processes that share a data folder. */
export type Statistics = ReturnType<typeof openStatistics>

/**
 * Opens the statistics of a store. The totals continue from the larger of journal and checkpoint.
 * Throws if the store cannot be written.
 */
export function openStatistics({ store, folder, bootId, saved, log }: StatisticsOptions) {
  let known: Totals = { uses: saved?.uses ?? 0, characters: saved?.characters ?? 0 }
  let written = saved?.boot === bootId ? saved : undefined
  const read = (records: Records): JournalState =>
    readState(records) ?? beginJournal(records, randomBytes(idBytes).toString('latin1'), known)
  const lower = raise(store, read, known)
  if (lower !== undefined) {
    log.warn('The totals in live.mdb were below those in checkpoint.json, and have been raised', {
      journalUses: lower.uses,
      journalCharacters: lower.characters,
      checkpointUses: known.uses,
      checkpointCharacters: known.characters,
    })
  }
  return {
    /** Reads the state of the journal inside a transaction, and begins one if there is none. */
    read,
    /**
     * Writes the checkpoint if the totals have changed. `isLast` writes it in any case, because
     * another folder may have taken the place of the first.
     */
    async checkpoint(isLast = false) {
      known = store.transact(read).totals
      const { uses, characters } = known
      if (uses === written?.uses && characters === written.characters && !isLast) return
      const checkpoint = { boot: bootId, ...known }
      await writeCheckpoint(folder, checkpoint, store.alone)
      written = checkpoint
    },
  }
}

/**
 * Raises the totals of the journal to those of the checkpoint, and returns the totals that were
 * lower; `undefined` if none was.
 */
function raise(store: Store, read: Statistics['read'], checkpoint: Totals): Totals | undefined {
  return store.transact((records) => {
    const state = read(records)
    const { totals } = state
    const uses = Math.max(totals.uses, checkpoint.uses)
    const characters = Math.max(totals.characters, checkpoint.characters)
    if (uses === totals.uses && characters === totals.characters) return undefined
    writeState(records, { ...state, totals: { uses, characters } })
    return totals
  })
}
