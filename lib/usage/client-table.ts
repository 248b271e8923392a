const chunkBits = 10
const chunkSize = 1 << chunkBits
const chunkMask = chunkSize - 1

/**
 * A table of clients by their names, for millions of them: a row of numbers each, and a hash table
 * that grows by one bucket with each client (linear hashing, Litwin 1980). Both lie in chunks, so
 * that nothing is ever copied whole. A row is known by its number, from 1 on.
 */
export class ClientTable {
  /** How many clients there are. */
  size = 0
  readonly #nameBytes: number
  readonly #nameWords: number
  readonly #rowWords: number
  // Nobody who does not know these numbers can choose names that share a bucket (tabulation
  // hashing, Zobrist 1970).
  readonly #seeds: Int32Array
  readonly #rows: Int32Array[] = []
  readonly #buckets: Int32Array[] = [new Int32Array(chunkSize)]
  #bucketCount = chunkSize
  #bucketMask = chunkMask
  #rowCount = 1
  #freeRow = 0
  // The name that was looked for last, and its hash.
  readonly #name: Int32Array
  #hash = 0

  /** `nameBytes`: of the longest name; `seeds`: random, 256 for each of them, and 256 more. */
  constructor(nameBytes: number, seeds: Int32Array) {
    this.#nameBytes = nameBytes
    this.#nameWords = (nameBytes + 4) >> 2
    this.#rowWords = this.#nameWords + 3
    this.#name = new Int32Array(this.#nameWords)
    this.#seeds = seeds
  }

  /**
   * The row of the client whose name stands in `bytes`, its length in one byte before it; 0 where
   * there is none, and for names that are too long for any.
   */
  find(bytes: Uint8Array, at: number): number {
    const length = bytes[at] ?? 0
    if (length > this.#nameBytes) return 0
    const name = this.#name
    const seeds = this.#seeds
    const chain = this.#nameWords
    let hash = seeds[length] ?? 0
    let word = length
    for (let index = 1; index < chain << 2; index++) {
      if ((index & 3) === 0) {
        name[(index >> 2) - 1] = word
        word = 0
      }
      if (index > length) continue
      const byte = bytes[at + index] ?? 0
      word |= byte << ((index & 3) << 3)
      hash ^= seeds[(index << 8) | byte] ?? 0
    }
    name[chain - 1] = word
    this.#hash = hash
    for (let row = this.#headOf(this.#bucketOf(hash)); row !== 0; ) {
      const rows = this.#chunkOf(row)
      const start = this.#startOf(row)
      let same = 0
      while (same < chain && rows[start + same] === name[same]) same++
      if (same === chain) return row
      row = rows[start + chain] ?? 0
    }
    return 0
  }

  /** Gives a row to the name for which `find` has just found none: no entry, and a count of 0. */
  add(): number {
    const row = this.#takeRow()
    const rows = this.#chunkOf(row)
    const start = this.#startOf(row)
    for (let word = 0; word < this.#nameWords; word++) rows[start + word] = this.#name[word] ?? 0
    rows[start + this.#nameWords + 1] = -1
    rows[start + this.#nameWords + 2] = 0
    this.#link(row, this.#bucketOf(this.#hash))
    this.size++
    if (this.size > this.#bucketCount) this.#split()
    return row
  }

  /** Removes a client; its row will be another's. */
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

  /** The newest entry of a client, -1 where it has none. */
  lastOf(row: number): number {
    return this.#chunkOf(row)[this.#startOf(row) + this.#nameWords + 1] ?? -1
  }

  setLast(row: number, entry: number): void {
    this.#chunkOf(row)[this.#startOf(row) + this.#nameWords + 1] = entry
  }

  countOf(row: number): number {
    return this.#chunkOf(row)[this.#startOf(row) + this.#nameWords + 2] ?? 0
  }

  /** Adds to the count of a client, and returns the sum. */
  count(row: number, more: number): number {
    const at = this.#startOf(row) + this.#nameWords + 2
    const rows = this.#chunkOf(row)
    return (rows[at] = (rows[at] ?? 0) + more)
  }

  #takeRow(): number {
    const row = this.#freeRow
    if (row !== 0) {
      this.#freeRow = this.#chainOf(row)
      return row
    }
    const added = this.#rowCount++
    if (((added - 1) & chunkMask) === 0) this.#rows.push(new Int32Array(chunkSize * this.#rowWords))
    return added
  }

  // The bucket that comes next takes its part of the clients of the one that it is split from.
  #split(): void {
    const upper = this.#bucketCount
    if (upper > this.#bucketMask) this.#bucketMask = 2 * this.#bucketMask + 1
    if ((upper & chunkMask) === 0) this.#buckets.push(new Int32Array(chunkSize))
    this.#bucketCount++
    const lower = upper & (this.#bucketMask >>> 1)
    let row = this.#headOf(lower)
    this.#setHead(lower, 0)
    while (row !== 0) {
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
    const rows = this.#chunkOf(row)
    const start = this.#startOf(row)
    const length = (rows[start] ?? 0) & 255
    let hash = this.#seeds[length] ?? 0
    for (let index = 1; index <= length; index++) {
      const byte = ((rows[start + (index >> 2)] ?? 0) >>> ((index & 3) << 3)) & 255
      hash ^= this.#seeds[(index << 8) | byte] ?? 0
    }
    return hash
  }

  #bucketOf(hash: number): number {
    const bucket = hash & this.#bucketMask
    return bucket < this.#bucketCount ? bucket : bucket & (this.#bucketMask >>> 1)
  }

  #headOf(bucket: number): number {
    return this.#buckets[bucket >>> chunkBits]?.[bucket & chunkMask] ?? 0
  }

  #setHead(bucket: number, row: number): void {
    const heads = this.#buckets[bucket >>> chunkBits]
    if (heads !== undefined) heads[bucket & chunkMask] = row
  }

  #chainOf(row: number): number {
    return this.#chunkOf(row)[this.#startOf(row) + this.#nameWords] ?? 0
  }

  #setChain(row: number, next: number): void {
    this.#chunkOf(row)[this.#startOf(row) + this.#nameWords] = next
  }

  #chunkOf(row: number): Int32Array {
    return this.#rows[(row - 1) >>> chunkBits] ?? none
  }

  #startOf(row: number): number {
    return ((row - 1) & chunkMask) * this.#rowWords
  }
}

const none = new Int32Array(0)
