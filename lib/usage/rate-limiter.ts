import { randomFillSync } from 'node:crypto'
import type { Records } from '../store/store.ts'
import { Follower, usualSteps } from './follower.ts'
import { fileBytesOf } from './journal.ts'
import type { JournalState } from './journal.ts'
import { Windows } from './windows.ts'
import type { WindowSettings } from './windows.ts'

/** How many requests a client may make, and for how many clients that is known. */
export type RateLimitSettings = Pick<WindowSettings, 'limit' | 'windowMs' | 'maxClients'>

// As many as come in an hour at 2,778 requests a second.
const usualEntries = 10_000_000

/** Plans what is kept for a limit: as many entries as fit into `recordBytes` of the store. */
export function planWindows(
  rateLimit: RateLimitSettings,
  nameBytes: number,
  recordBytes: number,
): WindowSettings {
  const { limit, maxClients } = rateLimit
  const wanted = Math.min(maxClients * limit, Math.max(10 * maxClients, usualEntries))
  const maxEntries = Math.min(wanted, Math.floor(recordBytes / fileBytesOf(nameBytes)))
  const seeds = randomFillSync(new Int32Array(256 * (nameBytes + 1)))
  return { ...rateLimit, maxEntries, nameBytes, seeds }
}

/** The limiter's decision on one request. */
export interface Admission {
  readonly isAdmitted: boolean
  /** How many requests the client has left. */
  readonly remaining: number
  /** The time until one more request would be admitted; for a refused request, when to retry. */
  readonly resetMs: number
}

/**
 * A sliding window log: a request at time t is admitted if fewer than `limit` admitted requests of
 * its client are in (t − windowMs, t]. Times are whole milliseconds of a monotonic clock that all
 * processes of the machine share. Admitted requests are kept in the journal, and in memory as far
 * as the journal has been read. Memory changes only with what is committed.
 */
export class RateLimiter {
  readonly #limit: number
  readonly #windows: Windows
  readonly #follower: Follower
  #reserved: number[] = []
  #reservedAt = 0
  // Names of clients, each after its length in one byte.
  #names = Buffer.alloc(4096)

  /** `windows` must be empty. */
  constructor(settings: WindowSettings, steps = usualSteps, windows = new Windows(settings)) {
    this.#limit = settings.limit
    this.#windows = windows
    this.#follower = new Follower(windows, steps)
  }

  /** How many entries have been removed before they expired, since the start. */
  get evicted(): number {
    return this.#windows.evicted
  }

  /** Returns the refusal of a client that is known to be at its limit, without a transaction. */
  recall(client: string, now: number): Admission | undefined {
    this.#writeName(client, 0)
    const row = this.#windows.find(this.#names, 0, now)
    const isAdmitted = this.#windows.countOf(row) < this.#limit
    return isAdmitted ? undefined : this.#describe(row, isAdmitted, now)
  }

  /**
   * Reads, inside a transaction, some thousand entries of the journal that memory does not have.
   * Returns whether that was all: only then may `admit` be called.
   */
  follow(records: Records, state: JournalState, now: number): boolean {
    this.discard()
    return this.#follower.follow(records, state, now)
  }

  /**
   * Decides on one request of each client, in order, and adds the admitted ones to the journal. The
   * caller must then call `commit` or `discard`; if the transaction runs again, it calls `follow`.
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

  /** Keeps what was admitted: it is committed. */
  commit(): void {
    this.#windows.append(this.#reserved, this.#reservedAt)
    this.#reserved = []
  }

  /** Forgets what was admitted: it is not committed. */
  discard(): void {
    for (const row of this.#reserved) this.#windows.cancel(row)
    this.#reserved = []
  }

  /** Removes a step of entries that have expired or are too many: see `Follower.trim`. */
  trim(records: Records, state: JournalState, now: number, requests: number): boolean {
    return this.#follower.trim(records, state, now, requests)
  }

  #describe(row: number, isAdmitted: boolean, now: number): Admission {
    const remaining = Math.max(0, this.#limit - this.#windows.countOf(row))
    return { isAdmitted, remaining, resetMs: this.#windows.remainingMs(row, now) }
  }

  /** Writes a name after its length, and returns where it ends. */
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
