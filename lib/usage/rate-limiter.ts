import type { Records } from '../store/store.ts'
import {
  addEntries,
  blockBytes,
  mostEntries,
  readBlock,
  removeBlocks,
  writeBlock,
} from './journal-block.ts'
import type { Block } from './journal-block.ts'
import type { JournalState } from './journal-state.ts'
import { Windows } from './windows.ts'
import type { WindowSettings } from './windows.ts'

/** How many requests a client may make, and for how many clients that is known. */
export type RateLimitSettings = Pick<WindowSettings, 'limit' | 'windowMs' | 'maxClients'>

/** The limiter's decision on one request. */
export interface Admission {
  readonly isAdmitted: boolean
  /** How many requests the client has left. */
  readonly remaining: number
  /** The time until one more request would be admitted; for a refused request, when to retry. */
  readonly resetMs: number
}

/** How much is done at once. */
export interface Steps {
  /** Entries and blocks that are read in one transaction. 4,096 take about 2 ms. */
  readonly read: number
  /** Entries that leave memory in one turn because there are too many. */
  readonly evict: number
  /** Entries that must have expired before a turn with requests removes their blocks. */
  readonly trim: number
  /** The length of a block in bytes. */
  readonly block: number
}

/** The steps of a service. */
export const usualSteps: Steps = { read: 4096, evict: 32_768, trim: 1024, block: blockBytes }

const mostRemoved = 256

/**
 * A sliding window log: a request at time t is admitted if fewer than `limit` admitted requests of
 * its client are in (t − windowMs, t]. Times are whole milliseconds of a monotonic clock that all
 * processes of the machine share. Admitted requests are kept in the journal, and in memory as far
 * as the journal has been read. Memory changes only with what is committed.
 */
export class RateLimiter {
  readonly windows: Windows
  readonly #limit: number
  readonly #steps: Steps
  #journal = ''
  // The next entry to read is in the block that begins at this index, or else in the next block.
  #readFrom = 0
  // Blocks before this index have been removed.
  #trimmedTo = 0
  // The block that was read or written last. What was written may not have been committed.
  #block: Block | undefined
  #reserved: number[] = []
  #reservedAt = 0
  // Names of clients, each after its length in one byte.
  #names = Buffer.alloc(4096)

  constructor(settings: WindowSettings, steps = usualSteps) {
    this.#limit = settings.limit
    this.#steps = steps
    this.windows = new Windows(settings)
  }

  /** Returns the refusal of a client that is known to be at its limit, without a transaction. */
  recall(client: string, now: number): Admission | undefined {
    this.#writeName(client, 0)
    this.windows.expire(now)
    const row = this.windows.find(this.#names, 0)
    const isAdmitted = this.windows.countOf(row) < this.#limit
    return isAdmitted ? undefined : this.#describe(row, isAdmitted, now)
  }

  /**
   * Reads, inside a transaction, some thousand entries of the journal that memory does not have.
   * Returns whether that was all: only then may `admit` be called.
   */
  follow(records: Records, state: JournalState, now: number): boolean {
    this.discard()
    const { windows } = this
    const isOther = state.id !== this.#journal || state.next < windows.next
    // The clock never steps back. If it did, later times would count as now.
    if (isOther || now < windows.newestMs) this.#restart(state)
    windows.expire(now, state.first)
    for (let left = this.#steps.read; windows.next < state.next; ) {
      if (left <= 0) return false
      const block = readBlock(records, this.#readFrom)
      if (block === undefined) windows.skip(state.next)
      else left -= this.#read(block, records, state, now)
    }
    this.#readFrom = state.block
    return true
  }

  /**
   * Decides on one request of each client, in order, and adds the admitted ones to the journal. The
   * caller must then call `commit` or `discard`; if the transaction runs again, it calls `follow`.
   */
  admit(
    records: Records,
    state: JournalState,
    clients: readonly string[],
    now: number,
  ): Admission[] {
    this.#reservedAt = now
    let end = 0
    const admissions = clients.map((client) => {
      const after = this.#writeName(client, end)
      const found = this.windows.find(this.#names, end)
      const isAdmitted = this.windows.countOf(found) < this.#limit
      if (!isAdmitted) return this.#describe(found, isAdmitted, now)
      const row = this.windows.reserve(found, this.#names, end)
      this.#reserved.push(row)
      end = after
      return this.#describe(row, isAdmitted, now)
    })
    if (end > 0) {
      const names = this.#names.subarray(0, end)
      this.#block = addEntries(records, state, now, names, this.#block, this.#steps.block)
    }
    return admissions
  }

  /** Keeps what was admitted: it is committed. */
  commit(): void {
    this.windows.append(this.#reserved, this.#reservedAt)
    this.#reserved = []
  }

  /** Forgets what was admitted: it is not committed. */
  discard(): void {
    for (const row of this.#reserved) this.windows.cancel(row)
    this.#reserved = []
  }

  /**
   * Removes a step of entries if there are too many, and a step of blocks that are not needed: a
   * longer one if `hasTime`. Returns whether there may be more. Call it after `follow`. What
   * changes in memory is right even if the transaction fails.
   */
  trim(records: Records, state: JournalState, hasTime: boolean): boolean {
    const { evict, trim } = this.#steps
    const hasMore = this.windows.evict(evict)
    state.first = this.windows.first
    if (state.first - this.#trimmedTo < (hasTime ? 1 : trim)) return hasMore
    this.#trimmedTo = removeBlocks(records, state, hasTime ? mostRemoved : mostRemoved / 16)
    return hasMore || this.#trimmedTo < state.first
  }

  #restart({ id, first }: JournalState): void {
    this.#journal = id
    this.#trimmedTo = 0
    this.#block = undefined
    // The first entry may be in the middle of its block.
    this.#readFrom = Math.max(0, first - mostEntries)
    this.windows.restart(first)
  }

  /** Reads a block, and returns how much that was. */
  #read(block: Block, records: Records, { next }: JournalState, now: number): number {
    for (let at = block.read(); at !== 0 && block.next <= next; at = block.read()) {
      this.windows.read(block.next - 1, block.timeMs, block.bytes, at, now)
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

  #describe(row: number, isAdmitted: boolean, now: number): Admission {
    const remaining = Math.max(0, this.#limit - this.windows.countOf(row))
    return { isAdmitted, remaining, resetMs: this.windows.remainingMs(row, now) }
  }

  /** Writes a name after its length, and returns where it ends. */
  #writeName(client: string, start: number): number {
    const { length } = client
    const end = start + 1 + length
    if (end > this.#names.length) this.#names = Buffer.concat([this.#names], 2 * end)
    this.#names[start] = length
    for (let index = 0; index < length; index++) {
      this.#names[start + 1 + index] = client.charCodeAt(index)
    }
    return end
  }
}
