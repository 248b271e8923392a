import type { Log } from '../log.ts'
import type { Records, Store } from '../store/store.ts'
import { writeState } from './journal.ts'
import type { RateLimiter } from './rate-limiter.ts'
import type { Statistics } from './statistics.ts'

/** What the upkeep works on. */
export interface UpkeepOptions {
  readonly store: Store
  readonly statistics: Pick<Statistics, 'read'>
  readonly limiter: RateLimiter | undefined
  /** Whole milliseconds of the limiter's clock. */
  readonly now: () => number
  readonly log: Log
}

/** The work between requests. */
export interface Upkeep {
  stop(): void
}

const tidyMs = 1_000
const stepMs = 1_000
const tidySteps = 64
const silenceMs = 3_600_000

/**
 * Does between requests what would delay them: each second, reads what other processes have
 * admitted, removes expired entries, and tidies the store. Does not keep the process running.
 */
export function startUpkeep({ store, statistics, limiter, now, log }: UpkeepOptions): Upkeep {
  const tidying = setInterval(attempt, tidyMs, store.tidy).unref()
  let stepping: NodeJS.Timeout | undefined
  const warn = createOverflowWarning(log)
  let steps = 0
  // While there is more to do, requests are answered between the steps.
  const step = (kept: RateLimiter): void => {
    const hasMore = attempt(() =>
      store.transact((records) => keepUp(records, statistics, kept, now())),
    )
    warn(kept.evicted, now())
    // Many steps read or change the whole file, which must not stay in memory.
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

/** Does one step of the upkeep of a limiter, and returns whether there is more to do. */
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

/** Logs, at most once an hour, that requests no longer count although they have not expired. */
function createOverflowWarning(log: Log): (evicted: number, now: number) => void {
  let known = 0
  let silentUntil = -Infinity
  return (evicted, now) => {
    if (evicted === known || now < silentUntil) return
    log.warn('There are more requests than can be counted: the oldest ones no longer count', {
      requests: evicted - known,
    })
    known = evicted
    silentUntil = now + silenceMs
  }
}

/** Returns the result of work. A failure is logged by the store, and the next step tries again. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
