import type { Records } from '../store/store.ts'
import { Follower, usualSteps } from './follower.ts'
import type { JournalState } from './journal.ts'
import type { WindowSettings } from './limit-settings.ts'
import { Windows } from './windows.ts'

export type { RateLimitSettings } from './limit-settings.ts'

/** What the limiter says of one request. */
export interface Admission {
  readonly isAdmitted: boolean
  /** Requests that the client has left. */
  readonly remaining: number
  /** Until one more request would be admitted: for a refused request, when to retry. */
  readonly resetMs: number
}

/**
 * A sliding window log: a request at time t is admitted when fewer than `limit` admitted requests
 * of its client lie in (t − windowMs, t]. Times are whole milliseconds of a clock that all
 * processes of the machine share and that never steps. What was admitted is kept in the journal,
 * and in memory as far as it has been followed there; memory changes only with what is committed.
 */
export class RateLimiter {
  readonly #limit: number
  readonly #windows: Windows
  readonly #follower: Follower
  #reserved: number[] = []
  #reservedAt = 0
  // Names as the journal has them.
  #names = Buffer.alloc(4096)

  /** Nothing is in memory yet: `windows` are empty. */
  constructor(
    settings: WindowSettings,
    steps = usualSteps,
    windows = new Windows(settings),
  ) {
    this.#limit = settings.limit
    this.#windows = windows
    this.#follower = new Follower(windows, steps)
  }

  /** How many entries had to go before they expired, since the start. */
  get evicted(): number {
    return this.#windows.evicted
  }

  /** The refusal of a client that cannot be free yet, from memory, without a transaction. */
  recall(client: string, now: number): Admission | undefined {
    this.#writeName(client, 0)
    const row = this.#windows.find(this.#names, 0, now)
    const isAdmitted = this.#windows.countOf(row) < this.#limit
    return isAdmitted ? undefined : this.#describe(row, isAdmitted, now)
  }

  /**
   * Reads, inside a transaction, what the journal has and memory has not: some thousand entries at
   * most. Returns whether that was all; only then may `admit` be asked.
   */
  follow(records: Records, state: JournalState, now: number): boolean {
    this.discard()
    return this.#follower.follow(records, state, now)
  }

  /**
   * Decides on one request of each client named, in order, and adds those that it admits to the
   * journal. `commit` or `discard` follows; where the transaction runs again, `follow` does.
   */
  admit(
    records: Records,
    state: JournalState,
    clients: readonly string[],
    now: number,
  ): Admission[] {
    this.#reservedAt = now
    let end = 0
    const admissions = clients.map((client) => {
      const after = this.#writeName(client, end)
      const found = this.#windows.find(this.#names, end, now)
      const isAdmitted = this.#windows.countOf(found) < this.#limit
      const row = isAdmitted ? this.#windows.reserve(found) : found
      if (isAdmitted) {
        this.#reserved.push(row)
        end = after
      }
      return this.#describe(row, isAdmitted, now)
    })
    if (end > 0) this.#follower.add(records, state, now, this.#names.subarray(0, end))
    return admissions
  }

  /** What was admitted is committed. */
  commit(): void {
    this.#windows.append(this.#reserved, this.#reservedAt)
    this.#reserved = []
  }

  /** Nothing of what was admitted is. */
  discard(): void {
    for (const row of this.#reserved) this.#windows.cancel(row)
    this.#reserved = []
  }

  /**
   * Lets go of entries that have expired, or are too many, and inside a transaction of the blocks
   * that hold no others; `requests` tells how many come with it, 0 where there is time. Returns
   * whether there may be more. What it does to memory is right without the transaction, too.
   */
  trim(records: Records, state: JournalState, now: number, requests: number): boolean {
    return this.#follower.trim(records, state, now, requests)
  }

  #describe(row: number, isAdmitted: boolean, now: number): Admission {
    const remaining = Math.max(0, this.#limit - this.#windows.countOf(row))
    return { isAdmitted, remaining, resetMs: this.#windows.remainingMs(row, now) }
  }

  /** Writes a name, its length before it; returns where it ends. */
  #writeName(client: string, start: number): number {
    const { length } = client
    const end = start + 1 + length
    if (end > this.#names.length) this.#names = Buffer.concat([this.#names], 2 * end)
    this.#names[start] = length
    for (let index = 0; index < length; index++) {
      this.#names[start + 1 + index] = client.charCodeAt(index)
    }
    return end
  }
}
