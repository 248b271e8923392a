import type { Records } from '../store/store.ts'
import { hashOf, isOver, windowKind } from './state.ts'
import type { Bounds, State } from './state.ts'

// A client has one record: the times of its admitted requests, oldest first. A stored time that is
// later than now counts as now.

/** The time of a transaction, and how long a request counts. */
export interface Span {
  readonly nowMs: number
  readonly windowMs: number
}

/** The keys of all windows are from the first of these on, and before the second. */
export const windowKeys = [Buffer.from([windowKind]), Buffer.from([windowKind + 1])] as const

const nameAt = 3

/** Returns the key of a client's record. The hash before the name separates neighbours. */
export function keyOf(client: string): Buffer {
  const key = Buffer.allocUnsafe(nameAt + client.length)
  key[0] = windowKind
  for (let at = 0; at < client.length; at++) key[nameAt + at] = client.charCodeAt(at)
  key.writeUInt16BE(hashOf(key, key.length, nameAt) & 0xffff, 1)
  return key
}

/** The admitted requests of one client that count, within one transaction. */
export class ClientWindow {
  /** How many requests count. */
  count: number
  readonly #key: Buffer
  readonly #stored: Buffer | undefined
  readonly #span: Span
  /** The stored times that count. */
  readonly #times: Buffer
  /** Whether a stored time was later than now. */
  readonly #isLate: boolean
  #added = 0

  /** `stored` is the client's record. */
  constructor(key: Buffer, stored: Buffer | undefined, span: Span) {
    const { nowMs, windowMs } = span
    const all = stored ?? noTimes
    // A damaged record may end anywhere.
    const end = Math.floor(all.length / timeBytes)
    let first = 0
    while (first < end && timeAt(all, first) <= nowMs - windowMs) first++
    const times = all.subarray(first * timeBytes, end * timeBytes)
    this.#key = key
    this.#stored = stored
    this.#span = span
    this.#isLate = hasLater(times, nowMs)
    this.#times = this.#isLate ? limitTo(times, nowMs) : times
    this.count = end - first
  }

  /** Returns the time until a client with this limit has one request more than now. */
  remainingMs(limit: number): number {
    const { nowMs, windowMs } = this.#span
    const at = Math.max(0, this.count - limit)
    const isStored = at < this.count - this.#added
    const oldestMs = isStored ? timeAt(this.#times, at) : nowMs
    return Math.min(windowMs, Math.max(1, oldestMs + windowMs - nowMs))
  }

  /** Admits a request. */
  add(): void {
    this.#added++
    this.count++
  }

  /**
   * Writes what was admitted, without what has expired: only if something was admitted, a time was
   * later than now, or `isThorough`.
   */
  write(records: Records, state: State, isThorough: boolean): void {
    const { length } = this.#times
    const hasExpired = length === 0 || length !== this.#stored?.length
    if (this.#added === 0 && !this.#isLate && !(isThorough && hasExpired)) return
    const times = Buffer.allocUnsafe(length + this.#added * timeBytes)
    this.#times.copy(times)
    for (let at = length; at < times.length; at += timeBytes) {
      times.writeUIntLE(this.#span.nowMs, at, timeBytes)
    }
    if (this.#stored !== undefined) addTo(state, this.#key, this.#stored, -1)
    if (times.length === 0) return records.remove(this.#key)
    records.put(this.#key, times)
    addTo(state, this.#key, times, 1)
  }
}

/**
 * Removes windows while there are too many, beginning anywhere, at most 1,024: LMDB keeps what a
 * transaction writes in memory. Returns how many.
 */
export function evict(
  records: Records,
  state: State,
  bounds: Bounds,
  random: (end: number) => number,
): number {
  if (!isOver(state, bounds)) return 0
  const [first, end] = windowKeys
  const anywhere = Buffer.from([windowKind, 0, 0])
  anywhere.writeUInt16BE(random(2 ** 16), 1)
  let evicted = 0
  const isDone = (): boolean => evicted === mostEvicted || !isOver(state, bounds)
  const evictFrom = (start: Buffer, before: Buffer): void => {
    while (!isDone()) {
      const found = records.range(start, before, evictedAtOnce)
      if (found.length === 0) return
      for (const { key, value } of found) {
        if (isDone()) return
        records.remove(key)
        addTo(state, key, value, -1)
        evicted++
      }
    }
  }
  evictFrom(anywhere, end)
  evictFrom(first, anywhere)
  // All windows are gone. Only damage can make the state count more of them.
  if (!isDone()) Object.assign(state, { clients: 0, times: 0, bytes: 0 })
  return evicted
}

const mostEvicted = 1_024
const evictedAtOnce = 32

/** Milliseconds of the monotonic clock. */
const timeBytes = 6

const noTimes = Buffer.alloc(0)

/** Returns the time at an index, which is read faster than by the methods of a buffer. */
function timeAt(times: Buffer, index: number): number {
  const at = index * timeBytes
  const low = byteAt(times, at) | (byteAt(times, at + 1) << 8) | (byteAt(times, at + 2) << 16)
  const high = byteAt(times, at + 3) | (byteAt(times, at + 4) << 8) | (byteAt(times, at + 5) << 16)
  return high * 2 ** 24 + low
}

function byteAt(bytes: Buffer, at: number): number {
  return bytes[at] ?? 0
}

/** Returns whether one of the times is later than `nowMs`. In a damaged record, it can be any. */
function hasLater(times: Buffer, nowMs: number): boolean {
  const count = times.length / timeBytes
  for (let index = 0; index < count; index++) if (timeAt(times, index) > nowMs) return true
  return false
}

/** Returns the times, those after `nowMs` as `nowMs`. */
function limitTo(times: Buffer, nowMs: number): Buffer {
  const limited = Buffer.from(times)
  for (let at = 0; at < times.length; at += timeBytes) {
    limited.writeUIntLE(Math.min(nowMs, timeAt(times, at / timeBytes)), at, timeBytes)
  }
  return limited
}

const pageBytes = 4096
const pageHeadBytes = 16
const nodeBytes = 10
const longestNodeBytes = 2038

/** Returns how many bytes of pages LMDB needs for a record. Longer ones have pages of their own. */
function pageBytesOf(key: Buffer, times: Buffer): number {
  const bytes = nodeBytes + key.length + times.length
  if (bytes <= longestNodeBytes) return bytes
  const pages = Math.ceil((pageHeadBytes + times.length) / pageBytes)
  return nodeBytes + key.length + 8 + pageBytes * pages
}

/** Counts a record, or no longer. After damage, more may be removed than was counted. */
function addTo(state: State, key: Buffer, times: Buffer, sign: 1 | -1): void {
  const count = Math.floor(times.length / timeBytes)
  state.clients = Math.max(0, state.clients + sign)
  state.times = Math.max(0, state.times + sign * count)
  state.bytes = Math.max(0, state.bytes + sign * pageBytesOf(key, times))
}
