import type { Log } from '../log.ts'
import type { Store } from '../store/store.ts'
import type { Statistics } from './statistics.ts'
import { sweep, sweepStart } from './sweep.ts'

/** How many windows were removed since the start because there are too many. */
export interface Evictions {
  windows: number
}

/** What the upkeep works on. */
export interface UpkeepOptions {
  readonly store: Pick<Store, 'tidy'>
  readonly statistics: Pick<Statistics, 'checkpoint' | 'transact'>
  readonly windowMs: number
  readonly evictions: Evictions
  /** Whole milliseconds of the limiter's clock. */
  readonly now: () => number
  readonly log: Log
}

const periodMs = 1_000
const silenceMs = 60_000

/**
 * Does between requests what would delay them: each second, writes the checkpoint and tidies the
 * store; in steps, removes what has expired; once a minute, logs evictions. Does not keep the
 * process running. Returns a function that stops it and writes the last checkpoint, once an earlier
 * one is written, and resolves to whether that succeeded.
 */
export function startUpkeep(options: UpkeepOptions): () => Promise<boolean> {
  const checkpoint = createCheckpoints(options)
  const logEvictions = createEvictionLog(options)
  const seconds = setInterval(() => {
    attempt(options.store.tidy)
    logEvictions()
    void checkpoint()
  }, periodMs).unref()
  const stopSweep = startSweep(options)
  return () => {
    clearInterval(seconds)
    stopSweep()
    return checkpoint(true)
  }
}

/** Sweeps the records in steps, and returns a function that stops it. */
function startSweep({ statistics, windowMs, now }: UpkeepOptions): () => void {
  let position = sweepStart
  const step = (): void => {
    const done = attempt(() =>
      statistics.transact((records, state) =>
        sweep(records, state, position, now(), windowMs, () => performance.now()),
      ),
    )
    // After the commit: the transaction may fail, or run again.
    if (done !== undefined) position = done.position
    timer = setTimeout(step, done?.waitMs ?? periodMs).unref()
  }
  let timer = setTimeout(step, periodMs).unref()
  return () => clearTimeout(timer)
}

/** Returns a function that logs evictions, if there were any since the last line. */
function createEvictionLog({ evictions, now, log }: UpkeepOptions): () => void {
  let [logged, silentUntilMs] = [0, -Infinity]
  return () => {
    const windows = evictions.windows - logged
    if (windows === 0 || now() < silentUntilMs) return
    const message = 'There are too many clients or requests: the windows of some no longer count'
    const hint = 'raise MAX_CLIENTS, if the memory allows it, or block clients in the web server'
    log.warn(message, { windows, hint })
    ;[logged, silentUntilMs] = [evictions.windows, now() + silenceMs]
  }
}

/**
 * Returns a function that writes a checkpoint, unless the last call still does; `isLast` waits for
 * that and writes another one. Resolves to whether it was written. The store logs the first failure
 * of a series; here is only logged that the last one failed.
 */
function createCheckpoints({ statistics, log }: UpkeepOptions) {
  let writing: Promise<boolean> | undefined
  const write = async (isLast: boolean): Promise<boolean> => {
    try {
      await statistics.checkpoint(isLast)
      return true
    } catch (error) {
      if (isLast) log.error('The last totals could not be saved', { reason: String(error), hint })
      return false
    } finally {
      writing = undefined
    }
  }
  return async (isLast = false): Promise<boolean> => {
    if (isLast) await writing
    return (writing ??= write(isLast))
  }
}

const hint = 'they are in live.mdb alone: make DATA_DIR writable, and start before a reboot'

/** Returns the result of work. A failure is logged by the store, and the next step tries again. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
