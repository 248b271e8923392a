import type { Log } from '../log.ts'
import type { Checkpoint } from '../store/checkpoint.ts'
import type { Records, Store } from '../store/store.ts'
import { withState } from './state.ts'
import type { State, Totals } from './state.ts'

export type { Totals } from './state.ts'

/** Where the totals are kept: in the store, and in a checkpoint that outlives a reboot. */
export interface StatisticsOptions {
  readonly store: Store
  readonly bootId: string
  /** The checkpoint as it was when the store was opened. */
  readonly saved: Checkpoint | undefined
  readonly log: Log
}

/** The totals of all processes that share a data folder. */
export type Statistics = ReturnType<typeof openStatistics>

/**
 * Opens the statistics of a store. The totals continue from the larger of records and checkpoint.
 * Throws if the store cannot be written.
 */
export function openStatistics({ store, bootId, saved, log }: StatisticsOptions) {
  let known: Totals = { uses: saved?.uses ?? 0, characters: saved?.characters ?? 0 }
  let written = saved?.boot === bootId ? saved : undefined
  let latest: State = { clients: 0, times: 0, bytes: 0, totals: known }
  const transact = <Result>(work: (records: Records, state: State) => Result): Result => {
    const [result, state] = store.transact((records) => withState(records, known, work))
    latest = state
    return result
  }
  const lower = transact((_records, state) => raise(state, known))
  if (lower !== undefined) {
    log.warn('The totals in live.mdb were below those in checkpoint.json, and have been raised', {
      storedUses: lower.uses,
      storedCharacters: lower.characters,
      checkpointUses: known.uses,
      checkpointCharacters: known.characters,
      hint: 'nothing to do if checkpoint.json was restored; totals never go down',
    })
  }
  return {
    /**
     * Runs `work` on the records and their state in one transaction, and writes the state if it has
     * changed. `work` may run again.
     */
    transact,
    /** Returns the state as this process has last seen it, at most a second ago. */
    latest: () => latest,
    /**
     * Writes the checkpoint if the totals have changed. `isLast` writes it in any case, because
     * another folder may have taken the place of the first.
     */
    async checkpoint(isLast = false) {
      known = transact((_records, state) => state.totals)
      const { uses, characters } = known
      if (uses === written?.uses && characters === written.characters && !isLast) return
      const checkpoint = { boot: bootId, ...known }
      await store.save(checkpoint)
      written = checkpoint
    },
  }
}

/** Raises totals to those of a checkpoint, and returns the lower ones; `undefined` if none was. */
function raise(state: State, checkpoint: Totals): Totals | undefined {
  const { totals } = state
  const uses = Math.max(totals.uses, checkpoint.uses)
  const characters = Math.max(totals.characters, checkpoint.characters)
  state.totals = { uses, characters }
  return uses === totals.uses && characters === totals.characters ? undefined : totals
}
