import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../log.ts'
import type { Statistics } from './statistics.ts'

/** The loop that writes all checkpoints of a process. */
export interface CheckpointLoop {
  /** Writes the last checkpoint; no other one follows. Never rejects. */
  stop(): Promise<void>
}

/** What is written, and how often. */
export interface CheckpointLoopOptions {
  readonly statistics: Pick<Statistics, 'checkpoint'>
  /** A checkpoint begins so long after the one before it, and not before that one is written. */
  readonly periodMs: number
  readonly log: Log
}

/** Writes a checkpoint in each period, one after the other. It lets the process end. */
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
  let dueMs = performance.now() + periodMs
  for (let isLast = false; !isLast; ) {
    isLast = await waitUntil(dueMs, signal)
    dueMs = performance.now() + periodMs
    try {
      await statistics.checkpoint(isLast)
      if (isFailing) log.warn('The checkpoint can be written again')
      isFailing = false
    } catch (error) {
      // A full disk fails every second: only the first time is worth a line, and the end.
      if (!isFailing) log.warn('The checkpoint cannot be written', { reason: String(error) })
      isFailing = true
    }
  }
}

/** Resolves at a time of `performance.now()`, or once it is stopped; to whether it is. */
async function waitUntil(dueMs: number, signal: AbortSignal): Promise<boolean> {
  const restMs = Math.max(0, dueMs - performance.now())
  await wait(restMs, undefined, { ref: false, signal }).catch(() => {})
  return signal.aborted
}
