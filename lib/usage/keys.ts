/**
 * The first byte of each key in the store tells what its record holds. The versions before kept
 * other records: kinds below 16, or a state that is shorter. None reads the records of another.
 */
export const recordKinds = {
  /** Where the journal begins and ends, and the totals: one record. */
  state: 16,
  /** What the health probe writes: one record. */
  probe: 17,
  /** Entries of the journal, at the end of the file; the place of the first follows in 6 bytes. */
  block: 18,
} as const

/** The key of the only record of a kind. */
export function keyOf(kind: 'state' | 'probe'): Buffer {
  return Buffer.from([recordKinds[kind]])
}
