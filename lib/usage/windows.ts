import { ClientTable, nobody } from './client-table.ts'
import { distance, EntryRing, none, positionOf } from './entry-ring.ts'

/** How much the windows hold. */
export interface WindowSettings {
  /** Requests that a client may make in a window; 0 switches the limit off. */
  readonly limit: number
  readonly windowMs: number
  /** The most windows and entries that are kept. Beyond that, the oldest entries go. */
  readonly maxClients: number
  readonly maxEntries: number
  /** The length of the longest name. */
  readonly nameBytes: number
  /** Secret random numbers: 256 for each byte of a name, and 256 more. */
  readonly seeds: Int32Array
}

/**
 * The windows of all clients, in memory. Each window is a circle of entries in one ring that is
 * ordered by time. The newest entry of a client links to its oldest one, so that admission, expiry
 * and the time until a client is free need the same few steps however many entries there are.
 * Expired entries do not count, and leave the ring when there is time.
 */
export class Windows {
  /** How many entries were removed before they had expired, to make room for new ones. */
  evicted = 0
  readonly #settings: WindowSettings
  readonly #ring = new EntryRing()
  #table: ClientTable
  #newestMs = 0
  // Entries before this index no longer count.
  #first = 0

  constructor(settings: WindowSettings) {
    this.#settings = settings
    this.#table = new ClientTable(settings.nameBytes, settings.seeds)
  }

  /** The index of the oldest entry that may count. */
  get first(): number {
    return Math.max(this.#first, this.#ring.first)
  }

  /** The index of the next entry. */
  get next(): number {
    return this.#ring.next
  }

  get clients(): number {
    return this.#table.size
  }

  get entries(): number {
    return this.#ring.next - this.#ring.first
  }

  /** Forgets everything. The next entry will be at `index`, and none counts before `first`. */
  restart(index: number, first: number): void {
    this.#table = new ClientTable(this.#settings.nameBytes, this.#settings.seeds)
    this.#ring.restart(index)
    this.#first = first
  }

  /** Stops counting entries before an index. */
  forgetBefore(index: number): void {
    this.#first = Math.max(this.#first, index)
  }

  /**
   * Returns the row of the client whose name is in `bytes`, after its length; `nobody` if none of
   * its requests counts.
   */
  find(bytes: Uint8Array, at: number, now: number): number {
    this.#turnBack(now)
    const row = this.#table.find(bytes, at)
    if (row === nobody) return nobody
    let oldest = this.#oldestOf(row)
    for (; oldest !== none && !this.#counts(oldest, now); oldest = this.#oldestOf(row)) {
      this.#unlinkOldest(row)
    }
    return this.#table.countOf(row) > 0 ? row : nobody
  }

  countOf(row: number): number {
    return row === nobody ? 0 : this.#table.countOf(row)
  }

  /** Returns how long the oldest request of a client still counts; a whole window if it is new. */
  remainingMs(row: number, now: number): number {
    const { windowMs } = this.#settings
    const oldest = row === nobody ? none : this.#oldestOf(row)
    return windowMs - (oldest === none ? 0 : this.#ageOf(oldest, now))
  }

  /** Counts a request that is not yet committed. `found` is what `find` has just returned. */
  reserve(found: number): number {
    const row = found === nobody ? this.#table.add() : found
    this.#table.count(row, 1)
    return row
  }

  /** Takes back a reservation. A client without any request is removed. */
  cancel(row: number): void {
    if (this.#table.count(row, -1) === 0) this.#table.remove(row)
  }

  /** Makes entries of reservations, in the order of the journal. */
  append(rows: readonly number[], now: number): void {
    this.#newestMs = Math.max(this.#newestMs, now)
    for (const row of rows) this.#push(row)
  }

  /**
   * Adds an entry of the journal, its name at `at` as in `find`. Entries that are missing before
   * it, or no longer count, belong to nobody.
   */
  read(index: number, timeMs: number, names: Uint8Array, at: number, now: number): void {
    if (index < this.next) return
    this.#turnBack(now)
    // A time in the future counts as now, and no time is before that of the previous entry.
    this.#newestMs = Math.max(this.#newestMs, Math.min(timeMs, now))
    const isDead = index < this.first || now - this.#newestMs >= this.#settings.windowMs
    this.skip(isDead && this.entries === 0 ? index + 1 : index)
    if (index === this.next) this.#push(isDead ? nobody : this.#countRead(names, at))
  }

  /** Continues at a later index. The entries before it belong to nobody. */
  skip(index: number): void {
    if (this.entries === 0 && index > this.next) this.#ring.restart(index)
    while (this.next < index) this.#push(nobody)
  }

  /**
   * Removes a step of entries that have expired or are too many. Returns whether there may be more.
   * To empty one window, many entries of others may have to go: then a step is longer.
   */
  shrink(now: number, step: number): boolean {
    this.#turnBack(now)
    for (let left = this.#isFull() ? 64 * step : step; left > 0; left--) {
      if (this.entries === 0) return false
      const oldest = positionOf(this.#ring.first)
      if (this.#counts(oldest, now)) {
        if (!this.#isFull()) return false
        this.evicted++
      }
      const row = this.#ring.clientOf(oldest)
      // It may have left its window before, and the row may be another client's.
      if (row !== nobody && this.#oldestOf(row) === oldest) this.#unlinkOldest(row)
      this.#ring.shift()
    }
    return true
  }

  #countRead(names: Uint8Array, at: number): number {
    // A name that is too long was made with a longer prefix, and is no client now.
    if ((names[at] ?? 0) > this.#settings.nameBytes) return nobody
    const row = this.reserve(this.#table.find(names, at))
    if (this.countOf(row) > this.#settings.limit) this.#unlinkOldest(row)
    return row
  }

  #push(row: number): void {
    if (row === nobody) return void this.#ring.push(this.#newestMs | 0, nobody, none)
    this.#table.setLast(row, this.#ring.push(this.#newestMs | 0, row, this.#table.lastOf(row)))
  }

  #unlinkOldest(row: number): void {
    const last = this.#table.lastOf(row)
    const oldest = this.#ring.linkOf(last)
    if (oldest === last) this.#table.setLast(row, none)
    else this.#ring.link(last, this.#ring.linkOf(oldest))
    this.cancel(row)
  }

  #oldestOf(row: number): number {
    const last = this.#table.lastOf(row)
    return last === none ? none : this.#ring.linkOf(last)
  }

  #isFull(): boolean {
    const { maxClients, maxEntries } = this.#settings
    return this.clients > maxClients || this.entries > maxEntries
  }

  #counts(position: number, now: number): boolean {
    const isThere = distance(positionOf(this.first), position) < this.next - this.first
    return isThere && this.#ageOf(position, now) < this.#settings.windowMs
  }

  #ageOf(position: number, now: number): number {
    return (now - this.#ring.timeOf(position)) >>> 0
  }

  // The clock never steps back. If it did, later times would count as now.
  #turnBack(now: number): void {
    if (now >= this.#newestMs) return
    this.#ring.turnBack(now, this.#newestMs)
    this.#newestMs = now
  }
}
