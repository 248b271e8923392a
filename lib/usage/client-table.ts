import { chunkAt, none, numberAt } from './entry-ring.ts'

const chunkBits = 15
const chunkSize = 1 << chunkBits
const chunkMask = chunkSize - 1

/** The row of no client. */
export const nobody = 0

/**
 * A hash table of clients, for millions of them. Each client has a row of numbers: its name, the
 * next row of its bucket, its newest entry, and a count. Rows are numbered from 1 on. The table
 * grows by one bucket with each client (linear hashing, Litwin 1980). It is never copied whole.
 */
export class ClientTable {
  /** The number of clients. */
  size = 0
  readonly #nameBytes: number
  readonly #nameWords: number
  readonly #rowWords: number
  // Secret, so that nobody can choose names that share a bucket (tabulation hashing, Zobrist 1970).
  readonly #seeds: Int32Array
  readonly #rows: Int32Array[] = []
  readonly #buckets: Int32Array[] = [new Int32Array(chunkSize)]
  #bucketCount = chunkSize
  #bucketMask = chunkMask
  #rowCount = 0
  #freeRow = nobody
  // The name that was last searched for, and its hash.
  readonly #name: Int32Array
  #hash = 0

  /** `nameBytes` is the length of the longest name; `seeds` has 256 numbers for each byte + 256. */
  constructor(nameBytes: number, seeds: Int32Array) {
    this.#nameBytes = nameBytes
    this.#nameWords = (nameBytes + 4) >> 2
    this.#rowWords = this.#nameWords + 3
    this.#name = new Int32Array(this.#nameWords)
    this.#seeds = seeds
  }

  /**
   * Returns the row of the client whose name is in `bytes`, after its length in one byte; `nobody`
   * if there is none, or if the name is too long.
   */
  find(bytes: Uint8Array, at: number): number {
    const length = bytes[at] ?? 0
    if (length > this.#nameBytes) return nobody
    const name = this.#name
    const seeds = this.#seeds
    const words = this.#nameWords
    let hash = seeds[length] ?? 0
    let word = length
    for (let index = 1; index < words << 2; index++) {
      if ((index & 3) === 0) {
        name[(index >> 2) - 1] = word
        word = 0
      }
      if (index > length) continue
      const byte = bytes[at + index] ?? 0
      word |= byte << ((index & 3) << 3)
      hash ^= seeds[(index << 8) | byte] ?? 0
    }
    name[words - 1] = word
    this.#hash = hash
    for (let row = this.#headOf(this.#bucketOf(hash)); row !== nobody; ) {
      const rows = this.#rowsWith(row)
      const start = this.#startOf(row)
      let same = 0
      while (same < words && rows[start + same] === name[same]) same++
      if (same === words) return row
      row = numberAt(rows, start + words)
    }
    return nobody
  }

  /** Adds the name that `find` has just not found, and returns its row: no entry, a count of 0. */
  add(): number {
    const row = this.#takeRow()
    const rows = this.#rowsWith(row)
    const start = this.#startOf(row)
    for (let word = 0; word < this.#nameWords; word++) {
      rows[start + word] = numberAt(this.#name, word)
    }
    rows[start + this.#nameWords + 1] = none
    rows[start + this.#nameWords + 2] = 0
    this.#link(row, this.#bucketOf(this.#hash))
    this.size++
    if (this.size > this.#bucketCount) this.#split()
    return row
  }

  /** Removes a client. Its row will be used for another one. */
  remove(row: number): void {
    const bucket = this.#bucketOf(this.#hashOf(row))
    const after = this.#chainOf(row)
    let before = this.#headOf(bucket)
    if (before === row) this.#setHead(bucket, after)
    else {
      while (this.#chainOf(before) !== row) before = this.#chainOf(before)
      this.#setChain(before, after)
    }
    this.#setChain(row, this.#freeRow)
    this.#freeRow = row
    this.size--
  }

  /** Returns the newest entry of a client, or `none`. */
  lastOf(row: number): number {
    return numberAt(this.#rowsWith(row), this.#startOf(row) + this.#nameWords + 1)
  }

  setLast(row: number, entry: number): void {
    this.#rowsWith(row)[this.#startOf(row) + this.#nameWords + 1] = entry
  }

  countOf(row: number): number {
    return numberAt(this.#rowsWith(row), this.#startOf(row) + this.#nameWords + 2)
  }

  /** Adds to the count of a client, and returns the sum. */
  count(row: number, more: number): number {
    const rows = this.#rowsWith(row)
    const at = this.#startOf(row) + this.#nameWords + 2
    const sum = numberAt(rows, at) + more
    rows[at] = sum
    return sum
  }

  #takeRow(): number {
    const row = this.#freeRow
    if (row !== nobody) {
      this.#freeRow = this.#chainOf(row)
      return row
    }
    const added = ++this.#rowCount
    if (((added - 1) & chunkMask) === 0) this.#rows.push(new Int32Array(chunkSize * this.#rowWords))
    return added
  }

  // Adds a bucket, which takes over some clients of another one.
  #split(): void {
    const upper = this.#bucketCount
    if (upper > this.#bucketMask) this.#bucketMask = 2 * this.#bucketMask + 1
    if ((upper & chunkMask) === 0) this.#buckets.push(new Int32Array(chunkSize))
    this.#bucketCount++
    const lower = upper & (this.#bucketMask >>> 1)
    let row = this.#headOf(lower)
    this.#setHead(lower, nobody)
    while (row !== nobody) {
      const next = this.#chainOf(row)
      this.#link(row, this.#bucketOf(this.#hashOf(row)))
      row = next
    }
  }

  #link(row: number, bucket: number): void {
    this.#setChain(row, this.#headOf(bucket))
    this.#setHead(bucket, row)
  }

  #hashOf(row: number): number {
    const rows = this.#rowsWith(row)
    const start = this.#startOf(row)
    const length = numberAt(rows, start) & 255
    let hash = this.#seeds[length] ?? 0
    for (let index = 1; index <= length; index++) {
      const byte = (numberAt(rows, start + (index >> 2)) >>> ((index & 3) << 3)) & 255
      hash ^= this.#seeds[(index << 8) | byte] ?? 0
    }
    return hash
  }

  #bucketOf(hash: number): number {
    const bucket = hash & this.#bucketMask
    return bucket < this.#bucketCount ? bucket : bucket & (this.#bucketMask >>> 1)
  }

  #headOf(bucket: number): number {
    return numberAt(chunkAt(this.#buckets, bucket >>> chunkBits), bucket & chunkMask)
  }

  #setHead(bucket: number, row: number): void {
    chunkAt(this.#buckets, bucket >>> chunkBits)[bucket & chunkMask] = row
  }

  #chainOf(row: number): number {
    return numberAt(this.#rowsWith(row), this.#startOf(row) + this.#nameWords)
  }

  #setChain(row: number, next: number): void {
    this.#rowsWith(row)[this.#startOf(row) + this.#nameWords] = next
  }

  #rowsWith(row: number): Int32Array {
    return chunkAt(this.#rows, (row - 1) >>> chunkBits)
  }

  #startOf(row: number): number {
    return ((row - 1) & chunkMask) * this.#rowWords
  }
}
