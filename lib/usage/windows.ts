import { client, ClientTable, noClient } from './client-table.ts'
import type { ClientTableSettings } from './client-table.ts'
import { entry, EntryRing, none, positionOf } from './entry-ring.ts'

/** How much the windows hold. Beyond `maxClients` and `maxEntries`, the oldest entries go. */
export interface WindowSettings extends ClientTableSettings {
  /** Requests that a client may make in a window; 0 switches the limit off. */
  readonly limit: number
  readonly windowMs: number
  readonly maxEntries: number
}

/**
 * The windows of all clients, in memory: the entries of the journal in one ring that is ordered by
 * time. Each entry links to the next one of its client, so that admission, expiry and the time
 * until a client is free need the same few steps however many entries there are. Times are whole
 * milliseconds. `now` must never be before that of an earlier call.
 */
export class Windows {
  /** How many entries were removed before they had expired, to make room for new ones. */
  evicted = 0
  /** The time of the newest entry. */
  newestMs = 0
  readonly #settings: WindowSettings
  readonly #ring = new EntryRing()
  #table: ClientTable

  constructor(settings: WindowSettings) {
    this.#settings = settings
    this.#table = new ClientTable(settings)
  }

  /** The index of the oldest entry. */
  get first(): number {
    return this.#ring.first
  }

  /** The index of the next entry. */
  get next(): number {
    return this.#ring.next
  }

  get clients(): number {
    return this.#table.size
  }

  get entries(): number {
    return this.next - this.first
  }

  /** Forgets everything. The next entry will be at `index`. */
  restart(index: number): void {
    this.#table = new ClientTable(this.#settings)
    this.#ring.restart(index)
    this.newestMs = 0
  }

  /**
   * Removes entries that have expired, or are before `first`. No more can expire at once than were
   * admitted in the time since the last call.
   */
  expire(now: number, first = this.first): void {
    const { windowMs } = this.#settings
    const isOver = (): boolean => this.#ageOf(positionOf(this.first), now) >= windowMs
    while (this.entries > 0 && (this.first < first || isOver())) this.#removeOldest()
    if (this.next < first) this.#ring.restart(first)
  }

  /**
   * Removes at most `most` entries if there are too many entries or clients. Returns whether there
   * still are.
   */
  evict(most: number): boolean {
    for (let left = most; left > 0 && this.#isFull(); left--) {
      this.#removeOldest()
      this.evicted++
    }
    return this.#isFull()
  }

  /** Returns the row of the client whose name is in `names`, after its length, or `noClient`. */
  find(names: Uint8Array, at: number): number {
    return this.#table.find(names, at)
  }

  countOf(row: number): number {
    return row === noClient ? 0 : this.#table.get(row, client.count)
  }

  /** Returns how long the oldest request of a client still counts; a whole window if it is new. */
  remainingMs(row: number, now: number): number {
    const { windowMs } = this.#settings
    const oldest = row === noClient ? none : this.#table.get(row, client.oldest)
    return windowMs - (oldest === none ? 0 : this.#ageOf(oldest, now))
  }

  /** Counts a request that is not yet committed. `find` has just returned `found` for its name. */
  reserve(found: number, names: Uint8Array, at: number): number {
    const row = found === noClient ? this.#table.add(names, at) : found
    this.#table.set(row, client.count, this.countOf(row) + 1)
    return row
  }

  /** Takes back a reservation. A client without any request is removed. */
  cancel(row: number): void {
    const count = this.countOf(row) - 1
    this.#table.set(row, client.count, count)
    if (count === 0) this.#table.remove(row)
  }

  /** Makes entries of reservations, in the order of the journal. */
  append(rows: readonly number[], now: number): void {
    this.newestMs = now
    for (const row of rows) this.#push(row)
  }

  /** Adds an entry of the journal, its name at `at` as in `find`, unless it is there. */
  read(index: number, timeMs: number, names: Uint8Array, at: number, now: number): void {
    if (index < this.next) return
    // A time in the future counts as now, and no time is before that of the previous entry.
    this.newestMs = Math.max(this.newestMs, Math.min(timeMs, now))
    const isExpired = now - this.newestMs >= this.#settings.windowMs
    this.skip(isExpired ? index + 1 : index)
    if (!isExpired) this.#push(this.#countRead(names, at))
  }

  /** Continues at a later index. The entries before it belong to no client. */
  skip(index: number): void {
    if (this.entries === 0 && index > this.next) this.#ring.restart(index)
    while (this.next < index) this.#push(noClient)
  }

  #countRead(names: Uint8Array, at: number): number {
    // A name that is too long was made with a longer prefix, and is no client now.
    if ((names[at] ?? 0) > this.#settings.nameBytes) return noClient
    const row = this.reserve(this.#table.find(names, at), names, at)
    // The limit was higher.
    if (this.countOf(row) > this.#settings.limit) this.#unlinkOldest(row)
    return row
  }

  #push(row: number): void {
    const position = this.#ring.push(this.newestMs, row)
    if (row === noClient) return
    const newest = this.#table.get(row, client.newest)
    if (newest === none) this.#table.set(row, client.oldest, position)
    else this.#ring.set(newest, entry.next, position)
    this.#table.set(row, client.newest, position)
  }

  #removeOldest(): void {
    const oldest = positionOf(this.first)
    const row = this.#ring.get(oldest, entry.client)
    // It may have left its window before, and the row may be another client's.
    const isCounted = row !== noClient && this.#table.get(row, client.oldest) === oldest
    if (isCounted) this.#unlinkOldest(row)
    this.#ring.shift()
  }

  #unlinkOldest(row: number): void {
    const second = this.#ring.get(this.#table.get(row, client.oldest), entry.next)
    this.#table.set(row, client.oldest, second)
    if (second === none) this.#table.set(row, client.newest, none)
    this.cancel(row)
  }

  #isFull(): boolean {
    const { maxClients, maxEntries } = this.#settings
    return this.entries > 0 && (this.clients > maxClients || this.entries > maxEntries)
  }

  #ageOf(position: number, now: number): number {
    return (now - this.#ring.get(position, entry.time)) >>> 0
  }
}
