import { ClientTable } from './client-table.ts'
import { distance, EntryRing, positionOf } from './entry-ring.ts'
import { mostEntries } from './journal.ts'

/** How much the windows hold, and how long. */
export interface WindowSettings {
  /** Requests that count in a window; a client keeps none beyond them. */
  readonly limit: number
  readonly windowMs: number
  /** Windows, entries and bytes of records kept at most; beyond that the oldest entries go. */
  readonly maxClients: number
  readonly maxEntries: number
  readonly maxBytes: number
  /** Bytes of the longest name of a client. */
  readonly nameBytes: number
  /** Random numbers that nobody else knows: 256 for each byte of a name, and 256 more. */
  readonly seeds: Int32Array
}

/** What the store takes for a record beside its entries: its head, its key and its time. */
const recordBytes = 28

const none = -1
const nobody = 0

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
  #records = 0
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
    this.#records = 0
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
    while (this.#table.lastOf(row) !== none && !this.#counts(this.#oldestOf(row), now)) {
      this.#unlinkOldest(row)
    }
    if (this.#table.countOf(row) > 0) return row
    this.#table.remove(row)
    return nobody
  }

  countOf(row: number): number {
    return row === nobody ? 0 : this.#table.countOf(row)
  }

  /** How long the oldest request of a client still counts; a whole window where it comes now. */
  remainingMs(row: number, now: number): number {
    const { windowMs } = this.#settings
    if (row === nobody || this.#table.lastOf(row) === none) return windowMs
    return windowMs - this.#ageOf(this.#oldestOf(row), now)
  }

  /** Counts a request of the client that `find` was asked for, and gave, before it is certain. */
  reserve(found: number): number {
    const row = found === nobody ? this.#table.add() : found
    this.#table.count(row, 1)
    return row
  }

  /** Takes back what was reserved. */
  cancel(row: number): void {
    if (this.#table.count(row, -1) === 0) this.#table.remove(row)
  }

  /** Makes entries of what was reserved, in the order in which the journal has them. */
  append(rows: readonly number[], now: number): void {
    this.#newestMs = Math.max(this.#newestMs, now)
    rows.forEach((row, index) => this.#push(row, index % mostEntries === 0))
  }

  /**
   * Takes the entries of a record of the journal, names as `find` takes them, of which the first
   * has that place. What is missing before it, or does not count any more, is nobody's.
   */
  read(place: number, timeMs: number, names: Uint8Array, now: number): void {
    this.#turnBack(now)
    // A time to come counts as now, and none lies before the one that was read before it.
    this.#newestMs = Math.max(this.#newestMs, Math.min(timeMs, now))
    const hasExpired = now - this.#newestMs >= this.#settings.windowMs
    if (place > this.next) this.skip(place)
    let isFirst = true
    for (let at = 0; at < names.length; at += 1 + (names[at] ?? 0)) {
      const isDead = hasExpired || this.next < this.#first
      if (isDead && this.#isEmpty()) {
        this.skip(this.next + 1)
        continue
      }
      this.#push(isDead ? nobody : this.#countRead(names, at), isFirst)
      isFirst = false
    }
  }

  /** Goes on at a place to come: those up to there are nobody's. */
  skip(place: number): void {
    if (this.#isEmpty()) this.#ring.restart(place)
    while (this.next < place) this.#push(nobody, false)
    this.#first = Math.max(this.#first, this.#ring.first)
  }

  /**
   * Lets go what does not count any more, or is too much, in a step. Returns whether there may be
   * more. To empty one window, many entries of others may have to go: a step is longer then.
   */
  shrink(now: number, step: number): boolean {
    this.#turnBack(now)
    for (let left = this.#isFull() ? 64 * step : step; left > 0; left--) {
      if (this.#isEmpty()) return false
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

  #push(row: number, isFirst: boolean): void {
    const position = this.#ring.push(this.#newestMs | 0, (row << 1) | Number(isFirst))
    if (isFirst) this.#records++
    if (row === nobody) return
    const last = this.#table.lastOf(row)
    this.#ring.link(position, last === none ? position : this.#ring.linkOf(last))
    if (last !== none) this.#ring.link(last, position)
    this.#table.setLast(row, position)
  }

  #shift(oldest: number): void {
    const client = this.#ring.clientOf(oldest)
    this.#records -= client & 1
    const row = client >>> 1
    // It may have left its window before, and the row be another client's now.
    if (row !== nobody && this.#table.lastOf(row) !== none && this.#oldestOf(row) === oldest) {
      this.#unlinkOldest(row)
      if (this.#table.countOf(row) === 0) this.#table.remove(row)
    }
    this.#ring.shift()
    this.#first = Math.max(this.#first, this.#ring.first)
  }

  #unlinkOldest(row: number): void {
    const last = this.#table.lastOf(row)
    const oldest = this.#ring.linkOf(last)
    if (oldest === last) this.#table.setLast(row, none)
    else this.#ring.link(last, this.#ring.linkOf(oldest))
    this.#table.count(row, -1)
  }

  #oldestOf(row: number): number {
    return this.#ring.linkOf(this.#table.lastOf(row))
  }

  #isEmpty(): boolean {
    return this.#ring.first === this.#ring.next
  }

  #isFull(): boolean {
    const { maxClients, maxEntries, maxBytes, nameBytes } = this.#settings
    const entries = this.#ring.next - this.#ring.first
    const bytes = recordBytes * this.#records + (1 + nameBytes) * entries
    return this.#table.size > maxClients || entries > maxEntries || bytes > maxBytes
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
    const isFar = this.#newestMs - now > 2 ** 31
    for (let place = this.next - 1; place >= this.#ring.first; place--) {
      const position = positionOf(place)
      if (!isFar && ((this.#ring.timeOf(position) - now) | 0) <= 0) break
      this.#ring.setTime(position, now | 0)
    }
    this.#newestMs = now
  }
}
