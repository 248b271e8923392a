import type { Records } from '../store/store.ts'
import { mostEntries, readEntries, timeBytes, writeEntries } from './journal.ts'
import type { JournalState } from './journal.ts'
import { Windows } from './windows.ts'
import type { WindowSettings } from './windows.ts'

/** How many requests a client may make, and for how many clients that is known. */
export interface RateLimitSettings {
  /** Requests that a client may make in a window; 0 switches the limit off. */
  readonly limit: number
  readonly windowMs: number
  /** Windows kept at most; beyond that the oldest entries go, until there is one less. */
  readonly maxClients: number
}

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
export interface RateLimiter {
  /** The refusal of a client that cannot be free yet, from memory, without a transaction. */
  recall(client: string, now: number): Admission | undefined
  /**
   * Reads, inside a transaction, what the journal has and memory has not: some thousand entries at
   * most. Returns whether that was all; only then may `admit` be asked.
   */
  follow(records: Records, state: JournalState, now: number): boolean
  /**
   * Decides on one request of each client named, in order, and adds those that it admits to the
   * journal. `commit` or `discard` follows; where the transaction runs again, `follow` does.
   */
  admit(
    records: Records,
    state: JournalState,
    clients: readonly string[],
    now: number,
  ): Admission[]
  /** What was admitted is committed. */
  commit(): void
  /** Nothing of what was admitted is. */
  discard(): void
  /**
   * Lets go of entries that have expired, or are too many, and inside a transaction of the records
   * that hold no others; `requests` tells how many come with it, 0 where there is time. Returns
   * whether there may be more. What it does to memory is right without the transaction, too.
   */
  trim(records: Records, state: JournalState, now: number, requests: number): boolean
  /** How many entries had to go before they expired, since the start. */
  readonly evicted: number
}

/** How much is done at once. */
export interface Steps {
  /** Entries and records that are read in one transaction: 2,048 take about 2 ms. */
  readonly read: number
  /** Entries that memory lets go beside requests; eight times as many where there are none. */
  readonly shrink: number
  /** Entries that have to go from the journal before it is touched for them beside requests. */
  readonly trim: number
}

const usualSteps: Steps = { read: 2048, shrink: 256, trim: 1024 }

/** Creates the limiter, with nothing in memory; `windows` are empty. */
export function createRateLimiter(
  settings: WindowSettings,
  steps: Steps = usualSteps,
  windows = new Windows(settings),
): RateLimiter {
  return new JournalLimiter(settings, steps, windows)
}

// Each may have many entries.
const mostRead = 64
const mostTrimmed = 256

class JournalLimiter implements RateLimiter {
  readonly #settings: WindowSettings
  readonly #steps: Steps
  readonly #windows: Windows
  #journal = ''
  // Records before this place have been removed.
  #trimmedTo = 0
  #reserved: number[] = []
  #reservedAt = 0
  #bytes = Buffer.alloc(4096)

  constructor(settings: WindowSettings, steps: Steps, windows: Windows) {
    this.#settings = settings
    this.#steps = steps
    this.#windows = windows
  }

  get evicted(): number {
    return this.#windows.evicted
  }

  recall(client: string, now: number): Admission | undefined {
    this.#writeName(client, 0)
    const row = this.#windows.find(this.#bytes, 0, now)
    const isAdmitted = this.#windows.countOf(row) < this.#settings.limit
    return isAdmitted ? undefined : this.#describe(row, isAdmitted, now)
  }

  follow(records: Records, state: JournalState, now: number): boolean {
    this.discard()
    const windows = this.#windows
    if (state.id !== this.#journal || state.next < windows.next) {
      this.#journal = state.id
      this.#trimmedTo = 0
      this.#restart(state)
    }
    // Others have removed all that memory has, and perhaps what it has not read yet.
    if (state.first >= windows.next && windows.next > windows.first) this.#restart(state)
    windows.forgetBefore(state.first)
    let left = this.#steps.read
    while (windows.next < state.next) {
      if (left <= 0) return false
      const { next } = windows
      for (const record of readEntries(records, next, Math.min(left, mostRead))) {
        const { place, count } = record
        left -= 1 + count
        // A damaged record is as good as none.
        if (place < windows.next || place + count > state.next) continue
        windows.read(place, record.timeMs, record.names, now)
        // It must not count as now for ever.
        if (record.timeMs > now) writeEntries(records, place, now, record.bytes)
      }
      if (windows.next === next) windows.skip(state.next)
    }
    return true
  }

  #restart({ first }: JournalState): void {
    // It may stand in the middle of its record.
    this.#windows.restart(Math.max(0, first - mostEntries), first)
  }

  admit(
    records: Records,
    state: JournalState,
    clients: readonly string[],
    now: number,
  ): Admission[] {
    this.#reservedAt = now
    const admissions: Admission[] = []
    let end = timeBytes
    let count = 0
    const write = (): void => {
      if (count > 0) writeEntries(records, state.next, now, this.#bytes.subarray(0, end))
      state.next += count
      end = timeBytes
      count = 0
    }
    for (const client of clients) {
      const after = this.#writeName(client, end)
      const found = this.#windows.find(this.#bytes, end, now)
      const isAdmitted = this.#windows.countOf(found) < this.#settings.limit
      const row = isAdmitted ? this.#windows.reserve(found) : found
      admissions.push(this.#describe(row, isAdmitted, now))
      if (!isAdmitted) continue
      this.#reserved.push(row)
      end = after
      if (++count === mostEntries) write()
    }
    write()
    return admissions
  }

  commit(): void {
    this.#windows.append(this.#reserved, this.#reservedAt)
    this.#reserved = []
  }

  discard(): void {
    for (const row of this.#reserved) this.#windows.cancel(row)
    this.#reserved = []
  }

  trim(records: Records, state: JournalState, now: number, requests: number): boolean {
    const { shrink, trim } = this.#steps
    const hasTime = requests === 0
    const hasMore = this.#windows.shrink(now, hasTime ? 8 * shrink : shrink + 2 * requests)
    state.first = Math.max(state.first, this.#windows.first)
    if (state.first - this.#trimmedTo < (hasTime ? 1 : trim)) return hasMore
    const most = hasTime ? mostTrimmed : mostTrimmed / 16
    const found = readEntries(records, 0, most)
    const gone = found.filter(({ place, count }) => place + count <= state.first)
    for (const { key } of gone) records.remove(key)
    const isAll = gone.length < most
    const last = gone.at(-1)
    this.#trimmedTo = isAll || last === undefined ? state.first : last.place + last.count
    return hasMore || !isAll
  }

  #describe(row: number, isAdmitted: boolean, now: number): Admission {
    const remaining = Math.max(0, this.#settings.limit - this.#windows.countOf(row))
    return { isAdmitted, remaining, resetMs: this.#windows.remainingMs(row, now) }
  }

  /** Writes a name as the journal has it, its length before it; returns where it ends. */
  #writeName(client: string, start: number): number {
    const { length } = client
    const end = start + 1 + length
    if (end > this.#bytes.length) {
      const longer = Buffer.alloc(2 * end)
      longer.set(this.#bytes)
      this.#bytes = longer
    }
    this.#bytes[start] = length
    for (let index = 0; index < length; index++) {
      this.#bytes[start + 1 + index] = client.charCodeAt(index)
    }
    return end
  }
}
