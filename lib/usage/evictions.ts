import type { Log } from '../log.ts'

const periodMs = 60_000

/** Counts windows that were removed before they had expired, and logs them once a minute. */
export class Evictions {
  /** How many there were since the start. */
  windows = 0
  readonly #log: Log
  #logged = 0
  #timer: NodeJS.Timeout | undefined

  constructor(log: Log) {
    this.#log = log
  }

  add(windows: number): void {
    if (windows === 0) return
    this.windows += windows
    this.#timer ??= setTimeout(() => this.flush(), periodMs).unref()
  }

  /** Logs those since the last line, if there were any. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const windows = this.windows - this.#logged
    if (windows === 0) return
    this.#logged = this.windows
    const message = 'There are too many clients or requests: the windows of some no longer count'
    this.#log.warn(message, { windows })
  }
}
