/**
 * The first byte of each key in the store tells what its record holds. Those below 16 are of the
 * version before, which kept a record for each window: neither version reads the other's.
 */
export const recordKinds = {
  /** Where the journal begins and ends, and the totals: one record. */
  state: 16,
  /** The entries of one turn; the place of the first one follows in 6 bytes. */
  entries: 17,
  /** What the health probe writes: one record. */
  probe: 18,
} as const

/** The key of the only record of a kind, and the place before all keys that begin with it. */
export function keyOf(kind: keyof typeof recordKinds): Buffer {
  return Buffer.from([recordKinds[kind]])
}
