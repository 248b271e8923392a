import type { Records } from '../store/store.ts'

// The first byte of a key says what its record holds. Earlier versions kept other records: kinds
// below 16, or a shorter state.
const kinds = { state: 16, probe: 17, block: 18 }

/** The key of the record that the health probe writes. */
export const probeKey = Buffer.from([kinds.probe])

/** The keys of all blocks are from the first of these on, and before the second. */
export const blockKeys = [Buffer.from([kinds.block]), Buffer.from([kinds.block + 1])] as const

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
const stateKey = Buffer.from([kinds.state])
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

/** The length of a block: with their keys, five of them fill a page of LMDB. */
export const blockBytes = 796

const timeBytes = 6
const pauseBytes = 2
const longestPauseMs = 0x7fff

/** The most entries of a block: each has a name of at least one byte, and a byte for its length. */
export const mostEntries = (blockBytes - timeBytes) / 2

/** Returns how many bytes of the file an entry needs at most, with its share of block and page. */
export function fileBytesOf(nameBytes: number): number {
  const entryBytes = pauseBytes + 1 + nameBytes
  return (entryBytes * 4096) / 5 / (blockBytes - timeBytes - entryBytes)
}

/**
 * A record of the journal: as many entries as fit. It begins with the time of the first one, in 6
 * bytes. Then come the names of the clients, each after its length in one byte. If time has passed
 * between two of them, the milliseconds come first, in 2 bytes of which the first is 128 or more.
 * The rest is zeros. A block is read to its end before anything is added.
 */
export class Block {
  /** The index of its first entry. */
  readonly first: number
  readonly bytes: Buffer
  /** The index after the entry that was last read or added. */
  next: number
  /** The time of that entry. */
  timeMs = 0
  #end = timeBytes

  /** Bytes that are zeros have no entry yet. */
  constructor(first: number, bytes: Buffer) {
    this.first = first
    this.next = first
    this.bytes = bytes.length < timeBytes ? Buffer.alloc(timeBytes) : bytes
    this.timeMs = this.bytes.readUIntLE(0, timeBytes)
  }

  /** Reads the next entry. Returns where its name is in `bytes`; 0 after the last entry. */
  read(): number {
    const { bytes } = this
    let start = this.#end
    let timeMs = this.timeMs
    for (; ((bytes[start] ?? 0) & 0x80) !== 0; start += pauseBytes) {
      timeMs += (((bytes[start] ?? 0) & 0x7f) << 8) | (bytes[start + 1] ?? 0)
    }
    const length = bytes[start] ?? 0
    const end = start + 1 + length
    if (length === 0 || end > bytes.length) return 0
    this.timeMs = timeMs
    this.#end = end
    this.next++
    return start
  }

  /** Adds an entry, its name at `at` after its length. Returns false if it does not fit. */
  add(timeMs: number, names: Uint8Array, at: number): boolean {
    const isFirst = this.next === this.first
    let pauseMs = isFirst ? 0 : timeMs - this.timeMs
    const nameEnd = at + 1 + (names[at] ?? 0)
    const needed = pauseBytes * Math.ceil(pauseMs / longestPauseMs) + nameEnd - at
    if (pauseMs < 0 || this.#end + needed > this.bytes.length) return false
    if (isFirst) this.bytes.writeUIntLE(timeMs, 0, timeBytes)
    this.timeMs = timeMs
    for (; pauseMs > 0; pauseMs -= longestPauseMs) {
      this.bytes.writeUInt16BE(0x8000 | Math.min(pauseMs, longestPauseMs), this.#end)
      this.#end += pauseBytes
    }
    for (let from = at; from < nameEnd; from++) this.bytes[this.#end++] = names[from] ?? 0
    this.next++
    return true
  }

  /** Returns a block with the same entries, none of which is later than `nowMs`. */
  before(nowMs: number): Block {
    const earlier = new Block(this.first, Buffer.alloc(this.bytes.length))
    const all = new Block(this.first, this.bytes)
    for (let at = all.read(); at !== 0; at = all.read()) {
      earlier.add(Math.min(all.timeMs, nowMs), this.bytes, at)
    }
    return earlier
  }
}
