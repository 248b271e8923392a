import type { Log } from '../log.ts'
import type { Records, Store } from '../store/store.ts'
import { writeState } from './journal.ts'
import type { RateLimiter } from './rate-limiter.ts'
import type { Statistics } from './statistics.ts'

/** What is kept up, and by which clock. */
export interface UpkeepOptions {
  readonly store: Store
  readonly statistics: Pick<Statistics, 'read'>
  readonly limiter: RateLimiter | undefined
  /** Whole milliseconds of the limiter's clock. */
  readonly now: () => number
  readonly log: Log
}

/** The work beside the requests. */
export interface Upkeep {
  stop(): void
}

const tidyMs = 1_000
const stepMs = 1_000
const tidySteps = 64
const silenceMs = 3_600_000

/**
 * Does beside the requests what would delay them: each second it reads what other processes have
 * admitted, and lets go what has expired, and tidies the store. It lets the process end.
 */
export function startUpkeep({ store, statistics, limiter, now, log }: UpkeepOptions): Upkeep {
  const tidying = setInterval(attempt, tidyMs, store.tidy).unref()
  let stepping: NodeJS.Timeout | undefined
  const warn = createOverflowWarning(log)
  let steps = 0
  // One step after the other, and requests in between, while there is more to do.
  const step = (kept: RateLimiter): void => {
    const hasMore = attempt(() =>
      store.transact((records) => keepUp(records, statistics, kept, now())),
    )
    warn(kept.evicted, now())
    // A start reads the whole file, and where much has to go, all of it is written.
    if (hasMore === true && ++steps % tidySteps === 0) attempt(store.tidy)
    stepping = setTimeout(step, hasMore === true ? 0 : stepMs, kept).unref()
  }
  if (limiter !== undefined) step(limiter)
  return {
    stop() {
      clearInterval(tidying)
      clearTimeout(stepping)
    },
  }
}

/** Does a step of what would delay requests, and returns whether there is more. */
export function keepUp(
  records: Records,
  statistics: Pick<Statistics, 'read'>,
  limiter: RateLimiter,
  now: number,
): boolean {
  const state = statistics.read(records)
  const { first } = state
  if (!limiter.follow(records, state, now)) return true
  const hasMore = limiter.trim(records, state, now, 0)
  if (state.first !== first) writeState(records, state)
  return hasMore
}

/** Says, once an hour at most, that requests do not count any more which have not expired. */
function createOverflowWarning(log: Log): (evicted: number, now: number) => void {
  let known = 0
  let silentUntil = -Infinity
  return (evicted, now) => {
    if (evicted === known || now < silentUntil) return
    log.warn('More requests come than can be counted: the oldest ones count no more', {
      requests: evicted - known,
    })
    known = evicted
    silentUntil = now + silenceMs
  }
}

/** What work returns. Where it fails the store has logged it, and the next turn tries again. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
