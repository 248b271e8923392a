import type { Records } from '../store/store.ts'
import { Block } from './block.ts'
import { keyOf, recordKinds } from './keys.ts'

/** How often texts were transformed, and how many code points they had. */
export interface Totals {
  readonly uses: number
  readonly characters: number
}

/** What the one state record says of the journal, and the totals. */
export interface JournalState {
  /** Names the journal: random, made with it, 8 bytes as latin1. */
  readonly id: string
  /** Places count entries, from 0 on. Those before the first one do not count any more. */
  first: number
  /** The place of the entry that comes next. */
  next: number
  /** The place of the block that the next entry comes into, if it fits; `next` for a new one. */
  block: number
  totals: Totals
}

/** The length of a journal’s id. */
export const idBytes = 8

/** Reads the state; `undefined` where there is no journal yet. Throws where it is damaged. */
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

/** Begins a journal with these totals; `id` is random, of `idBytes` bytes as latin1. */
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

/** The block that begins at a place, or else the next one; `undefined` behind the last. */
export function readBlock(records: Records, place: number): Block | undefined {
  const bytes = records.get(blockKey(place))
  if (bytes !== undefined) return new Block(place, bytes)
  const [record] = records.range(blockKey(place), blocksEnd, 1)
  return record === undefined ? undefined : blockOf(record)
}

/** Writes a block behind all others, or one that is there again. */
export function writeBlock(records: Records, { place, bytes }: Block, isNew: boolean): void {
  if (isNew) records.append(blockKey(place), bytes)
  else records.put(blockKey(place), bytes)
}

/**
 * Removes the blocks, `most` of them, that hold no entry which counts; the last one stays, for more
 * come into it. Returns the place before which none is left.
 */
export function removeBlocks(records: Records, state: JournalState, most: number): number {
  const found = records.range(blockKey(0), blockKey(state.block), most)
  for (const record of found) {
    const block = blockOf(record)
    while (block !== undefined && block.read() !== 0);
    if (block !== undefined && block.next > state.first) return state.first
    records.remove(record.key)
    if (record === found[most - 1]) return block?.next ?? 0
  }
  return state.first
}

/**
 * Tells why a file with these records cannot be used, although LMDB can open it; `undefined` for a
 * good one.
 */
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

const otherVersion = 'it is of a version that keeps other records'

const stateKey = keyOf('state')
const blocksEnd = Buffer.from([recordKinds.block + 1])
const checkAt = 48
const stateBytes = 52
const placeBytes = 6
const keyBytes = 1 + placeBytes

function blockKey(place: number): Buffer {
  const key = Buffer.allocUnsafe(keyBytes)
  key[0] = recordKinds.block
  key.writeUIntBE(place, 1, placeBytes)
  return key
}

/** `undefined` where its key is damaged. */
function blockOf({ key, value }: { key: Buffer; value: Buffer }): Block | undefined {
  return key.length === keyBytes ? new Block(key.readUIntBE(1, placeBytes), value) : undefined
}

/** Tells bytes that have changed on the disk: FNV-1a of all that stands before it. */
function checksum(bytes: Buffer): number {
  let sum = 0x811c9dc5
  for (let at = 0; at < checkAt; at++) sum = Math.imul(sum ^ (bytes[at] ?? 0), 0x01000193)
  return sum >>> 0
}
