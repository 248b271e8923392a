const chunkBits = 14
const chunkSize = 1 << chunkBits
const chunkMask = chunkSize - 1

/** The position of no entry. */
export const none = -1

// Indexes grow without end, but never are this many entries kept: 31 bits tell them apart.
const positionMask = 0x7fff_ffff

/**
 * A part of the ring with a fixed number of entries. Most parts span little time, so that 2 bytes
 * for each entry are enough for its time: 10 bytes an entry, and ten million are kept.
 */
interface Chunk {
  /** The last 32 bits of the time, in milliseconds, that the times of the entries are added to. */
  startMs: number
  times: Uint16Array | Uint32Array
  /** The client and the link of each entry. */
  readonly words: Int32Array
}

const mostShortMs = 0xffff

/**
 * The entries of the journal that are kept in memory, from index `first` to before `next`, ordered
 * by time. Chunks that become free at the old end are used again at the new end, and no entry is
 * ever copied. An entry is known by its position: the last 31 bits of its index in the journal.
 */
export class EntryRing {
  first = 0
  next = 0
  #chunks: Array<Chunk | undefined> = [undefined, undefined]
  #spare: Chunk | undefined

  /** Removes all entries, and continues at another index. */
  restart(index: number): void {
    this.#chunks = [undefined, undefined]
    this.first = index
    this.next = index
  }

  /**
   * Adds an entry at the end and returns its position. It joins the circle of its client, between
   * `newest`, the client's newest entry or `none`, and the client's oldest entry.
   */
  push(time: number, client: number, newest: number): number {
    const position = positionOf(this.next)
    const at = position & chunkMask
    // At its start, the slot may hold another chunk that is in use: then the list has to grow.
    const present = at === 0 ? undefined : this.#chunks[this.#slotOf(position)]
    const chunk = present ?? this.#openChunk(position)
    if (present === undefined || this.first === this.next) chunk.startMs = time
    const oldest = newest === none ? position : this.linkOf(newest)
    setTime(chunk, at, time)
    chunk.words[2 * at] = client
    chunk.words[2 * at + 1] = oldest
    if (newest !== none) this.link(newest, position)
    this.next++
    return position
  }

  /** Removes the oldest entry. */
  shift(): void {
    const position = positionOf(this.first++)
    if ((position & chunkMask) !== chunkMask) return
    const slot = this.#slotOf(position)
    this.#spare = this.#chunks[slot]
    this.#chunks[slot] = undefined
  }

  /** Returns the last 32 bits of an entry's time in milliseconds. */
  timeOf(position: number): number {
    const { startMs, times } = this.#chunkOf(position)
    // The index is always in the array.
    return (startMs + (times[position & chunkMask] ?? 0)) | 0
  }

  /** Sets the times of entries that are later than `now` to `now`; the last one is `newest`. */
  turnBack(now: number, newest: number): void {
    const isFar = newest - now > 2 ** 31
    for (let index = this.next - 1; index >= this.first; index--) {
      const position = positionOf(index)
      if (!isFar && ((this.timeOf(position) - now) | 0) <= 0) break
      setTime(this.#chunkOf(position), position & chunkMask, now)
    }
  }

  clientOf(position: number): number {
    return numberAt(this.#chunkOf(position).words, 2 * (position & chunkMask))
  }

  /** Returns the next entry in the circle of the same client. */
  linkOf(position: number): number {
    return numberAt(this.#chunkOf(position).words, 2 * (position & chunkMask) + 1)
  }

  link(position: number, following: number): void {
    this.#chunkOf(position).words[2 * (position & chunkMask) + 1] = following
  }

  #chunkOf(position: number): Chunk {
    return chunkAt(this.#chunks, this.#slotOf(position))
  }

  #slotOf(position: number): number {
    return (position >>> chunkBits) & (this.#chunks.length - 1)
  }

  #openChunk(position: number): Chunk {
    const chunkCount = Math.ceil((this.next - this.first) / chunkSize) + 1
    if (chunkCount > this.#chunks.length) this.#widen()
    const chunk = this.#spare ?? {
      startMs: 0,
      times: new Uint16Array(chunkSize),
      words: new Int32Array(2 * chunkSize),
    }
    if (chunk.times instanceof Uint32Array) chunk.times = new Uint16Array(chunkSize)
    this.#spare = undefined
    this.#chunks[this.#slotOf(position)] = chunk
    return chunk
  }

  // Doubles the list of chunks. Only the list is copied.
  #widen(): void {
    const chunks = this.#chunks
    this.#chunks = new Array<undefined>(2 * chunks.length).fill(undefined)
    for (let index = this.first - (this.first & chunkMask); index < this.next; index += chunkSize) {
      const number = positionOf(index) >>> chunkBits
      this.#chunks[number & (this.#chunks.length - 1)] = chunks[number & (chunks.length - 1)]
    }
  }
}

function setTime(chunk: Chunk, at: number, time: number): void {
  const ms = (time - chunk.startMs) >>> 0
  if (ms > mostShortMs && chunk.times instanceof Uint16Array) {
    chunk.times = new Uint32Array(chunk.times)
  }
  chunk.times[at] = ms
}

/** Returns the position of the entry at an index. */
export function positionOf(index: number): number {
  return index & positionMask
}

/** Returns how many entries lie between a position and one that is not before it. */
export function distance(from: number, to: number): number {
  return (to - from) & positionMask
}

/** Returns a chunk of a list; throws if there is none. */
export function chunkAt<Part>(chunks: ReadonlyArray<Part | undefined>, index: number): Part {
  const chunk = chunks[index]
  if (chunk === undefined) throw new RangeError(`There is no chunk at ${index}`)
  return chunk
}

/** Returns a number of an array; throws if the array is too short. */
export function numberAt(numbers: Int32Array, index: number): number {
  const number = numbers[index]
  if (number === undefined) throw new RangeError(`There is no number at ${index}`)
  return number
}
