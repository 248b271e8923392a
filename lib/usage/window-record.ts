import { hashOf, kinds } from './state.ts'

// A client has one record: the times of its admitted requests, oldest first. If there are more than
// `mostTimes`, the record has the newest ones. The earlier ones are in numbered records of that
// length, and their numbers are at the end of the first record.

/** Milliseconds of the monotonic clock. */
export const timeBytes = 6

/** The most times of a record: to write a longer one costs more than the rest of a request. */
export const mostTimes = 1024

/** The length of an earlier record. */
export const fullBytes = mostTimes * timeBytes

const nameAt = 3
const numberBytes = 4
const endBytes = 2 * numberBytes

// More than the highest limit needs. Only a damaged record has more.
const mostEarlier = 1000

/** The times of no request. */
export const noTimes: Buffer = Buffer.alloc(0)

/** A client's record as it is stored. */
export interface WindowRecord {
  readonly times: Buffer
  /** The numbers of the first earlier record, and of the next one. Equal if there is none. */
  readonly first: number
  readonly next: number
}

/** Returns the key of a client's record. The hash before the name separates neighbours. */
export function keyOf(client: string): Buffer {
  const key = Buffer.allocUnsafe(nameAt + client.length)
  key[0] = kinds.newest
  for (let at = 0; at < client.length; at++) key[nameAt + at] = client.charCodeAt(at)
  key.writeUInt16BE(hashOf(key, key.length, nameAt) & 0xffff, 1)
  return key
}

/** Returns the name of the client whose record has this key. */
export function clientOf(key: Buffer): string {
  return key.toString('latin1', nameAt)
}

/** Returns the key of the earlier record with this number. */
export function earlierKeyOf(key: Buffer, number: number): Buffer {
  const earlier = Buffer.allocUnsafe(key.length + numberBytes)
  key.copy(earlier)
  earlier[0] = kinds.earlier
  earlier.writeUInt32BE(number, key.length)
  return earlier
}

/** Parses a record. What a damaged one does not contain is left out. */
export function parseRecord(value: Buffer): WindowRecord {
  const rest = value.length % timeBytes
  const end = value.length - (rest === endBytes % timeBytes ? endBytes : rest)
  if (end < 0 || value.length - end < endBytes) {
    return { times: value.subarray(0, Math.max(0, end)), first: 0, next: 0 }
  }
  const [first, next] = [value.readUInt32LE(end), value.readUInt32LE(end + numberBytes)]
  const isSound = next > first && next - first <= mostEarlier
  return { times: value.subarray(0, end), first: isSound ? first : 0, next: isSound ? next : 0 }
}

/** Formats a record. */
export function formatRecord({ times, first, next }: WindowRecord): Buffer {
  if (first === next) return times
  const value = Buffer.allocUnsafe(times.length + endBytes)
  times.copy(value)
  value.writeUInt32LE(next, value.writeUInt32LE(first, times.length))
  return value
}

/** Returns times with one more as often as `added`. */
export function addTimes(times: Buffer, added: number, timeMs: number): Buffer {
  const more = Buffer.allocUnsafe(times.length + added * timeBytes)
  times.copy(more)
  for (let at = times.length; at < more.length; at += timeBytes) {
    more.writeUIntLE(timeMs, at, timeBytes)
  }
  return more
}

/** Returns the time at an index, which is read faster than by the methods of a buffer. */
export function timeAt(times: Buffer, index: number): number {
  const at = index * timeBytes
  const low = byteAt(times, at) | (byteAt(times, at + 1) << 8) | (byteAt(times, at + 2) << 16)
  const high = byteAt(times, at + 3) | (byteAt(times, at + 4) << 8) | (byteAt(times, at + 5) << 16)
  return high * 2 ** 24 + low
}

function byteAt(bytes: Buffer, at: number): number {
  return bytes[at] ?? 0
}

/** Returns the times without the leading ones that are not after `sinceMs`. */
export function dropUntil(times: Buffer, sinceMs: number): Buffer {
  const count = times.length / timeBytes
  let dropped = 0
  while (dropped < count && timeAt(times, dropped) <= sinceMs) dropped++
  return dropped === 0 ? times : times.subarray(dropped * timeBytes)
}

/** Returns whether one of the times is later than `nowMs`. In damaged records, it can be any. */
export function hasLater(times: Buffer, nowMs: number): boolean {
  const count = times.length / timeBytes
  for (let index = 0; index < count; index++) if (timeAt(times, index) > nowMs) return true
  return false
}

/** Returns the times, those after `nowMs` as `nowMs`. */
export function limitTo(times: Buffer, nowMs: number): Buffer {
  const limited = Buffer.from(times)
  for (let index = 0; index < times.length / timeBytes; index++) {
    const timeMs = Math.min(nowMs, timeAt(times, index))
    limited.writeUIntLE(timeMs, index * timeBytes, timeBytes)
  }
  return limited
}

const pageBytes = 4096
const pageHeadBytes = 16
const nodeBytes = 10
const longestNodeBytes = 2038

/** Returns how many bytes of pages LMDB needs for a record. Longer ones have pages of their own. */
export function pageBytesOf(key: Buffer, valueBytes: number): number {
  const bytes = nodeBytes + key.length + valueBytes
  if (bytes <= longestNodeBytes) return bytes
  const pages = Math.ceil((pageHeadBytes + valueBytes) / pageBytes)
  return nodeBytes + key.length + 8 + pageBytes * pages
}
