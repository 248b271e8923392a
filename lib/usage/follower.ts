import type { Records } from '../store/store.ts'
import { Block, blockBytes, mostEntries } from './block.ts'
import { readBlock, removeBlocks, writeBlock } from './journal.ts'
import type { JournalState } from './journal.ts'
import type { Windows } from './windows.ts'

/** How much is done at once. */
export interface Steps {
  /** Entries and blocks that are read in one transaction: 4,096 take about 2 ms. */
  readonly read: number
  /** Entries that memory lets go beside requests; eight times as many where there are none. */
  readonly shrink: number
  /** Entries that have to go from the journal before it is touched for them beside requests. */
  readonly trim: number
  /** Bytes of a block. */
  readonly block: number
}

/** The steps of a service. */
export const usualSteps: Steps = { read: 4096, shrink: 256, trim: 1024, block: blockBytes }

const mostRemoved = 256

/** Keeps the windows of a process and the journal that it shares with others the same. */
export class Follower {
  readonly #windows: Windows
  readonly #steps: Steps
  #journal = ''
  // The next entry to read stands in the block that begins here, or else in the next one.
  #readFrom = 0
  // Blocks before this place have been removed.
  #trimmedTo = 0
  // The one that was read or written last; what was written may not have been committed.
  #block: Block | undefined

  constructor(windows: Windows, steps: Steps) {
    this.#windows = windows
    this.#steps = steps
  }

  /** Reads what the journal has and the windows have not, a step; returns whether that was all. */
  follow(records: Records, state: JournalState, now: number): boolean {
    const windows = this.#windows
    const isOther = state.id !== this.#journal || state.next < windows.next
    // Others have removed all that memory has, and perhaps what it has not read yet.
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
    // It may stand in the middle of its block.
    this.#readFrom = Math.max(0, first - mostEntries)
    this.#windows.restart(this.#readFrom, first)
  }

  /** Reads a block; returns how much that was. */
  #read(block: Block, records: Records, { next }: JournalState, now: number): number {
    for (let at = block.read(); at !== 0 && block.next <= next; at = block.read()) {
      this.#windows.read(block.next - 1, block.timeMs, block.bytes, at, now)
    }
    this.#readFrom = Math.max(this.#readFrom + 1, block.next)
    this.#block = block
    // A time to come must not count as now for ever.
    if (block.timeMs > now) {
      this.#block = block.before(now)
      writeBlock(records, this.#block, false)
    }
    return 1 + block.next - block.place
  }

  /**
   * Adds entries to the journal, all of one time and as many as there are names, each with its
   * length in one byte before it. The windows have them once they are committed.
   */
  add(records: Records, state: JournalState, timeMs: number, names: Uint8Array): void {
    const { next } = state
    let block = this.#lastBlock(records, state)
    const write = (): void => writeBlock(records, block, block.place >= next)
    for (let at = 0; at < names.length; at += 1 + (names[at] ?? 0)) {
      if (!block.add(timeMs, names, at)) {
        if (block.next > next) write()
        block = this.#newBlock(state.next)
        block.add(timeMs, names, at)
      }
      state.next++
    }
    write()
    state.block = block.place
    this.#block = block
  }

  /** The block that the next entry comes into, if it fits. */
  #lastBlock(records: Records, { block: place, next }: JournalState): Block {
    if (this.#block?.place === place && this.#block.next === next) return this.#block
    const block = place < next ? readBlock(records, place) : undefined
    while (block !== undefined && block.read() !== 0);
    return block?.place === place && block.next === next ? block : this.#newBlock(next)
  }

  #newBlock(place: number): Block {
    return new Block(place, Buffer.alloc(this.#steps.block))
  }

  /**
   * Lets go of entries that have expired, or are too many, and of the blocks that hold no others;
   * `requests` tells how many come with it, 0 where there is time. Returns whether there may be
   * more. What it does to memory is right without the transaction, too.
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
