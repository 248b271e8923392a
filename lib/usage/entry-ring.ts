const chunkBits = 14
const chunkSize = 1 << chunkBits
const chunkMask = chunkSize - 1

/** The position of no entry. */
export const none = -1

/** The numbers of an entry: the last 32 bits of its time, its client, its client's next entry. */
export const entry = { time: 0, client: 1, next: 2 } as const

const entryNumbers = 3

// Indexes grow without end, but fewer entries than this are kept: 31 bits tell them apart.
const positionMask = 0x7fff_ffff

/**
 * The entries of the journal that are kept in memory, from index `first` to before `next`, ordered
 * by time: 12 bytes each, and ten million are kept. They are in chunks, so that no entry is ever
 * copied. An entry is known by its position: the last 31 bits of its index in the journal.
 */
export class EntryRing {
  first = 0
  next = 0
  #chunks: Int32Array[] = []
  /** The position at which the first chunk starts. */
  #start = 0
  #spare: Int32Array | undefined

  /** Removes all entries, and continues at another index. */
  restart(index: number): void {
    this.#chunks = []
    this.#start = positionOf(index - (index % chunkSize))
    this.first = index
    this.next = index
  }

  /** Adds an entry at the end, and returns its position. */
  push(timeMs: number, client: number): number {
    const position = positionOf(this.next++)
    if ((position & chunkMask) === 0 || this.#chunks.length === 0) {
      this.#chunks.push(this.#spare ?? new Int32Array(entryNumbers * chunkSize))
      this.#spare = undefined
    }
    const chunk = this.#chunkOf(position)
    const at = entryNumbers * (position & chunkMask)
    chunk[at + entry.time] = timeMs | 0
    chunk[at + entry.client] = client
    chunk[at + entry.next] = none
    return position
  }

  /** Removes the oldest entry. */
  shift(): void {
    const position = positionOf(this.first++)
    if ((position & chunkMask) !== chunkMask) return
    this.#spare = this.#chunks.shift()
    this.#start = positionOf(this.first)
  }

  get(position: number, field: number): number {
    return numberAt(this.#chunkOf(position), entryNumbers * (position & chunkMask) + field)
  }

  set(position: number, field: number, value: number): void {
    this.#chunkOf(position)[entryNumbers * (position & chunkMask) + field] = value
  }

  #chunkOf(position: number): Int32Array {
    return itemAt(this.#chunks, positionOf(position - this.#start) >>> chunkBits)
  }
}

/** Returns the position of the entry at an index. */
export function positionOf(index: number): number {
  return index & positionMask
}

/** Returns an item of a list; throws if there is none. */
export function itemAt<Item>(items: readonly Item[], index: number): Item {
  const item = items[index]
  if (item === undefined) throw new RangeError(`There is no item at ${index}`)
  return item
}

/** Returns a number of an array; throws if the array is too short. */
export function numberAt(numbers: Int32Array, index: number): number {
  const number = numbers[index]
  if (number === undefined) throw new RangeError(`There is no number at ${index}`)
  return number
}
