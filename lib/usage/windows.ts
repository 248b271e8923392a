import type { Records } from '../store/store.ts'
import { keyOf } from './keys.ts'

/** The admitted requests of a client that are still in its window. */
export interface Window {
  readonly key: Buffer
  /** Their times as they are stored, oldest first. */
  times: Buffer
  readonly isNew: boolean
  hasChanged: boolean
}

/** Reads the window of a client at the time `now`: what has expired is left out. */
export function readWindow(
  records: Records,
  client: string,
  now: number,
  windowMs: number,
): Window {
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

/** Adds a request to a window, which is then to be written. */
export function addTime(window: Window, now: number): void {
  window.times = appendTime(window.times, now)
  window.hasChanged = true
}

/** How many requests a window has. */
export function countTimes(times: Buffer): number {
  return times.length === 0 ? 0 : (times.length - baseBytes) / offsetBytes
}

/** The time of one of them; the first one is the oldest. */
export function timeAt(times: Buffer, index: number): number {
  return times.readUIntLE(0, baseBytes) + times.readUInt32LE(baseBytes + offsetBytes * index)
}

/** The key of a client's window; its name has one byte for each character. */
export function windowKey(client: string): Buffer {
  return Buffer.from(windowPrefix + client, 'latin1')
}

const windowPrefix = keyOf('window').toString('latin1')

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
