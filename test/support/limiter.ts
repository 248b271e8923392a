import { createDraw } from '../../lib/engine/draft.ts'
import type { Draw } from '../../lib/engine/draft.ts'
import type { Records } from '../../lib/store/store.ts'
import { readState, writeState } from '../../lib/usage/journal-state.ts'
import type { JournalState } from '../../lib/usage/journal-state.ts'
import { RateLimiter } from '../../lib/usage/rate-limiter.ts'
import type { Admission, Steps } from '../../lib/usage/rate-limiter.ts'
import type { WindowSettings } from '../../lib/usage/windows.ts'
import type { Transact } from './records.ts'

export const windowMs = 1000
export const firstTime = 5_000_000
/** More entries than any test keeps; each limiter takes memory for as many clients. */
const roomy = 2 ** 15

const nameBytes = 20
const drawSeed = createDraw('seeds')
const seeds = Int32Array.from({ length: 256 * (nameBytes + 1) }, () => drawSeed(2 ** 32))

/** Windows of ten requests in `windowMs`, by default. */
export function windowsWith(settings: Partial<WindowSettings> = {}): WindowSettings {
  const bounds = { maxClients: roomy, maxEntries: roomy }
  return { limit: 10, windowMs, ...bounds, nameBytes, seeds, ...settings }
}

/** A limiter on records that it may share with others, asked as the service asks it. */
export class SharedLimiter {
  readonly limiter: RateLimiter
  readonly #transact: Transact

  constructor(transact: Transact, settings: Partial<WindowSettings> = {}, steps?: Steps) {
    this.#transact = transact
    this.limiter = new RateLimiter(windowsWith(settings), steps)
  }

  /** Decides on a request of each client in one transaction. */
  admit(clients: readonly string[], now: number): Admission[] {
    const admissions = this.#transact((records) =>
      withState(records, (state) => {
        while (!this.limiter.follow(records, state, now));
        this.limiter.trim(records, state, false)
        return this.limiter.admit(records, state, clients, now)
      }),
    )
    this.limiter.commit()
    return admissions
  }

  admits(client: string, now: number): boolean {
    return this.admit([client], now)[0]?.isAdmitted ?? false
  }

  /** Follows the journal and drops expired entries: one step. Returns whether there is more. */
  keepUp(now: number): boolean {
    return this.#transact((records) =>
      withState(records, (state) => {
        if (!this.limiter.follow(records, state, now)) return true
        return this.limiter.trim(records, state, true)
      }),
    )
  }
}

/** Reads the state of the journal for some work, and writes the changes. */
function withState<Result>(records: Records, work: (state: JournalState) => Result): Result {
  const state = readState(records) ?? newState()
  const result = work(state)
  writeState(records, state)
  return result
}

export function newState(id = 'journal.'): JournalState {
  return { id, first: 0, next: 0, block: 0, totals: { uses: 0, characters: 0 } }
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
