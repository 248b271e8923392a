import type { Records } from '../store/store.ts'
import { keyOf, recordKinds } from './keys.ts'
import { readWindow, windowKey } from './windows.ts'

// A step takes about 1 ms of CPU, 9 µs a window, and requests wait for it. A turn of the event loop
// has one: where windows come faster than they go, those kept longest go for the newest ones.
const sweepStep = 100

/**
 * Puts the windows of newcomers at the end of the queue: its other end is the one kept longest,
 * which goes when there are too many, and expired ones are found without a look at the others.
 * Returns the clients whose windows went.
 */
export function enqueue(
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

/**
 * Removes windows that have expired, a hundred at most, and returns whether there may be more. None
 * can have expired before it has stood in the queue for its length; one that is in use then goes
 * back to the end.
 */
export function sweepQueue(records: Records, now: number, windowMs: number): boolean {
  const queue = readQueue(records)
  let swept = 0
  for (const { key, value } of records.range(queueStart, queueEnd, sweepStep)) {
    const age = now - value.readUIntLE(0, timeBytes)
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

const queueStart = keyOf('queue')
const queueEnd = keyOf('queueState')
const queueState = keyOf('queueState')

function queueKey(place: number): Buffer {
  const key = Buffer.allocUnsafe(7)
  key[0] = recordKinds.queue
  key.writeUIntBE(place, 1, 6)
  return key
}

// A place holds the time at which the window came there, and the client.
const timeBytes = 6

function append(records: Records, queue: Queue, client: string, now: number): void {
  const value = Buffer.alloc(timeBytes + client.length)
  value.writeUIntLE(now, 0, timeBytes)
  value.write(client, timeBytes, 'latin1')
  records.put(queueKey(queue.nextPlace), value)
  queue.nextPlace++
  queue.windows++
}

function clientOf(value: Buffer): string {
  return value.toString('latin1', timeBytes)
}

function removeWindow(records: Records, queue: Queue, place: Buffer, client: string): void {
  records.remove(windowKey(client))
  records.remove(place)
  queue.windows--
}
