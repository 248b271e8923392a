import type { Records } from '../store/store.ts'

// The first byte of a key says what its record holds. Earlier versions kept other records: other
// kinds up to 20, or a state of another length. 17 is that of the store's own record.
const stateKey = Buffer.from([16])

/** The first byte of the keys of windows. */
export const windowKind = 21

/** How often texts were transformed, and how many code points they had. */
export interface Totals {
  readonly uses: number
  readonly characters: number
}

/** What the records hold together: one record. */
export interface State {
  /** How many clients have a window. */
  clients: number
  /** How many times they have, including those that have expired and are not removed yet. */
  times: number
  /** How many bytes of pages their records need. */
  bytes: number
  totals: Totals
}

/** How much is kept at most. */
export interface Bounds {
  readonly maxClients: number
  readonly maxBytes: number
}

/** Returns whether more is kept than the bounds allow. */
export function isOver({ clients, bytes }: State, bounds: Bounds): boolean {
  return clients > bounds.maxClients || bytes > bounds.maxBytes
}

const otherVersion = 'it is of a version that keeps other records'
const checkAt = 40
// Earlier versions had 16, 44, 48 and 52.
const stateBytes = 45

/** Reads the state; `undefined` if there is none yet. Throws if it is damaged. */
export function readState(records: Records): State | undefined {
  const bytes = records.get(stateKey)
  return bytes && parseState(bytes)
}

function parseState(bytes: Buffer): State {
  if (bytes.length !== stateBytes) throw new Error(otherVersion)
  if (bytes.readUInt32LE(checkAt) !== hashOf(bytes, checkAt)) {
    throw new Error('the record with its totals is damaged')
  }
  const [clients, times, size, uses, characters] = [0, 8, 16, 24, 32].map((at) =>
    bytes.readDoubleLE(at),
  ) as [number, number, number, number, number]
  return { clients, times, bytes: size, totals: { uses, characters } }
}

function formatState({ clients, times, bytes, totals }: State): Buffer {
  const value = Buffer.alloc(stateBytes)
  const numbers = [clients, times, bytes, totals.uses, totals.characters]
  numbers.forEach((number, index) => value.writeDoubleLE(number, 8 * index))
  value.writeUInt32LE(hashOf(value, checkAt), checkAt)
  return value
}

/**
 * Runs `work` on records and their state, inside a transaction, and writes the state if it has
 * changed. New records begin with `totals`. Returns the result, and the state.
 */
export function withState<Result>(
  records: Records,
  totals: Totals,
  work: (records: Records, state: State) => Result,
): readonly [Result, State] {
  const before = records.get(stateKey)
  const state = before ? parseState(before) : { clients: 0, times: 0, bytes: 0, totals }
  const result = work(records, state)
  const after = formatState(state)
  if (!before?.equals(after)) records.put(stateKey, after)
  return [result, state]
}

/** Returns the FNV-1a hash of bytes from an index to before another. */
export function hashOf(bytes: Buffer, end: number, start = 0): number {
  let hash = 0x811c9dc5
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193)
  return hash >>> 0
}

/** Returns why records that LMDB can open cannot be used; `undefined` if they can. */
export function findStateFault(records: Records): string | undefined {
  const [older] = records.range(Buffer.from([0]), stateKey, 1)
  if (older !== undefined) return otherVersion
  try {
    if (readState(records) !== undefined) return undefined
    const [left] = records.range(Buffer.from([18]), Buffer.from([windowKind + 1]), 1)
    return left === undefined ? undefined : 'the record with its totals is missing'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
