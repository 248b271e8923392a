import assert from 'node:assert/strict'
import { createDraw } from '../../lib/engine/draft.ts'
import type { Draw } from '../../lib/engine/draft.ts'
import type { Records } from '../../lib/store/store.ts'
import { RateLimiter } from '../../lib/usage/rate-limiter.ts'
import type { Admission, LimiterSettings } from '../../lib/usage/rate-limiter.ts'
import { readState, withState } from '../../lib/usage/state.ts'
import type { State, Totals } from '../../lib/usage/state.ts'
import { sweep, sweepStart } from '../../lib/usage/sweep.ts'
import type { SweepStep } from '../../lib/usage/sweep.ts'
import type { Transact } from './records.ts'

export const windowMs = 1000
export const firstTime = 5_000_000
export const noTotals: Totals = { uses: 0, characters: 0 }

/** Settings of a limiter, and some of its bounds. */
export type Settings = Partial<LimiterSettings & LimiterSettings['bounds']>

/** Windows of ten requests in `windowMs`, by default, without bounds. */
export function settingsWith(settings: Settings = {}): LimiterSettings {
  const { maxClients, maxBytes } = { maxClients: Infinity, maxBytes: Infinity, ...settings }
  const random = createDraw('anywhere')
  return { limit: 10, windowMs, random, ...settings, bounds: { maxClients, maxBytes } }
}

/** A limiter on records that it may share with others, asked as the service asks it. */
export class SharedLimiter {
  /** How many windows it has removed because there were too many. */
  evicted = 0
  readonly limiter: RateLimiter
  readonly #settings: LimiterSettings
  readonly #transact: Transact
  #position = sweepStart

  constructor(transact: Transact, settings: Settings = {}) {
    this.#transact = transact
    this.#settings = settingsWith(settings)
    this.limiter = new RateLimiter(this.#settings)
  }

  /** Decides on a request of each client in one transaction. */
  admit(clients: readonly string[], now: number): Admission[] {
    const { admissions, evicted } = this.#run((records, state) =>
      this.limiter.admit(records, state, clients, now),
    )
    this.limiter.remember(clients, admissions, now)
    this.evicted += evicted
    return admissions
  }

  admits(client: string, now: number): boolean {
    return this.admit([client], now)[0]?.isAdmitted ?? false
  }

  /** Does a step of the sweep. Without time, a step looks at 32 records. */
  sweep(now: number, clock = (): number => performance.now()): SweepStep {
    const step = this.#run((records, state) =>
      sweep(records, state, this.#position, now, this.#settings.windowMs, clock),
    )
    this.#position = step.position
    return step
  }

  /** Sweeps all records. */
  sweepAll(now: number): void {
    for (let step = this.sweep(now); step.waitMs < 60_000; step = this.sweep(now));
  }

  #run<Result>(work: (records: Records, state: State) => Result): Result {
    return this.#transact((records) => withState(records, noTotals, work)[0])
  }
}

/** The windows that records hold, read without the code of the service. */
export function readWindows(records: Records): Map<string, number[]> {
  const windows = new Map<string, number[]>()
  for (const { key, value } of records.range(Buffer.from([21]), Buffer.from([22]), 1e7)) {
    const times = Array.from({ length: value.length / 6 }, (_, at) => value.readUIntLE(6 * at, 6))
    windows.set(key.toString('latin1', 3), times)
  }
  return windows
}

/** Checks that a state counts what the records hold, and that nothing else is there. */
export function assertCounted(records: Records): Map<string, number[]> {
  const windows = readWindows(records)
  const state = readState(records)
  const times = [...windows.values()]
  const counted = [windows.size, times.reduce((sum, { length }) => sum + length, 0)]
  assert.deepEqual([state?.clients ?? 0, state?.times ?? 0], counted)
  assert.ok(times.every(({ length }) => length > 0), 'an empty window')
  assert.ok((state?.bytes ?? 0) >= 6 * (counted[1] ?? 0) && (counted[0] !== 0 || state?.bytes === 0))
  return windows
}

/** The rule as documented: remembers everything, and counts all of it each time. */
export class NaiveLimiter {
  limit: number
  windowMs: number
  #admitted: Map<string, number[]> = new Map()

  constructor(limit: number, span = windowMs) {
    this.limit = limit
    this.windowMs = span
  }

  /** Counts times that are later than now as now, as each look at a window does. */
  #see(client: string, now: number): number[] {
    const admitted = (this.#admitted.get(client) ?? []).map((time) => Math.min(time, now))
    this.#admitted.set(client, admitted)
    return admitted
  }

  /** Forgets everything but these times. */
  know(windows: Map<string, number[]>): void {
    this.#admitted = windows
  }

  seeAll(now: number): void {
    for (const client of this.#admitted.keys()) this.#see(client, now)
  }

  decide(client: string, now: number): Admission {
    const admitted = this.#see(client, now)
    const countedAt = (time: number): number =>
      admitted.filter((each) => each > time - this.windowMs && each <= time).length
    const isAdmitted = countedAt(now) < this.limit
    if (isAdmitted) admitted.push(now)
    const counted = countedAt(now)
    const waits = admitted.map((time) => time + this.windowMs - now)
    // The wait until one more request fits than now.
    const wait = waits.find((each) => {
      return each > 0 && countedAt(now + each) < Math.min(counted, this.limit)
    })
    return { isAdmitted, remaining: Math.max(0, this.limit - counted), resetMs: wait ?? NaN }
  }
}

/** Bursts, single milliseconds, the ends of windows, long silences. */
export function drawPause(draw: Draw): number {
  const pauses = [0, 0, 1, draw(20), draw(400), windowMs - 1, windowMs, windowMs + 1, draw(5000)]
  return pauses[draw(draw(3) === 0 ? pauses.length : 5)] ?? 0
}

/** Names of clients; they may hold any byte. */
export function drawClients(draw: Draw, count: number, clients: number): string[] {
  return Array.from({ length: count }, () => `\x04\xff\0${String.fromCharCode(draw(clients))}`)
}
