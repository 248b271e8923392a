import type { Store } from '../store/store.ts'
import type { Admission, RateLimiter } from './rate-limiter.ts'
import type { Statistics, Totals } from './statistics.ts'
import type { Evictions } from './upkeep.ts'

/** The result of recording a request. */
export interface Recorded {
  /** `undefined` if there is no limit. */
  readonly admission: Admission | undefined
  /** The totals, including this request and those recorded with it. */
  readonly totals: Totals
}

/** What a recorder works on. */
export interface RecorderOptions {
  readonly store: Pick<Store, 'assertSaved'>
  readonly statistics: Pick<Statistics, 'transact'>
  /** Without a limiter, every request is admitted. */
  readonly limiter: RateLimiter | undefined
  readonly evictions: Evictions
  /** Whole milliseconds of the limiter's clock. */
  readonly now: () => number
  /** Calls back when the current turn of the event loop is over. */
  readonly defer: (callback: () => void) => void
}

interface Recording {
  readonly client: string
  readonly adds: Totals
  readonly settle: (result: Recorded | undefined) => void
}

// Other processes wait for the commit.
const mostPerCommit = 512

/**
 * Records the admissions and the statistics of all requests of one event-loop turn in one
 * transaction, and settles them after the commit: answered means recorded.
 */
export class Recorder {
  readonly #options: RecorderOptions
  #waiting: Recording[] = []

  constructor(options: RecorderOptions) {
    this.#options = options
  }

  /**
   * Records a request of a client, and adds `adds` to the statistics if it is admitted. Calls
   * `settle`, which must not throw, after the commit: with `undefined` if that failed.
   */
  record(client: string, adds: Totals, settle: Recording['settle'] = () => {}): void {
    this.#waiting.push({ client, adds, settle })
    if (this.#waiting.length === 1) this.#options.defer(() => this.flush())
  }

  /** Records waiting requests now. */
  flush(): void {
    const requests = this.#waiting
    this.#waiting = []
    for (let start = 0; start < requests.length; start += mostPerCommit) {
      this.#settle(requests.slice(start, start + mostPerCommit))
    }
  }

  #settle(batch: readonly Recording[]): void {
    const clients = batch.map(({ client }) => client)
    const outcome = this.#transact(batch, clients)
    if (outcome === undefined) return batch.forEach(({ settle }) => settle(undefined))
    // Memory changes only now, because the transaction may fail or run again.
    const { admissions, totals, nowMs, evicted } = outcome
    this.#options.limiter?.remember(clients, admissions, nowMs)
    this.#options.evictions.windows += evicted
    batch.forEach(({ settle }, index) => settle({ admission: admissions[index], totals }))
  }

  /** Returns what is committed; `undefined` if that failed. */
  #transact(batch: readonly Recording[], clients: readonly string[]): Outcome | undefined {
    const { store, statistics, limiter, now } = this.#options
    try {
      // Otherwise a reboot would lose what was answered.
      store.assertSaved()
      return statistics.transact((records, state) => {
        // Read inside the transaction: times that another process has stored must not be later.
        const nowMs = now()
        const decided = limiter?.admit(records, state, clients, nowMs)
        const { admissions, evicted } = decided ?? { admissions: [], evicted: 0 }
        let { uses, characters } = state.totals
        batch.forEach(({ adds }, index) => {
          if (admissions[index]?.isAdmitted === false) return
          uses += adds.uses
          characters += adds.characters
        })
        state.totals = { uses, characters }
        return { admissions, totals: state.totals, nowMs, evicted }
      })
    } catch {
      // The store logs it.
      return undefined
    }
  }
}

interface Outcome {
  readonly admissions: readonly Admission[]
  readonly totals: Totals
  readonly nowMs: number
  readonly evicted: number
}
