import type { Records } from '../store/store.ts'

// The first byte of a key says what its record holds. Earlier versions kept other records: kinds
// below 16, or a shorter state.
const stateKey = Buffer.from([16])

/** The first byte of the keys of all blocks. 17 is that of the store's own record. */
export const blockKind = 18

/** How often texts were transformed, and how many code points they had. */
export interface Totals {
  readonly uses: number
  readonly characters: number
}

/** The state of a journal and the totals: one record. Indexes count entries from 0 on. */
export interface JournalState {
  /** The random name of the journal: 8 bytes as latin1. */
  readonly id: string
  /** The index of the first entry that may still count. */
  first: number
  /** The index of the next entry. */
  next: number
  /** The index of the first entry of the last block; `next` if there is no block to add to. */
  block: number
  totals: Totals
}

export const idBytes = 8

const otherVersion = 'it is of a version that keeps other records'
const checkAt = 48
const stateBytes = 52

/** Reads the state; `undefined` if there is no journal yet. Throws if it is damaged. */
export function readState(records: Records): JournalState | undefined {
  const bytes = records.get(stateKey)
  if (bytes === undefined) return undefined
  if (bytes.length !== stateBytes) throw new Error(otherVersion)
  if (bytes.readUInt32LE(checkAt) !== checksum(bytes)) {
    throw new Error('the state of its journal is damaged')
  }
  return {
    id: bytes.toString('latin1', 0, idBytes),
    first: bytes.readDoubleLE(8),
    next: bytes.readDoubleLE(16),
    block: bytes.readDoubleLE(24),
    totals: { uses: bytes.readDoubleLE(32), characters: bytes.readDoubleLE(40) },
  }
}

/** Begins a journal with these totals and this id. */
export function beginJournal(records: Records, id: string, totals: Totals): JournalState {
  const state = { id, first: 0, next: 0, block: 0, totals }
  writeState(records, state)
  return state
}

/** Writes the state. */
export function writeState(records: Records, state: JournalState): void {
  const { id, first, next, block, totals } = state
  const bytes = Buffer.allocUnsafe(stateBytes)
  bytes.write(id, 0, idBytes, 'latin1')
  bytes.writeDoubleLE(first, 8)
  bytes.writeDoubleLE(next, 16)
  bytes.writeDoubleLE(block, 24)
  bytes.writeDoubleLE(totals.uses, 32)
  bytes.writeDoubleLE(totals.characters, 40)
  bytes.writeUInt32LE(checksum(bytes), checkAt)
  records.put(stateKey, bytes)
}

/** Returns the FNV-1a hash of the bytes of a state: it reveals damage on the disk. */
function checksum(bytes: Buffer): number {
  let sum = 0x811c9dc5
  for (let at = 0; at < checkAt; at++) sum = Math.imul(sum ^ (bytes[at] ?? 0), 0x01000193)
  return sum >>> 0
}

/** Returns why records that LMDB can open cannot be used; `undefined` if they can. */
export function findJournalFault(records: Records): string | undefined {
  const [older] = records.range(Buffer.from([0]), stateKey, 1)
  if (older !== undefined) return otherVersion
  try {
    readState(records)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
