import type { Records } from '../store/store.ts'
import type { State } from './state.ts'
import {
  dropUntil,
  earlierKeyOf,
  formatRecord,
  isLater,
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

const fullBytes = mostTimes * timeBytes

/**
 * The admitted requests of one client that count, within one transaction. A stored time that is
 * later than now counts as now.
 */
export class Window {
  /** How many requests count. */
  count: number
  readonly key: Buffer
  readonly #records: Records
  readonly #span: Span
  readonly #isNew: boolean
  readonly #stored: WindowRecord
  readonly #isLate: boolean
  /** The times of the client's record that count. */
  #times: Buffer
  /** The number of the first earlier record with times that count, and these times. */
  #first: number
  #oldest = noTimes
  #added = 0

  /** `value` is what is stored for `key`. */
  constructor(records: Records, key: Buffer, value: Buffer | undefined, span: Span) {
    this.#records = records
    this.key = key
    this.#span = span
    this.#isNew = value === undefined
    const stored = parseRecord(value ?? noTimes)
    this.#stored = stored
    this.#isLate = isLater(stored.times, span.nowMs)
    this.#first = stored.first
    if (stored.first < stored.next) this.#skipExpired()
    this.#times = this.#first < stored.next ? this.#limited(stored.times) : this.#live(stored.times)
    const between = Math.max(0, stored.next - this.#first - 1)
    this.count = (this.#oldest.length + this.#times.length) / timeBytes + between * mostTimes
  }

  /** Whether what is stored has times that have expired, or has none that counts. */
  get hasExpired(): boolean {
    const { times, first } = this.#stored
    return this.count === 0 || this.#times.length < times.length || this.#first > first
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

  /** Writes what has changed: new requests, and those that counted as later than now. */
  writeChanges(state: State): void {
    if (this.#added > 0 || this.#isLate) this.write(state)
  }

  /** Writes the requests that count, and removes the others. */
  write(state: State): void {
    const { nowMs } = this.#span
    const key = this.key
    const { first, next } = this.#stored
    let last = next
    let times = formatRecord({ times: this.#times, first: 0, next: 0 }, this.#added, nowMs)
    for (; times.length > fullBytes; times = times.subarray(fullBytes)) {
      this.#records.put(earlierKeyOf(key, last++), times.subarray(0, fullBytes))
    }
    for (let number = first; number < next; number++) this.#writeEarlier(number)
    const record = { times, first: this.#first, next: last }
    const isEmpty = times.length === 0 && record.first === last
    const value = isEmpty ? undefined : record.first === last ? times : formatRecord(record, 0, 0)
    if (value === undefined) this.#records.remove(key)
    else this.#records.put(key, value)
    this.#count(state, this.#stored, this.#isNew, -1)
    this.#count(state, record, isEmpty, 1)
  }

  /** Removes all records of the client. */
  remove(state: State): void {
    const { first, next } = this.#stored
    for (let number = first; number < next; number++) {
      this.#records.remove(earlierKeyOf(this.key, number))
    }
    this.#records.remove(this.key)
    this.#count(state, this.#stored, this.#isNew, -1)
  }

  /** Adds the records of this client to a state, or takes them away from it. */
  #count(state: State, { times, first, next }: WindowRecord, isMissing: boolean, sign: 1 | -1): void {
    if (isMissing) return
    const earlier = next - first
    const bytes = pageBytesOf(this.key, times.length) + earlier * pageBytesOf(this.key, fullBytes)
    // Damage can make them lower than they are.
    state.clients = Math.max(0, state.clients + sign)
    state.times = Math.max(0, state.times + sign * (times.length / timeBytes + earlier * mostTimes))
    state.bytes = Math.max(0, state.bytes + sign * bytes)
  }

  #writeEarlier(number: number): void {
    const key = earlierKeyOf(this.key, number)
    if (number < this.#first) this.#records.remove(key)
    else if (this.#isLate) this.#records.put(key, this.#limited(this.#readEarlier(number)))
  }

  #skipExpired(): void {
    for (; this.#first < this.#stored.next; this.#first++) {
      this.#oldest = this.#live(this.#readEarlier(this.#first))
      if (this.#oldest.length > 0) return
    }
  }

  /** Reads an earlier record. A damaged one has no time. */
  #readEarlier(number: number): Buffer {
    const bytes = this.#records.get(earlierKeyOf(this.key, number))
    return bytes?.length === fullBytes ? bytes : noTimes
  }

  #timeAt(index: number): number {
    const oldest = this.#oldest.length / timeBytes
    if (index < oldest) return timeAt(this.#oldest, index)
    let at = index - oldest
    for (let number = this.#first + 1; number < this.#stored.next; number++) {
      if (at < mostTimes) return this.#timeIn(this.#limited(this.#readEarlier(number)), at)
      at -= mostTimes
    }
    return this.#timeIn(this.#times, at)
  }

  /** Returns the time at an index; that of an added request, or of a damaged record, is now. */
  #timeIn(times: Buffer, index: number): number {
    return index < times.length / timeBytes ? timeAt(times, index) : this.#span.nowMs
  }

  #limited(times: Buffer): Buffer {
    return this.#isLate ? limitTo(times, this.#span.nowMs) : times
  }

  #live(times: Buffer): Buffer {
    const { nowMs, windowMs } = this.#span
    return dropUntil(this.#limited(times), nowMs - windowMs)
  }
}
