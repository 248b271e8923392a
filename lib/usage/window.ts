import type { Records } from '../store/store.ts'
import type { State } from './state.ts'
import {
  addTimes,
  dropUntil,
  earlierKeyOf,
  formatRecord,
  fullBytes,
  hasLater,
  limitTo,
  mostTimes,
  noTimes,
  pageBytesOf,
  parseRecord,
  timeAt,
  timeBytes,
} from './window-record.ts'
import type { WindowRecord } from './window-record.ts'

/** The time of a transaction, and how long a request counts. */
export interface Span {
  readonly nowMs: number
  readonly windowMs: number
}

/**
 * The admitted requests of one client that count, within one transaction. A stored time that is
 * later than now counts as now.
 */
export class Window {
  readonly key: Buffer
  /** How many requests count. */
  count: number
  readonly #records: Records
  readonly #span: Span
  readonly #isNew: boolean
  readonly #stored: WindowRecord
  #isLate: boolean
  // The number of the first earlier record that has times that count, these times, and those of the
  // client's record. All times of the records between them count.
  #first: number
  #oldest = noTimes
  #newest: Buffer
  #added = 0

  /** `value` is the client's record. */
  constructor(records: Records, key: Buffer, value: Buffer | undefined, span: Span) {
    this.#records = records
    this.key = key
    this.#span = span
    this.#isNew = value === undefined
    const stored = parseRecord(value ?? noTimes)
    const { times, first, next } = stored
    this.#stored = stored
    this.#first = first
    this.#newest = times
    this.#isLate = hasLater(times, span.nowMs)
    if (!this.#isLate) this.#skipExpired()
    if (this.#isLate) this.#becomeNow()
    if (this.#first === next) this.#newest = this.#live(this.#newest)
    const between = Math.max(0, next - this.#first - 1)
    this.count = (this.#oldest.length + this.#newest.length) / timeBytes + between * mostTimes
  }

  /** Returns the time until a client with this limit has one request more than now. */
  remainingMs(limit: number): number {
    const { nowMs, windowMs } = this.#span
    const oldestMs = this.#timeAt(Math.max(0, this.count - limit))
    return Math.min(windowMs, Math.max(1, oldestMs + windowMs - nowMs))
  }

  /** Admits a request. */
  add(): void {
    this.#added++
    this.count++
  }

  /**
   * Writes what was admitted, and removes what has expired: only if something was admitted, or if
   * `isThorough`.
   */
  write(state: State, isThorough: boolean): void {
    const { times, first, next } = this.#stored
    const hasExpired = this.#first > first || this.#newest.length < times.length || this.count === 0
    if (this.#added === 0 && !this.#isLate && !(isThorough && hasExpired)) return
    this.#removeEarlier(this.#first)
    let newest = addTimes(this.#newest, this.#added, this.#span.nowMs)
    let last = next
    for (; newest.length > fullBytes; newest = newest.subarray(fullBytes)) {
      this.#records.put(earlierKeyOf(this.key, last++), newest.subarray(0, fullBytes))
    }
    const record = { times: newest, first: this.#first, next: last }
    if (!this.#isNew) this.#count(state, this.#stored, -1)
    const isEmpty = newest.length === 0 && record.first === last
    if (isEmpty) return this.#records.remove(this.key)
    this.#records.put(this.key, formatRecord(record))
    this.#count(state, record, 1)
  }

  /** Removes all records of the client. */
  remove(state: State): void {
    this.#removeEarlier(this.#stored.next)
    this.#records.remove(this.key)
    this.#count(state, this.#stored, -1)
  }

  #removeEarlier(end: number): void {
    for (let number = this.#stored.first; number < end; number++) {
      this.#records.remove(earlierKeyOf(this.key, number))
    }
  }

  #count(state: State, { times, first, next }: WindowRecord, sign: 1 | -1): void {
    const earlier = next - first
    const bytes = pageBytesOf(this.key, times.length) + earlier * pageBytesOf(this.key, fullBytes)
    // After damage, more may be removed than was counted.
    state.clients = Math.max(0, state.clients + sign)
    state.times = Math.max(0, state.times + sign * (times.length / timeBytes + earlier * mostTimes))
    state.bytes = Math.max(0, state.bytes + sign * bytes)
  }

  #skipExpired(): void {
    for (; this.#first < this.#stored.next; this.#first++) {
      const times = this.#readEarlier(this.#first)
      this.#isLate = hasLater(times, this.#span.nowMs)
      this.#oldest = this.#live(times)
      if (this.#isLate || this.#oldest.length > 0) return
    }
  }

  /** Makes one list of all times, the later ones as now. */
  #becomeNow(): void {
    const { first, next, times } = this.#stored
    const earlier = Array.from({ length: next - first }, (_, at) => this.#readEarlier(first + at))
    this.#newest = limitTo(Buffer.concat([...earlier, times]), this.#span.nowMs)
    this.#oldest = noTimes
    this.#first = next
  }

  /** Reads an earlier record. A damaged one has no time. */
  #readEarlier(number: number): Buffer {
    const bytes = this.#records.get(earlierKeyOf(this.key, number))
    return bytes?.length === fullBytes ? bytes : noTimes
  }

  /** Returns the time at an index. An added request has that of now, and a damaged one, too. */
  #timeAt(index: number): number {
    const { next } = this.#stored
    let [times, at] = [this.#oldest, index]
    for (let number = Math.min(this.#first + 1, next); at >= times.length / timeBytes; number++) {
      if (number > next) return this.#span.nowMs
      at -= times.length / timeBytes
      times = number === next ? this.#newest : this.#readEarlier(number)
    }
    return timeAt(times, at)
  }

  #live(times: Buffer): Buffer {
    return dropUntil(times, this.#span.nowMs - this.#span.windowMs)
  }
}
