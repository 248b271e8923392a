import type { Records } from '../store/store.ts'
import { after, evict, windowKeys } from './eviction.ts'
import type { LimiterSettings } from './rate-limiter.ts'
import { isOver } from './state.ts'
import type { State } from './state.ts'
import { Window } from './window.ts'

const chunkRecords = 32
const mostMs = 1
const mostEvicted = 256

// A pass waits this long at most, and the next one begins a minute later.
const passMs = 200_000
const pauseMs = 60_000
const longestWaitMs = 1_000

/** What a step of the sweep did. */
export interface SweepStep {
  /** Where the next step begins. */
  readonly position: Buffer
  /** After how long the next step is due. */
  readonly waitMs: number
  /** How many windows were removed because there are too many. */
  readonly evicted: number
}

/** Where the first step begins. */
export const sweepStart: Buffer = windowKeys[0]

/**
 * Passes over the next records, for about a millisecond, inside a transaction: removes times that
 * have expired, and windows beyond the bounds. `clock` measures milliseconds.
 */
export function sweep(
  records: Records,
  state: State,
  position: Buffer,
  nowMs: number,
  { windowMs, limit, bounds, random }: LimiterSettings,
  clock: () => number,
): SweepStep {
  const span = { nowMs, windowMs }
  const untilMs = clock() + mostMs
  let [start, swept, isPassOver] = [position, 0, false]
  while (!isPassOver && (swept === 0 || clock() < untilMs)) {
    const found = records.range(start, windowKeys[1], chunkRecords)
    for (const { key, value } of found) {
      new Window(records, key, value, span).write(state, true)
    }
    swept += found.length
    isPassOver = found.length < chunkRecords
    start = isPassOver ? sweepStart : after(found.at(-1)?.key ?? start)
  }
  const spared: ReadonlySet<string> = new Set()
  const evicted = isOver(state, bounds)
    ? evict({ records, state, bounds, span, limit, most: mostEvicted, random, spared })
    : 0
  // Keys begin with a hash, so this part of all keys has this part of all records.
  const stepMs = passMs * (shareBefore(start) - shareBefore(position))
  const restMs = isPassOver ? pauseMs : Math.min(longestWaitMs, Math.max(1, stepMs))
  const waitMs = isOver(state, bounds) ? 0 : restMs
  return { position: start, waitMs, evicted }
}

/** Returns which part of all keys comes before one. */
function shareBefore(key: Buffer): number {
  return key.length < 3 ? 0 : key.readUInt16BE(1) / 2 ** 16
}
