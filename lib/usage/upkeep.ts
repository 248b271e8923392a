import type { Log } from '../log.ts'
import type { Store } from '../store/store.ts'
import type { RateLimiter } from './rate-limiter.ts'
import type { Recorder } from './recorder.ts'
import type { Statistics } from './statistics.ts'

/** What the upkeep works on. */
export interface UpkeepOptions {
  readonly store: Pick<Store, 'tidy'>
  readonly statistics: Pick<Statistics, 'checkpoint'>
  readonly recorder: Pick<Recorder, 'keepUp'>
  readonly limiter: RateLimiter | undefined
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
  readonly log: Log
}

const periodMs = 1_000
const tidySteps = 64
const silenceMs = 3_600_000

/**
 * Does between requests what would delay them: each second, writes the checkpoint, tidies the
 * store, reads what other processes have admitted, and removes expired entries. Does not keep the
 * process running. Returns a function that stops it and writes the last checkpoint, once an earlier
 * one is written; it never rejects.
 */
export function startUpkeep(options: UpkeepOptions): () => Promise<void> {
  const { store, recorder, limiter, now, log } = options
  const checkpoint = createCheckpoints(options)
  const seconds = setInterval(() => {
    attempt(store.tidy)
    void checkpoint()
  }, periodMs).unref()
  let stepping: NodeJS.Timeout | undefined
  let steps = 0
  let [known, silentUntil] = [0, -Infinity]
  // While there is more to do, requests are answered between the steps.
  const step = (): void => {
    const hasMore = attempt(() => recorder.keepUp()) === true
    const evicted = limiter?.windows.evicted ?? 0
    if (evicted > known && now() >= silentUntil) {
      const requests = evicted - known
      const message = 'There are more requests than can be counted: the oldest ones no longer count'
      log.warn(message, { requests })
      ;[known, silentUntil] = [evicted, now() + silenceMs]
    }
    // Many steps read or change the whole file, which must not stay in memory.
    if (hasMore && ++steps % tidySteps === 0) attempt(store.tidy)
    stepping = setTimeout(step, hasMore ? 0 : periodMs).unref()
  }
  if (limiter !== undefined) step()
  return () => {
    clearInterval(seconds)
    clearTimeout(stepping)
    return checkpoint(true)
  }
}

/**
 * Returns a function that writes a checkpoint, unless the last call still does; `isLast` waits for
 * that and writes another one. It never rejects. The first failure of a series is logged, and the
 * end of the series: on a full disk, every checkpoint fails.
 */
function createCheckpoints({ statistics, log }: UpkeepOptions) {
  let writing: Promise<void> | undefined
  let isFailing = false
  const write = async (isLast: boolean): Promise<void> => {
    try {
      await statistics.checkpoint(isLast)
      if (isFailing) log.warn('The checkpoint can be written again')
      isFailing = false
    } catch (error) {
      if (!isFailing) log.warn('The checkpoint cannot be written', { reason: String(error) })
      isFailing = true
    }
    writing = undefined
  }
  return async (isLast = false): Promise<void> => {
    if (isLast) await writing
    await (writing ??= write(isLast))
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
