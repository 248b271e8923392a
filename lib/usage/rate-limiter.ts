import type { Records } from '../store/store.ts'
import { enqueue, sweepQueue } from './window-queue.ts'
import { addTime, countTimes, readWindow, timeAt } from './windows.ts'
import type { Window } from './windows.ts'

/** How many requests a client may make, and for how many clients that is known. */
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

function admitOne(
  window: Window,
  now: number,
  { limit, windowMs }: RateLimitSettings,
): Admission {
  const isAdmitted = countTimes(window.times) < limit
  if (isAdmitted) addTime(window, now)
  const { times } = window
  const count = countTimes(times)
  // Where the limit has been lowered, more than one request has to leave before another fits.
  const next = timeAt(times, Math.max(0, count - limit))
  return { isAdmitted, remaining: Math.max(0, limit - count), resetMs: next + windowMs - now }
}
