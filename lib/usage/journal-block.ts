import type { Records } from '../store/store.ts'
import { blockKind } from './journal-state.ts'
import type { JournalState } from './journal-state.ts'

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

  /** Reads all entries. */
  readAll(): void {
    while (this.read() !== 0);
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

const indexBytes = 6
const keyBytes = 1 + indexBytes

/** The keys of all blocks are from the first of these on, and before the second. */
export const blockKeys = [Buffer.from([blockKind]), Buffer.from([blockKind + 1])] as const

function blockKey(first: number): Buffer {
  const key = Buffer.alloc(keyBytes, blockKind)
  key.writeUIntBE(first, 1, indexBytes)
  return key
}

/** Returns the block of a record; `undefined` if its key is damaged. */
function blockOf({ key, value }: { key: Buffer; value: Buffer }): Block | undefined {
  return key.length === keyBytes ? new Block(key.readUIntBE(1, indexBytes), value) : undefined
}

/** Returns the block that begins at an index, or else the next one; `undefined` after the last. */
export function readBlock(records: Records, first: number): Block | undefined {
  const bytes = records.get(blockKey(first))
  if (bytes !== undefined) return new Block(first, bytes)
  const [record] = records.range(blockKey(first), blockKeys[1], 1)
  return record === undefined ? undefined : blockOf(record)
}

/** Writes a block: a new one after all others, or one that exists. */
export function writeBlock(records: Records, { first, bytes }: Block, isNew: boolean): void {
  if (isNew) records.append(blockKey(first), bytes)
  else records.put(blockKey(first), bytes)
}

/**
 * Adds entries of the same time to the journal, one for each name in `names`, and returns the last
 * block. `known` may be the last block, as it was read or written. New blocks have `bytes` bytes.
 */
export function addEntries(
  records: Records,
  state: JournalState,
  timeMs: number,
  names: Uint8Array,
  known: Block | undefined,
  bytes: number,
): Block {
  const { next } = state
  const open = (first: number): Block => new Block(first, Buffer.alloc(bytes))
  const isLast = known?.first === state.block && known.next === next
  let block = (isLast ? known : readLastBlock(records, state)) ?? open(next)
  for (let at = 0; at < names.length; at += 1 + (names[at] ?? 0)) {
    if (!block.add(timeMs, names, at)) {
      if (block.next > next) writeBlock(records, block, block.first >= next)
      block = open(state.next)
      block.add(timeMs, names, at)
    }
    state.next++
  }
  writeBlock(records, block, block.first >= next)
  state.block = block.first
  return block
}

/** Returns the block to which the next entry is added; `undefined` if there is none. */
function readLastBlock(records: Records, { block: first, next }: JournalState): Block | undefined {
  const block = first < next ? readBlock(records, first) : undefined
  block?.readAll()
  return block?.first === first && block.next === next ? block : undefined
}

/**
 * Removes up to `most` blocks whose entries have all expired, but not the last block, to which more
 * are added. Returns the index before which no block is left.
 */
export function removeBlocks(records: Records, state: JournalState, most: number): number {
  const found = records.range(blockKey(0), blockKey(state.block), most)
  for (const record of found) {
    const block = blockOf(record)
    block?.readAll()
    if (block !== undefined && block.next > state.first) return state.first
    records.remove(record.key)
    if (record === found[most - 1]) return block?.next ?? 0
  }
  return state.first
}
