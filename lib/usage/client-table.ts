import { itemAt, none, numberAt } from './entry-ring.ts'

/** The row of no client. */
export const noClient = 0

/** The numbers of a row: the client's oldest and newest entry, or `none`, and a count. */
export const client = { oldest: 0, newest: 1, count: 2 } as const

// The numbers that only the table uses: the bucket, and the next row of the same bucket.
const own = { bucket: 3, next: 4 } as const

const rowNumbers = 5
const chunkBits = 15
const chunkSize = 1 << chunkBits
const mostBucketBits = 22

/** How many clients are expected, and what their names are. */
export interface ClientTableSettings {
  readonly maxClients: number
  /** The length of the longest name. */
  readonly nameBytes: number
  /** Secret random numbers: 256 for each byte of a name, and 256 more. */
  readonly seeds: Int32Array
}

/** The names and the numbers of some rows. */
interface Chunk {
  readonly names: Uint8Array
  readonly numbers: Int32Array
}

/**
 * A hash table of clients, for millions of them. Each has a row with its name and its numbers. Rows
 * are numbered from 1 on, and are in chunks, so that none is ever copied. The kernel provides the
 * memory of buckets when they are first used.
 */
export class ClientTable {
  /** The number of clients. */
  size = 0
  readonly #nameBytes: number
  // Secret, so that clients cannot choose names for one bucket (tabulation hashing, Zobrist 1970).
  readonly #seeds: Int32Array
  readonly #buckets: Int32Array
  readonly #chunks: Chunk[] = []
  #rowCount = 0
  #freeRow = noClient
  // The bucket of the name that was last searched for.
  #bucket = 0

  constructor({ maxClients, nameBytes, seeds }: ClientTableSettings) {
    this.#nameBytes = nameBytes
    this.#seeds = seeds
    const bits = Math.min(mostBucketBits, Math.ceil(Math.log2(maxClients)))
    this.#buckets = new Int32Array(2 ** bits)
  }

  /**
   * Returns the row of the client whose name is in `names`, after its length in one byte;
   * `noClient` if there is none, or if the name is too long.
   */
  find(names: Uint8Array, at: number): number {
    const length = names[at] ?? 0
    if (length > this.#nameBytes) return noClient
    let hash = numberAt(this.#seeds, length)
    for (let index = 1; index <= length; index++) {
      hash ^= numberAt(this.#seeds, (index << 8) | (names[at + index] ?? 0))
    }
    this.#bucket = hash & (this.#buckets.length - 1)
    let row = numberAt(this.#buckets, this.#bucket)
    while (row !== noClient && !this.#hasName(row, names, at)) row = this.get(row, own.next)
    return row
  }

  /** Adds a name that `find` has just not found, and returns its row: no entry, a count of 0. */
  add(names: Uint8Array, at: number): number {
    const row = this.#takeRow()
    const chunk = this.#chunkOf(row)
    const start = this.#nameStart(row)
    for (let index = names[at] ?? 0; index >= 0; index--) {
      chunk.names[start + index] = names[at + index] ?? 0
    }
    this.set(row, client.oldest, none)
    this.set(row, client.newest, none)
    this.set(row, client.count, 0)
    this.set(row, own.bucket, this.#bucket)
    this.set(row, own.next, numberAt(this.#buckets, this.#bucket))
    this.#buckets[this.#bucket] = row
    this.size++
    return row
  }

  /** Removes a client. Its row will be used for another one. */
  remove(row: number): void {
    const bucket = this.get(row, own.bucket)
    const next = this.get(row, own.next)
    let before = numberAt(this.#buckets, bucket)
    if (before === row) this.#buckets[bucket] = next
    else {
      while (this.get(before, own.next) !== row) before = this.get(before, own.next)
      this.set(before, own.next, next)
    }
    this.set(row, own.next, this.#freeRow)
    this.#freeRow = row
    this.size--
  }

  get(row: number, field: number): number {
    return numberAt(this.#chunkOf(row).numbers, rowNumbers * placeOf(row) + field)
  }

  set(row: number, field: number, value: number): void {
    this.#chunkOf(row).numbers[rowNumbers * placeOf(row) + field] = value
  }

  #takeRow(): number {
    const row = this.#freeRow
    if (row !== noClient) {
      this.#freeRow = this.get(row, own.next)
      return row
    }
    if (this.#rowCount === chunkSize * this.#chunks.length) {
      const names = new Uint8Array(chunkSize * (this.#nameBytes + 1))
      this.#chunks.push({ names, numbers: new Int32Array(chunkSize * rowNumbers) })
    }
    return ++this.#rowCount
  }

  #hasName(row: number, names: Uint8Array, at: number): boolean {
    const { names: present } = this.#chunkOf(row)
    const start = this.#nameStart(row)
    const end = at + (names[at] ?? 0)
    for (let index = at; index <= end; index++) {
      if (present[start + index - at] !== names[index]) return false
    }
    return true
  }

  #nameStart(row: number): number {
    return (this.#nameBytes + 1) * placeOf(row)
  }

  #chunkOf(row: number): Chunk {
    return itemAt(this.#chunks, (row - 1) >>> chunkBits)
  }
}

/** Returns the number of a row within its chunk. */
function placeOf(row: number): number {
  return (row - 1) & (chunkSize - 1)
}
