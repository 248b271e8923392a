import type { Records } from '../store/store.ts'
import type { State } from './state.ts'
import { ClientWindow, windowKeys } from './client-window.ts'

const chunkRecords = 32
const mostMs = 1

// A pass waits this long at most, and the next one begins a minute later.
const passMs = 200_000
const pauseMs = 60_000
const longestWaitMs = 1_000

// The next key after another one is that key with this byte.
const oneByte = Buffer.from([0])

/** What a step of the sweep did. */
export interface SweepStep {
  /** Where the next step begins. */
  readonly position: Buffer
  /** After how long the next step is due. */
  readonly waitMs: number
}

/** Where the first step begins. */
export const sweepStart: Buffer = windowKeys[0]

/**
 * Passes over the next records, for about a millisecond, inside a transaction: removes times that
 * have expired. `clock` measures milliseconds.
 */
export function sweep(
  records: Records,
  state: State,
  position: Buffer,
  nowMs: number,
  windowMs: number,
  clock: () => number,
): SweepStep {
  const span = { nowMs, windowMs }
  const untilMs = clock() + mostMs
  let [start, swept, isPassOver] = [position, 0, false]
  while (!isPassOver && (swept === 0 || clock() < untilMs)) {
    const found = records.range(start, windowKeys[1], chunkRecords)
    for (const { key, value } of found) {
      new ClientWindow(key, value, span).write(records, state, true)
    }
    swept += found.length
    isPassOver = found.length < chunkRecords
    start = isPassOver ? sweepStart : Buffer.concat([found.at(-1)?.key ?? start, oneByte])
  }
  // Keys begin with a hash, so this part of all keys has this part of all records.
  const stepMs = passMs * (shareBefore(start) - shareBefore(position))
  const waitMs = isPassOver ? pauseMs : Math.min(longestWaitMs, Math.max(1, stepMs))
  return { position: start, waitMs }
}

/** Returns which part of all keys comes before one. */
function shareBefore(key: Buffer): number {
  return key.length < 3 ? 0 : key.readUInt16BE(1) / 2 ** 16
}
