/** The bytes of a block: five of them fill a page of LMDB, with their keys. */
export const blockBytes = 796

const timeBytes = 6
const pauseBytes = 2
const longestPauseMs = 0x7fff

/** No block has more entries: the name of each has a byte at least, and its length another. */
export const mostEntries = (blockBytes - timeBytes) / 2

/** What an entry takes of the file at most, its part of block and page included. */
export function fileBytesOf(nameBytes: number): number {
  const entryBytes = pauseBytes + 1 + nameBytes
  return (entryBytes * 4096) / 5 / (blockBytes - timeBytes - entryBytes)
}

/**
 * A record of the journal: as many entries as have room. It begins with the time of the first one,
 * in 6 bytes. Then come the names of the clients, each with its length in one byte before it; where
 * time went on between two of them, the milliseconds stand there in 2 bytes, the first of which is
 * 128 or more. Zeros fill the rest. It is read to its end before anything is added.
 */
export class Block {
  /** Of its first entry. */
  readonly place: number
  readonly bytes: Buffer
  /** The place behind the entry that was read or added last. */
  next: number
  /** The time of that entry. */
  timeMs = 0
  #end = timeBytes

  /** One whose bytes are zeros has no entry yet. */
  constructor(place: number, bytes: Buffer) {
    this.place = place
    this.next = place
    this.bytes = bytes.length < timeBytes ? Buffer.alloc(timeBytes) : bytes
    this.timeMs = this.bytes.readUIntLE(0, timeBytes)
  }

  /** Reads the next entry; returns where its name stands in `bytes`, 0 behind the last one. */
  read(): number {
    const { bytes } = this
    let start = this.#end
    let timeMs = this.timeMs
    for (; ((bytes[start] ?? 0) & 0x80) !== 0; start += pauseBytes) {
      timeMs += (((bytes[start] ?? 0) & 0x7f) << 8) | (bytes[start + 1] ?? 0)
    }
    const length = bytes[start] ?? 0
    const end = start + 1 + length
    if (length === 0 || end > bytes.length) return 0
    this.timeMs = timeMs
    this.#end = end
    this.next++
    return start
  }

  /** Adds an entry, its name as `read` tells it; returns false where it does not fit. */
  add(timeMs: number, names: Uint8Array, at: number): boolean {
    const isFirst = this.next === this.place
    let pauseMs = isFirst ? 0 : timeMs - this.timeMs
    const nameEnd = at + 1 + (names[at] ?? 0)
    const needed = pauseBytes * Math.ceil(pauseMs / longestPauseMs) + nameEnd - at
    if (pauseMs < 0 || this.#end + needed > this.bytes.length) return false
    if (isFirst) this.bytes.writeUIntLE(timeMs, 0, timeBytes)
    this.timeMs = timeMs
    for (; pauseMs > 0; pauseMs -= longestPauseMs) {
      this.bytes.writeUInt16BE(0x8000 | Math.min(pauseMs, longestPauseMs), this.#end)
      this.#end += pauseBytes
    }
    for (let from = at; from < nameEnd; from++) this.bytes[this.#end++] = names[from] ?? 0
    this.next++
    return true
  }

  /** The same entries, none of which is later than `nowMs`. */
  before(nowMs: number): Block {
    const earlier = new Block(this.place, Buffer.alloc(this.bytes.length))
    const all = new Block(this.place, this.bytes)
    for (let at = all.read(); at !== 0; at = all.read()) {
      earlier.add(Math.min(all.timeMs, nowMs), this.bytes, at)
    }
    return earlier
  }
}
