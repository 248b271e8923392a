import type { Records } from '../store/store.ts'
import { isOver, kinds } from './state.ts'
import type { Bounds, State } from './state.ts'
import { Window } from './window.ts'
import type { Span } from './window.ts'
import { clientOf } from './window-record.ts'

/** What to remove from, and how much. */
export interface EvictionOptions {
  readonly records: Records
  readonly state: State
  readonly bounds: Bounds
  readonly span: Span
  readonly limit: number
  /** How many windows to remove at most. */
  readonly most: number
  readonly random: (end: number) => number
  /** The clients whose windows are removed last. */
  readonly spared: { has(client: string): boolean }
}

/** The keys of all clients are from the first of these on, and before the second. */
export const windowKeys = [Buffer.from([kinds.newest]), Buffer.from([kinds.newest + 1])] as const

/** Returns the first key after another one. */
export function after(key: Buffer): Buffer {
  return Buffer.concat([key, Buffer.from([0])])
}

// To find windows with few requests, some more are looked at than have to go.
const leastLook = 8
const mostLook = 512
const mostLooks = 128

/**
 * Removes windows until the bounds, which are exceeded, are met, beginning anywhere: those with few
 * requests first, so that a flood does not free a client at its limit, then full ones, then spared
 * ones. Returns how many of them had requests that counted.
 */
export function evict(options: EvictionOptions): number {
  const { records, state, bounds, span, limit, most, random, spared } = options
  let [left, evicted, looks] = [most, 0, mostLooks + 2 * most]
  const isDone = (): boolean => left <= 0 || !isOver(state, bounds)
  const remove = (window: Window): void => {
    if (isDone()) return
    window.remove(state)
    if (window.count > 0) evicted++
    left--
  }
  const full: Window[] = []
  const last: Window[] = []
  const lookFrom = (start: Buffer, end: Buffer): void => {
    for (let at: Buffer | undefined = start; at !== undefined && looks > 0 && !isDone(); ) {
      const excess = state.clients - bounds.maxClients
      const size = Math.min(mostLook, Math.max(leastLook, 2 * excess))
      const found = records.range(at, end, size)
      looks -= found.length
      const windows = found.map(({ key, value }) => new Window(records, key, value, span))
      for (const window of windows.toSorted((one, other) => one.count - other.count)) {
        // With a limit of 1, all of them are full.
        const isFull = window.count >= Math.max(2, limit)
        if (spared.has(clientOf(window.key))) last.push(window)
        else if (isFull) full.push(window)
        else remove(window)
      }
      at = found.length < size ? undefined : after(found.at(-1)?.key ?? end)
    }
  }
  const anywhere = Buffer.from([kinds.newest, 0, 0])
  anywhere.writeUInt16BE(random(2 ** 16), 1)
  lookFrom(anywhere, windowKeys[1])
  lookFrom(windowKeys[0], anywhere)
  for (const window of [...full, ...last]) remove(window)
  // All windows are gone. Only damage can make the state count more of them.
  if (looks > 0 && !isDone()) Object.assign(state, { clients: 0, times: 0, bytes: 0 })
  return evicted
}
