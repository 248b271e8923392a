import type { Log } from '../log.ts'

const periodMs = 60_000

/** The most clients that are counted in a period: a flood must not fill the memory. */
const mostClients = 10_000

/** Counts refused requests, and logs them: at most one line a minute, only if there were any. */
export class Refusals {
  /** How many requests were refused since the start. */
  requests = 0
  /** How many clients were refused since the start, each counted once for each line of the log. */
  clients = 0
  readonly #log: Log
  readonly #period = new Set<string>()
  #periodRequests = 0
  #timer: NodeJS.Timeout | undefined

  constructor(log: Log) {
    this.#log = log
  }

  /** Counts a refused request of a client. */
  add(client: string): void {
    this.requests++
    this.#periodRequests++
    this.#timer ??= setTimeout(() => this.flush(), periodMs).unref()
    if (this.#period.size === mostClients || this.#period.has(client)) return
    this.#period.add(client)
    this.clients++
  }

  /** Logs the refusals since the last line, if there were any. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#periodRequests === 0) return
    const { size } = this.#period
    const clients = size === mostClients ? `${size} or more` : size
    this.#log.info('Requests over the limit were refused', {
      requests: this.#periodRequests,
      clients,
    })
    this.#periodRequests = 0
    this.#period.clear()
  }
}
