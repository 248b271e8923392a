import type { Records, Store } from '../store/store.ts'
import { writeState } from './journal-state.ts'
import type { Admission, RateLimiter } from './rate-limiter.ts'
import type { Statistics, Totals } from './statistics.ts'

/** The result of recording a request. */
export interface Recorded {
  /** `undefined` if there is no limit. */
  readonly admission: Admission | undefined
  /** The totals, including this request and those recorded with it. */
  readonly totals: Totals
}

/** What a recorder works on. */
export interface RecorderOptions {
  readonly store: Pick<Store, 'transact'>
  readonly statistics: Pick<Statistics, 'read'>
  /** Without a limiter, every request is admitted. */
  readonly limiter: RateLimiter | undefined
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
 * transaction, and settles them after the commit: answered means recorded. If the journal has grown
 * a lot, a turn reads only a part of it, and the requests wait for the next turn.
 */
export class Recorder {
  readonly #options: RecorderOptions
  readonly #flush = (): void => this.flush()
  #waiting: Recording[] = []

  constructor(options: RecorderOptions) {
    this.#options = options
  }

  /**
   * Records a request of a client, and adds `adds` to the statistics if it is admitted. Calls
   * `settle`, which must not throw, after the commit: with `undefined` if that failed.
   */
  record(client: string, adds: Totals, settle: Recording['settle']): void {
    this.#waiting.push({ client, adds, settle })
    if (this.#waiting.length === 1) this.#options.defer(this.#flush)
  }

  /** Records waiting requests now, unless much of the journal must be read first. */
  flush(): void {
    const requests = this.#waiting
    this.#waiting = []
    for (let start = 0; start < requests.length; start += mostPerCommit) {
      if (this.#settle(requests.slice(start, start + mostPerCommit))) continue
      this.#waiting = requests.slice(start)
      return this.#options.defer(this.#flush)
    }
  }

  /**
   * Reads and removes a step of the journal although no request waits. Returns whether there is
   * more to do. Throws if the store cannot be written.
   */
  keepUp(): boolean {
    const { store } = this.#options
    return store.transact((records) => this.#decide(records, [])?.hasMore ?? true)
  }

  /** Records and settles a batch. Returns false if it has to wait. */
  #settle(batch: readonly Recording[]): boolean {
    const { store, limiter } = this.#options
    let outcome: Outcome | undefined
    try {
      outcome = store.transact((records) => this.#decide(records, batch))
    } catch {
      limiter?.discard()
      for (const request of batch) request.settle(undefined)
      return true
    }
    if (outcome === undefined) return false
    limiter?.commit()
    const { admissions, totals } = outcome
    batch.forEach((request, index) => request.settle({ admission: admissions?.[index], totals }))
    return true
  }

  // Keeps nothing between two calls, because the transaction may run again.
  #decide(records: Records, batch: readonly Recording[]): Outcome | undefined {
    const { limiter, statistics, now: readNow } = this.#options
    // Read inside the transaction: times that another process has stored must not be later.
    const now = readNow()
    const state = statistics.read(records)
    const { first, next, totals } = state
    if (limiter?.follow(records, state, now) === false) return undefined
    const hasMore = limiter?.trim(records, state, batch.length === 0) ?? false
    const clients = batch.map((request) => request.client)
    const admissions = limiter?.admit(records, state, clients, now)
    let { uses, characters } = totals
    batch.forEach(({ adds }, index) => {
      if (admissions?.[index]?.isAdmitted === false) return
      uses += adds.uses
      characters += adds.characters
    })
    if (uses !== totals.uses) state.totals = { uses, characters }
    const hasChanged = state.first !== first || state.next !== next || state.totals !== totals
    if (hasChanged) writeState(records, state)
    return { admissions, totals: state.totals, hasMore }
  }
}

interface Outcome {
  readonly admissions: readonly Admission[] | undefined
  readonly totals: Totals
  /** Whether more of the journal can be removed. */
  readonly hasMore: boolean
}
