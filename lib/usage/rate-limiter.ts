import type { Records } from '../store/store.ts'
import type { Bounds, State } from './state.ts'
import { ClientWindow, evict, keyOf } from './client-window.ts'

/** How many requests a client may make, and for how many clients that is known. */
export interface RateLimitSettings {
  /** Requests that a client may make in a window; 0 switches the limit off. */
  readonly limit: number
  readonly windowMs: number
  readonly maxClients: number
}

/** The limiter's decision on one request. */
export interface Admission {
  readonly isAdmitted: boolean
  /** How many requests the client has left. */
  readonly remaining: number
  /** The time until one more request would be admitted; for a refused request, when to retry. */
  readonly resetMs: number
}

/** What a limiter decides by. */
export interface LimiterSettings {
  readonly limit: number
  readonly windowMs: number
  readonly bounds: Bounds
  /** Returns a random whole number from 0 to before `end`. */
  readonly random: (end: number) => number
}

const mostRefused = 2 ** 16

/**
 * A sliding window log: a request at time t is admitted if fewer than `limit` admitted requests of
 * its client are in (t − windowMs, t]. Times are whole milliseconds of a monotonic clock that all
 * processes of the machine share. The records alone decide; memory only knows clients that are at
 * their limit, so that their refusals need no transaction.
 */
export class RateLimiter {
  readonly #settings: LimiterSettings
  /** The clients that are known to be at their limit, and until when. */
  readonly #refusedUntilMs = new Map<string, number>()

  constructor(settings: LimiterSettings) {
    this.#settings = settings
  }

  /** Returns the refusal of a client that is known to be at its limit, without a transaction. */
  recall(client: string, nowMs: number): Admission | undefined {
    const untilMs = this.#refusedUntilMs.get(client)
    if (untilMs === undefined) return undefined
    if (untilMs > nowMs) return { isAdmitted: false, remaining: 0, resetMs: untilMs - nowMs }
    this.#refusedUntilMs.delete(client)
    return undefined
  }

  /**
   * Decides on one request of each client, in order, inside a transaction, and writes the admitted
   * ones. Returns the decisions, and how many windows were removed because there are too many.
   */
  admit(records: Records, state: State, clients: readonly string[], nowMs: number) {
    const { limit, windowMs, bounds, random } = this.#settings
    const span = { nowMs, windowMs }
    const windows = new Map<string, ClientWindow>()
    const open = (client: string): ClientWindow => {
      const key = keyOf(client)
      const window = new ClientWindow(key, records.get(key), span)
      windows.set(client, window)
      return window
    }
    const admissions = clients.map((client): Admission => {
      const window = windows.get(client) ?? open(client)
      const isAdmitted = window.count < limit
      if (isAdmitted) window.add()
      const remaining = Math.max(0, limit - window.count)
      return { isAdmitted, remaining, resetMs: window.remainingMs(limit) }
    })
    for (const window of windows.values()) window.write(records, state, false)
    return { admissions, evicted: evict(records, state, bounds, random) }
  }

  /** Remembers who is at the limit, once the transaction of these decisions is committed. */
  remember(clients: readonly string[], admissions: readonly Admission[], nowMs: number): void {
    admissions.forEach(({ remaining, resetMs }, index) => {
      const client = clients[index]
      if (remaining > 0 || client === undefined) return
      if (this.#refusedUntilMs.size === mostRefused) this.#refusedUntilMs.clear()
      this.#refusedUntilMs.set(client, nowMs + resetMs)
    })
  }
}
