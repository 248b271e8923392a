import type { Records } from '../store/store.ts'
import { Block, blockBytes, blockKeys, mostEntries } from './journal.ts'
import type { JournalState } from './journal.ts'
import type { Windows } from './windows.ts'

/** How much is done at once. */
export interface Steps {
  /** Entries and blocks that are read in one transaction. 4,096 take about 2 ms. */
  readonly read: number
  /** Entries that leave memory in one turn with requests. Without requests, eight times as many. */
  readonly shrink: number
  /** Entries that must have expired before a turn with requests removes their blocks. */
  readonly trim: number
  /** The length of a block in bytes. */
  readonly block: number
}

/** The steps of a service. */
export const usualSteps: Steps = { read: 4096, shrink: 256, trim: 1024, block: blockBytes }

const mostRemoved = 256

/** Keeps the windows of this process equal to the journal that it shares with other processes. */
export class Follower {
  readonly #windows: Windows
  readonly #steps: Steps
  #journal = ''
  // The next entry to read is in the block that begins at this index, or else in the next block.
  #readFrom = 0
  // Blocks before this index have been removed.
  #trimmedTo = 0
  // The block that was read or written last. What was written may not have been committed.
  #block: Block | undefined

  constructor(windows: Windows, steps: Steps) {
    this.#windows = windows
    this.#steps = steps
  }

  /** Reads a step of what the journal has and memory has not. Returns whether that was all. */
  follow(records: Records, state: JournalState, now: number): boolean {
    const windows = this.#windows
    const isOther = state.id !== this.#journal || state.next < windows.next
    // Other processes have removed all that is in memory, and perhaps entries after that.
    const isGone = state.first >= windows.next && windows.next > windows.first
    if (isOther || isGone) this.#restart(state)
    windows.forgetBefore(state.first)
    for (let left = this.#steps.read; windows.next < state.next; ) {
      if (left <= 0) return false
      const block = readBlock(records, this.#readFrom)
      if (block === undefined) windows.skip(state.next)
      else left -= this.#read(block, records, state, now)
    }
    this.#readFrom = state.block
    return true
  }

  #restart({ id, first }: JournalState): void {
    this.#journal = id
    this.#trimmedTo = 0
    this.#block = undefined
    // The first entry may be in the middle of its block.
    this.#readFrom = Math.max(0, first - mostEntries)
    this.#windows.restart(this.#readFrom, first)
  }

  /** Reads a block, and returns how much that was. */
  #read(block: Block, records: Records, { next }: JournalState, now: number): number {
    for (let at = block.read(); at !== 0 && block.next <= next; at = block.read()) {
      this.#windows.read(block.next - 1, block.timeMs, block.bytes, at, now)
    }
    this.#readFrom = Math.max(this.#readFrom + 1, block.next)
    this.#block = block
    // Otherwise a time in the future would count as the present for ever.
    if (block.timeMs > now) {
      this.#block = block.before(now)
      writeBlock(records, this.#block, false)
    }
    return 1 + block.next - block.first
  }

  /**
   * Adds entries of the same time to the journal, one for each name in `names`. Each name comes
   * after its length in one byte. The windows get the entries once they are committed.
   */
  add(records: Records, state: JournalState, timeMs: number, names: Uint8Array): void {
    const { next } = state
    let block = this.#lastBlock(records, state)
    const write = (): void => writeBlock(records, block, block.first >= next)
    for (let at = 0; at < names.length; at += 1 + (names[at] ?? 0)) {
      if (!block.add(timeMs, names, at)) {
        if (block.next > next) write()
        block = this.#newBlock(state.next)
        block.add(timeMs, names, at)
      }
      state.next++
    }
    write()
    state.block = block.first
    this.#block = block
  }

  /** Returns the block to which the next entry is added, if it fits. */
  #lastBlock(records: Records, { block: first, next }: JournalState): Block {
    if (this.#block?.first === first && this.#block.next === next) return this.#block
    const block = first < next ? readBlock(records, first) : undefined
    while (block !== undefined && block.read() !== 0);
    return block?.first === first && block.next === next ? block : this.#newBlock(next)
  }

  #newBlock(first: number): Block {
    return new Block(first, Buffer.alloc(this.#steps.block))
  }

  /**
   * Removes a step of entries that have expired or are too many, and their blocks. `requests` is
   * the number of waiting requests, 0 if there is time. Returns whether there may be more. What
   * changes in memory is right even if the transaction fails.
   */
  trim(records: Records, state: JournalState, now: number, requests: number): boolean {
    const { shrink, trim } = this.#steps
    const hasTime = requests === 0
    const hasMore = this.#windows.shrink(now, hasTime ? 8 * shrink : shrink + 2 * requests)
    state.first = Math.max(state.first, this.#windows.first)
    if (state.first - this.#trimmedTo < (hasTime ? 1 : trim)) return hasMore
    this.#trimmedTo = removeBlocks(records, state, hasTime ? mostRemoved : mostRemoved / 16)
    return hasMore || this.#trimmedTo < state.first
  }
}

const indexBytes = 6
const keyBytes = 1 + indexBytes

function blockKey(first: number): Buffer {
  const key = Buffer.alloc(keyBytes)
  blockKeys[0].copy(key)
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
 * Removes up to `most` blocks whose entries have all expired, but not the last block, to which more
 * are added. Returns the index before which no block is left.
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
