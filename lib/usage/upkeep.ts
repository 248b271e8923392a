import type { Store } from '../store/store.ts'
import type { RateLimiter } from './rate-limiter.ts'

/** What is kept small. */
export interface UpkeepOptions {
  readonly store: Store
  readonly limiter: RateLimiter | undefined
  /** Whole milliseconds of the limiter's clock. */
  readonly now: () => number
}

/** The work beside the requests. */
export interface Upkeep {
  stop(): void
}

const tidyMs = 60_000
const sweepMs = 1_000

/**
 * Does beside the requests what keeps the store small: removes expired windows, and each minute
 * what processes left behind that were killed while reading. It lets the process end.
 */
export function startUpkeep({ store, limiter, now }: UpkeepOptions): Upkeep {
  const tidying = setInterval(attempt, tidyMs, store.tidy).unref()
  let sweeping: NodeJS.Timeout | undefined
  // One step after the other, and requests in between, while there is more to do.
  const sweep = (swept: RateLimiter): void => {
    const hasMore = attempt(() => store.transact((records) => swept.sweep(records, now())))
    sweeping = setTimeout(sweep, hasMore === true ? 0 : sweepMs, swept).unref()
  }
  if (limiter !== undefined) sweep(limiter)
  return {
    stop() {
      clearInterval(tidying)
      clearTimeout(sweeping)
    },
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
