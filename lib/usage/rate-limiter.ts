import type { Records } from '../store/store.ts'
import { keyOf, recordKinds } from './keys.ts'

export interface RateLimitSettings {
  /** Requests that a client may make in a window; 0 switches the limit off. */
  readonly limit: number
  readonly windowMs: number
  /** Windows kept at most; beyond that the one kept longest goes. */
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
 * processes of the machine share and that never steps.
 */
export interface RateLimiter {
  /** Decides on one request of each client named, in order, inside a transaction. */
  admit(records: Records, clients: readonly string[], now: number): Admission[]
  /** Remembers a refusal once it is committed: nothing can free the client any earlier. */
  remember(client: string, admission: Admission, now: number): void
  /** The refusal of a client that cannot be free yet, from memory, without a transaction. */
  recall(client: string, now: number): Admission | undefined
  /**
   * Removes windows that have expired, a hundred at most, inside a transaction. Returns whether
   * there may be more.
   */
  sweep(records: Records, now: number): boolean
}

const mostRemembered = 10_000

/** Creates the limiter; everything that must last is in the records that it is given. */
export function createRateLimiter(settings: RateLimitSettings): RateLimiter {
  const { windowMs, maxClients } = settings
  const freeTimes = new Map<string, number>()
  return {
    admit(records, clients, now) {
      const windows = new Map<string, Window>()
      const newcomers: string[] = []
      const admissions = clients.map((client) => {
        let window = windows.get(client)
        if (window === undefined) {
          window = readWindow(records, client, now, windowMs)
          windows.set(client, window)
          if (window.isNew) newcomers.push(client)
        }
        return admitOne(window, now, settings)
      })
      const removed = enqueue(records, newcomers, now, maxClients)
      // Only what stays is written: a batch may hold more newcomers than there are windows.
      for (const [client, { key, times, hasChanged }] of windows) {
        if (hasChanged && !removed.has(client)) records.put(key, times)
      }
      return admissions
    },
    remember(client, { resetMs }, now) {
      freeTimes.delete(client)
      freeTimes.set(client, now + resetMs)
      if (freeTimes.size <= mostRemembered) return
      const [oldest = ''] = freeTimes.keys()
      freeTimes.delete(oldest)
    },
    recall(client, now) {
      const freeAt = freeTimes.get(client)
      if (freeAt === undefined || freeAt <= now) return undefined
      return { isAdmitted: false, remaining: 0, resetMs: freeAt - now }
    },
    sweep: (records, now) => sweepQueue(records, now, windowMs),
  }
}

/** The admitted requests of a client that are still in its window. */
interface Window {
  readonly key: Buffer
  /** Their times as they are stored, oldest first. */
  times: Buffer
  readonly isNew: boolean
  hasChanged: boolean
}

function admitOne(
  window: Window,
  now: number,
  { limit, windowMs }: RateLimitSettings,
): Admission {
  const isAdmitted = countTimes(window.times) < limit
  if (isAdmitted) {
    window.times = appendTime(window.times, now)
    window.hasChanged = true
  }
  const { times } = window
  const count = countTimes(times)
  // Where the limit has been lowered, more than one request has to leave before another fits.
  const next = timeAt(times, Math.max(0, count - limit))
  return { isAdmitted, remaining: Math.max(0, limit - count), resetMs: next + windowMs - now }
}

function readWindow(records: Records, client: string, now: number, windowMs: number): Window {
  const key = windowKey(client)
  const stored = records.get(key)
  if (stored === undefined) return { key, times: noTimes, isNew: true, hasChanged: false }
  // A damaged window must not keep the requests of others from being recorded.
  if (!isWindow(stored)) return { key, times: noTimes, isNew: false, hasChanged: true }
  const count = countTimes(stored)
  let first = 0
  while (first < count && timeAt(stored, first) <= now - windowMs) first++
  // A time to come counts as now, and is stored as such: it must not count as now for ever.
  const hasTimesToCome = first < count && timeAt(stored, count - 1) > now
  if (first === 0 && !hasTimesToCome) return { key, times: stored, isNew: false, hasChanged: false }
  const kept: number[] = []
  for (let at = first; at < count; at++) kept.push(Math.min(timeAt(stored, at), now))
  return { key, times: formatTimes(kept), isNew: false, hasChanged: hasTimesToCome }
}

// A window is stored as the first time (6 bytes) and the distance of each to it (4 bytes each).
const baseBytes = 6
const offsetBytes = 4
const noTimes: Buffer = Buffer.alloc(0)

function isWindow(bytes: Buffer): boolean {
  if (bytes.length <= baseBytes || (bytes.length - baseBytes) % offsetBytes !== 0) return false
  let before = 0
  for (let at = baseBytes; at < bytes.length; at += offsetBytes) {
    const offset = bytes.readUInt32LE(at)
    if (offset < before || (at === baseBytes && offset !== 0)) return false
    before = offset
  }
  return true
}

function countTimes(times: Buffer): number {
  return times.length === 0 ? 0 : (times.length - baseBytes) / offsetBytes
}

function timeAt(times: Buffer, index: number): number {
  return times.readUIntLE(0, baseBytes) + times.readUInt32LE(baseBytes + offsetBytes * index)
}

function formatTimes(times: readonly number[]): Buffer {
  const [base] = times
  if (base === undefined) return noTimes
  const bytes = Buffer.allocUnsafe(baseBytes + offsetBytes * times.length)
  bytes.writeUIntLE(base, 0, baseBytes)
  times.forEach((time, index) => bytes.writeUInt32LE(time - base, baseBytes + offsetBytes * index))
  return bytes
}

function appendTime(times: Buffer, time: number): Buffer {
  if (times.length === 0) return formatTimes([time])
  const longer = Buffer.allocUnsafe(times.length + offsetBytes)
  longer.set(times)
  longer.writeUInt32LE(time - times.readUIntLE(0, baseBytes), times.length)
  return longer
}

const windowPrefix = keyOf('window').toString('latin1')

function windowKey(client: string): Buffer {
  return Buffer.from(windowPrefix + client, 'latin1')
}

const queueStart = keyOf('queue')
const queueEnd = keyOf('queueState')
const queueState = keyOf('queueState')

function queueKey(place: number): Buffer {
  const key = Buffer.allocUnsafe(7)
  key[0] = recordKinds.queue
  key.writeUIntBE(place, 1, 6)
  return key
}

interface Queue {
  windows: number
  nextPlace: number
}

function readQueue(records: Records): Queue {
  const bytes = records.get(queueState)
  if (bytes === undefined) return { windows: 0, nextPlace: 0 }
  return { windows: bytes.readDoubleLE(0), nextPlace: bytes.readDoubleLE(8) }
}

function writeQueue(records: Records, { windows, nextPlace }: Queue): void {
  const bytes = Buffer.allocUnsafe(16)
  bytes.writeDoubleLE(windows, 0)
  bytes.writeDoubleLE(nextPlace, 8)
  records.put(queueState, bytes)
}

// A step takes about 1 ms of CPU, 9 µs a window, and requests wait for it. A turn of the event loop
// has one: where windows come faster than they go, those kept longest go for the newest ones.
const sweepStep = 100

// The windows stand in a queue, so that the one that goes when there are too many is the one kept
// longest, and so that expired ones are found without looking at the others. Returns the clients
// whose windows went.
function enqueue(
  records: Records,
  newcomers: readonly string[],
  now: number,
  maxClients: number,
): ReadonlySet<string> {
  const removed = new Set<string>()
  if (newcomers.length === 0) return removed
  const queue = readQueue(records)
  for (const client of newcomers) append(records, queue, client, now)
  // More than the newcomers where the maximum has been lowered: then they go in steps.
  const surplus = Math.min(queue.windows - maxClients, newcomers.length + sweepStep)
  if (surplus > 0) {
    for (const { key, value } of records.range(queueStart, queueEnd, surplus)) {
      const client = clientOf(value)
      removeWindow(records, queue, key, client)
      removed.add(client)
    }
  }
  writeQueue(records, queue)
  return removed
}

function append(records: Records, queue: Queue, client: string, now: number): void {
  const value = Buffer.alloc(baseBytes + client.length)
  value.writeUIntLE(now, 0, baseBytes)
  value.write(client, baseBytes, 'latin1')
  records.put(queueKey(queue.nextPlace), value)
  queue.nextPlace++
  queue.windows++
}

function clientOf(value: Buffer): string {
  return value.toString('latin1', baseBytes)
}

function removeWindow(records: Records, queue: Queue, place: Buffer, client: string): void {
  records.remove(windowKey(client))
  records.remove(place)
  queue.windows--
}

// A window cannot have expired before it has stood in the queue for its length; one that is in
// use then goes back to the end of the queue.
function sweepQueue(records: Records, now: number, windowMs: number): boolean {
  const queue = readQueue(records)
  let swept = 0
  for (const { key, value } of records.range(queueStart, queueEnd, sweepStep)) {
    const age = now - value.readUIntLE(0, baseBytes)
    if (age >= 0 && age < windowMs) break
    const client = clientOf(value)
    const window = readWindow(records, client, now, windowMs)
    if (window.times.length === 0) {
      removeWindow(records, queue, key, client)
    } else {
      if (window.hasChanged) records.put(window.key, window.times)
      records.remove(key)
      queue.windows--
      append(records, queue, client, now)
    }
    swept++
  }
  if (swept > 0) writeQueue(records, queue)
  return swept === sweepStep
}
