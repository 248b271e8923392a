/** The first byte of each key in the store tells what its record holds. */
export const recordKinds = {
  /** The totals: one record. */
  statistics: 0,
  /** The window of one client; the client follows. */
  window: 1,
  /** One place in the queue of windows; its number follows. */
  queue: 2,
  /** How long the queue is: one record. */
  queueState: 3,
  /** What the health probe writes: one record. */
  probe: 4,
} as const

/** The key of the only record of a kind, and the place before all keys that begin with it. */
export function keyOf(kind: keyof typeof recordKinds): Buffer {
  return Buffer.from([recordKinds[kind]])
}
