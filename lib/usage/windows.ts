import { ClientTable, nobody } from './client-table.ts'
import { distance, EntryRing, none, positionOf } from './entry-ring.ts'
import type { WindowSettings } from './limit-settings.ts'

/**
 * The windows of all clients, in memory: each is a circle of entries in one ring that is ordered by
 * time. The newest entry of a client links to its oldest one, so that admission, expiry and the
 * time at which a client is free take the same few steps however many there are. What has expired
 * leaves at the old end of the ring when there is time; its window does not count it meanwhile.
 */
export class Windows {
  /** Entries that made room for new ones although they had not expired. */
  evicted = 0
  readonly #settings: WindowSettings
  readonly #ring = new EntryRing()
  #table: ClientTable
  #newestMs = 0
  // Entries before this place do not count any more; some of them may still stand in the ring.
  #first = 0

  constructor(settings: WindowSettings) {
    this.#settings = settings
    this.#table = new ClientTable(settings.nameBytes, settings.seeds)
  }

  /** The place of the oldest entry that counts. */
  get first(): number {
    return this.#first
  }

  /** The place that the next entry has. */
  get next(): number {
    return this.#ring.next
  }

  get clients(): number {
    return this.#table.size
  }

  /** How many entries are kept, those that do not count any more included. */
  get entries(): number {
    return this.#ring.next - this.#ring.first
  }

  /** Forgets everything. The next entry to read is at `place`; none counts before `first`. */
  restart(place: number, first: number): void {
    this.#table = new ClientTable(this.#settings.nameBytes, this.#settings.seeds)
    this.#ring.restart(place)
    this.#first = first
  }

  /** Learns that entries before a place do not count any more. */
  forgetBefore(place: number): void {
    this.#first = Math.max(this.#first, place)
  }

  /**
   * The row of the client whose name stands in `bytes`, its length in one byte before it; 0 where
   * no request of it counts.
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

  /** How long the oldest request of a client still counts; a whole window where it comes now. */
  remainingMs(row: number, now: number): number {
    const { windowMs } = this.#settings
    const oldest = row === nobody ? none : this.#oldestOf(row)
    return oldest === none ? windowMs : windowMs - this.#ageOf(oldest, now)
  }

  /** Counts a request of the client that `find` was asked for, and gave, before it is certain. */
  reserve(found: number): number {
    const row = found === nobody ? this.#table.add() : found
    this.#table.count(row, 1)
    return row
  }

  /** Takes back what was reserved: a client without a request that counts is forgotten. */
  cancel(row: number): void {
    if (this.#table.count(row, -1) === 0) this.#table.remove(row)
  }

  /** Makes entries of what was reserved, in the order in which the journal has them. */
  append(rows: readonly number[], now: number): void {
    this.#newestMs = Math.max(this.#newestMs, now)
    for (const row of rows) this.#push(row)
  }

  /**
   * Takes an entry of the journal, its name as `find` takes it. What is missing before it, or does
   * not count any more, is nobody's.
   */
  read(place: number, timeMs: number, names: Uint8Array, at: number, now: number): void {
    if (place < this.next) return
    this.#turnBack(now)
    // A time to come counts as now, and none lies before the one that was read before it.
    this.#newestMs = Math.max(this.#newestMs, Math.min(timeMs, now))
    const isDead = place < this.#first || now - this.#newestMs >= this.#settings.windowMs
    this.skip(isDead && this.entries === 0 ? place + 1 : place)
    if (place === this.next) this.#push(isDead ? nobody : this.#countRead(names, at))
  }

  /** Goes on at a place to come: those up to there are nobody's. */
  skip(place: number): void {
    if (this.entries === 0 && place > this.next) this.#ring.restart(place)
    while (this.next < place) this.#push(nobody)
    this.#first = Math.max(this.#first, this.#ring.first)
  }

  /**
   * Lets go what does not count any more, or is too much, in a step. Returns whether there may be
   * more. To empty one window, many entries of others may have to go: a step is longer then.
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
      this.#shift(oldest)
    }
    return true
  }

  #countRead(names: Uint8Array, at: number): number {
    // A name that is too long was made of a longer prefix, and is nobody's now.
    if ((names[at] ?? 0) > this.#settings.nameBytes) return nobody
    const row = this.reserve(this.#table.find(names, at))
    if (this.#table.countOf(row) > this.#settings.limit) this.#unlinkOldest(row)
    return row
  }

  #push(row: number): void {
    const last = row === nobody ? none : this.#table.lastOf(row)
    const position = this.#ring.push(this.#newestMs | 0, row, last)
    if (row !== nobody) this.#table.setLast(row, position)
  }

  #shift(oldest: number): void {
    const row = this.#ring.clientOf(oldest)
    // It may have left its window before, and the row be another client's now.
    if (row !== nobody && this.#oldestOf(row) === oldest) this.#unlinkOldest(row)
    this.#ring.shift()
    this.#first = Math.max(this.#first, this.#ring.first)
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
    return this.#table.size > maxClients || this.entries > maxEntries
  }

  #counts(position: number, now: number): boolean {
    // Positions tell places apart within 2^31.
    const isThere = distance(positionOf(this.#first), position) < this.next - this.#first
    return isThere && this.#ageOf(position, now) < this.#settings.windowMs
  }

  #ageOf(position: number, now: number): number {
    return (now - this.#ring.timeOf(position)) >>> 0
  }

  // The clock never steps. Should it, times to come count as now: a window long, and no longer.
  #turnBack(now: number): void {
    if (now >= this.#newestMs) return
    this.#ring.turnBack(now, this.#newestMs)
    this.#newestMs = now
  }
}
