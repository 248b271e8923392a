const chunkBits = 12
const chunkSize = 1 << chunkBits
const chunkMask = chunkSize - 1
const entryWords = 3

/** The position of no entry. */
export const none = -1

/** Which entries a ring tells apart: their places go on without end, and only so many are kept. */
const positionMask = 0x7fff_ffff

/**
 * The entries of the journal that are kept, three numbers each, from the place `first` to before
 * `next`. What goes at the old end makes room at the new one: chunks of entries are used again, and
 * none is ever copied. An entry is named by its position, the last 31 bits of its place.
 */
export class EntryRing {
  first = 0
  next = 0
  #chunks: Array<Int32Array | undefined> = [undefined, undefined]
  #spare: Int32Array | undefined

  /** Begins anew, without entries, at another place. */
  restart(place: number): void {
    this.#chunks = [undefined, undefined]
    this.first = place
    this.next = place
  }

  /**
   * Adds an entry at the end, and returns its position. It comes into the circle of its client,
   * between the newest entry of that, or `none`, and the oldest one.
   */
  push(time: number, client: number, newest: number): number {
    const position = this.next & positionMask
    // A new chunk may come into the slot of one that is still in use, which then makes way.
    const isNew = (position & chunkMask) === 0
    const chunk = (isNew ? undefined : this.#chunkOf(position)) ?? this.#openChunk(position)
    const at = (position & chunkMask) * entryWords
    chunk[at] = time
    chunk[at + 1] = client
    chunk[at + 2] = newest === none ? position : this.linkOf(newest)
    if (newest !== none) this.link(newest, position)
    this.next++
    return position
  }

  /** Lets the oldest entry go. */
  shift(): void {
    const position = this.first++ & positionMask
    if ((position & chunkMask) !== chunkMask) return
    const slot = this.#slotOf(position)
    this.#spare = this.#chunks[slot]
    this.#chunks[slot] = undefined
  }

  /** The last 32 bits of its time in milliseconds. */
  timeOf(position: number): number {
    return this.#chunkOf(position)?.[(position & chunkMask) * entryWords] ?? 0
  }

  /** Makes times in milliseconds that are later than `now` the present; one is `newest`. */
  turnBack(now: number, newest: number): void {
    const isFar = newest - now > 2 ** 31
    for (let place = this.next - 1; place >= this.first; place--) {
      const position = positionOf(place)
      if (!isFar && ((this.timeOf(position) - now) | 0) <= 0) break
      const chunk = this.#chunkOf(position)
      if (chunk !== undefined) chunk[(position & chunkMask) * entryWords] = now | 0
    }
  }

  clientOf(position: number): number {
    return this.#chunkOf(position)?.[(position & chunkMask) * entryWords + 1] ?? 0
  }

  /** The entry that follows in the circle of its client. */
  linkOf(position: number): number {
    return this.#chunkOf(position)?.[(position & chunkMask) * entryWords + 2] ?? 0
  }

  link(position: number, following: number): void {
    const chunk = this.#chunkOf(position)
    if (chunk !== undefined) chunk[(position & chunkMask) * entryWords + 2] = following
  }

  #chunkOf(position: number): Int32Array | undefined {
    return this.#chunks[this.#slotOf(position)]
  }

  #slotOf(position: number): number {
    return (position >>> chunkBits) & (this.#chunks.length - 1)
  }

  #openChunk(position: number): Int32Array {
    const chunkCount = Math.ceil((this.next - this.first) / chunkSize) + 1
    if (chunkCount > this.#chunks.length) this.#widen()
    const chunk = this.#spare ?? new Int32Array(chunkSize * entryWords)
    this.#spare = undefined
    this.#chunks[this.#slotOf(position)] = chunk
    return chunk
  }

  // Only the list of chunks is twice as long then: 4,096 of them hold 16 million entries.
  #widen(): void {
    const chunks = this.#chunks
    this.#chunks = new Array<undefined>(2 * chunks.length).fill(undefined)
    for (let place = this.first - (this.first & chunkMask); place < this.next; place += chunkSize) {
      const number = (place & positionMask) >>> chunkBits
      this.#chunks[number & (this.#chunks.length - 1)] = chunks[number & (chunks.length - 1)]
    }
  }
}

/** The position of a place. */
export function positionOf(place: number): number {
  return place & positionMask
}

/** How many places lie from one position to another that is not before it. */
export function distance(from: number, to: number): number {
  return (to - from) & positionMask
}
