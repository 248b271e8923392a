import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { StartError } from '../start-error.ts'
import { writeCheckpoint } from '../store/checkpoint.ts'
import type { Checkpoint } from '../store/checkpoint.ts'
import type { Records, Store } from '../store/store.ts'
import { beginJournal, idBytes, probeKey, readState, writeState } from './journal.ts'
import type { JournalState, Totals } from './journal.ts'

export type { Totals } from './journal.ts'

/** The totals of all processes that share a data folder. */
export interface Statistics {
  /** Reads the state of the journal inside a transaction, and begins a journal if there is none. */
  read(records: Records): JournalState
  /**
   * Writes the checkpoint if the totals have changed. `isLast` writes it in any case, because
   * another folder may have taken the place of the first.
   */
  checkpoint(isLast?: boolean): Promise<void>
}

/** Where the totals are kept: in the store, and in a checkpoint that outlives a reboot. */
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
    readState(records) ?? beginJournal(records, randomBytes(idBytes).toString('latin1'), known)
  try {
    raiseTotals(options, read, known)
  } catch (error) {
    throw new StartError(`DATA_DIR=${folder} cannot be used: ${String(error)}`)
  }
  return {
    read,
    async checkpoint(isLast = false) {
      const { uses, characters } = store.transact(read).totals
      known = { uses, characters }
      const hasChanged = uses !== written?.uses || characters !== written.characters
      if (!hasChanged && !isLast) return
      const checkpoint = { boot: bootId, ...known }
      await writeCheckpoint(folder, checkpoint, store.alone)
      written = checkpoint
    },
  }
}

/** Raises the totals of the journal to those of the checkpoint if they are lower, and logs it. */
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

/** A loop that writes all checkpoints of a process. */
export interface CheckpointLoop {
  /** Writes the last checkpoint. Never rejects. */
  stop(): Promise<void>
}

/** What is written, and how often. */
export interface CheckpointLoopOptions {
  readonly statistics: Pick<Statistics, 'checkpoint'>
  /** The time from the start of one checkpoint to the next; longer if writing takes longer. */
  readonly periodMs: number
  readonly log: Log
}

/** Starts to write a checkpoint in each period. The loop does not keep the process running. */
export function startCheckpointLoop(options: CheckpointLoopOptions): CheckpointLoop {
  const stopping = new AbortController()
  const ended = writeCheckpoints(options, stopping.signal)
  return {
    stop() {
      stopping.abort()
      return ended
    },
  }
}

async function writeCheckpoints(
  { statistics, periodMs, log }: CheckpointLoopOptions,
  signal: AbortSignal,
): Promise<void> {
  let isFailing = false
  let isLast = false
  for (let dueMs = performance.now() + periodMs; !isLast; ) {
    const restMs = Math.max(0, dueMs - performance.now())
    await wait(restMs, undefined, { ref: false, signal }).catch(() => {})
    isLast = signal.aborted
    dueMs = performance.now() + periodMs
    try {
      await statistics.checkpoint(isLast)
      if (isFailing) log.warn('The checkpoint can be written again')
      isFailing = false
    } catch (error) {
      // A full disk fails every second: only the first failure of a series is logged, and its end.
      if (!isFailing) log.warn('The checkpoint cannot be written', { reason: String(error) })
      isFailing = true
    }
  }
}

/** Writes a small record for the health check. Throws if the store cannot be written. */
export function probeStore(store: Store): void {
  // Even on a full disk, so small a record may fit.
  store.assertHealthy()
  store.transact((records) => records.put(probeKey, Buffer.from([1])))
}
