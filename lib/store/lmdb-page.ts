// The format of lmdb 2.9.4 on 64-bit machines, little-endian: offsets within a page, an entry of
// its table, and the entry of a value with own pages. Not exported: that is faster in the loops.
const page = { number: 0, transaction: 8, flags: 18, lower: 20, upper: 22, table: 24 }
const node = { child: 0, valueBytes: 0, flags: 4, keyBytes: 6, key: 8 }
const reference = { page: 0, pages: 16, bytes: 24 }
const valueOnOwnPages = 1

/** The flags of a page: what it holds. */
export const pageKinds = { branch: 1, leaf: 2, overflow: 4 } as const

/**
 * Reads `length` bytes of a file from `start` on, into the beginning of `target` if there is one.
 * Bytes after the end of the file are zeros.
 */
export type ReadBytes = (start: number, length: number, target?: Buffer) => Buffer

/** The pages of a file that a header describes. */
export interface Pages {
  readonly read: ReadBytes
  readonly bytes: number
  readonly inFile: number
  readonly transaction: number
  /** For each page that was ever used: 1 once it is known to be in use or free, else 0. */
  readonly taken: Uint8Array
}

/** What is wrong with a file. */
export class Fault extends Error {}

function damaged(number: number): never {
  throw new Fault(`its page ${number} is damaged`)
}

/** Marks pages as used or free. Throws if one of them was marked before. */
export function take({ taken }: Pages, first: number, count: number): void {
  for (let number = first; number < first + count; number++) {
    if (taken[number] !== 0) damaged(number)
    taken[number] = 1
  }
}

/** Checks the head of a page. */
export function checkHead(bytes: Buffer, number: number, flags: number, pages: Pages): void {
  const isGood =
    readNumber(bytes, page.number) === number &&
    // LMDB would write to a page that seems newer than its transaction, although it may only read.
    readNumber(bytes, page.transaction) <= pages.transaction &&
    bytes.readUInt16LE(page.flags) === flags
  if (!isGood) damaged(number)
}

/** Returns the number of entries of a page. */
export function countEntries(bytes: Buffer): number {
  return bytes.readUInt16LE(page.lower) / 2
}

/** A page that a branch names, and the bounds of its keys: from `from` on, before `to`. */
export interface Child {
  readonly number: number
  readonly from: Buffer | undefined
  readonly to: Buffer | undefined
}

/**
 * Checks the entries of a page: they fill it from `upper` to its end, in any order, and their keys
 * ascend within the bounds. `areNumbers` means that keys are numbers of 8 bytes.
 */
export function checkTable(
  bytes: Buffer,
  { number, from, to }: Child,
  isLeaf: boolean,
  areNumbers: boolean,
): void {
  const tableEnd = page.table + bytes.readUInt16LE(page.lower)
  const upper = page.table + bytes.readUInt16LE(page.upper)
  const isTable = tableEnd % 2 === 0 && tableEnd >= page.table + (isLeaf ? 2 : 4)
  if (!isTable || tableEnd > upper) damaged(number)
  let used = 0
  let [before, beforeEnd] = [0, 0]
  for (let at = page.table; at < tableEnd; at += 2) {
    const start = page.table + shortAt(bytes, at)
    if (start < upper || start % 2 !== 0) damaged(number)
    const key = start + node.key
    const keyEnd = key + shortAt(bytes, start + node.keyBytes)
    let end = keyEnd
    if (isLeaf) {
      const flags = shortAt(bytes, start + node.flags)
      if (flags > valueOnOwnPages || keyEnd === key) damaged(number)
      end += flags === 0 ? bytes.readUInt32LE(start + node.valueBytes) : reference.bytes
    }
    if (end > bytes.length) damaged(number)
    used += end - start + ((end - start) & 1)
    // The first key of a branch has no value: everything before the second key is below it.
    if (!isLeaf && at === page.table) continue
    if (areNumbers && keyEnd - key !== 8) damaged(number)
    if (before > 0) {
      if (compare(bytes, before, beforeEnd, bytes, key, keyEnd, areNumbers) >= 0) damaged(number)
    } else if (from !== undefined) {
      if (compare(from, 0, from.length, bytes, key, keyEnd, areNumbers) > 0) damaged(number)
    }
    before = key
    beforeEnd = keyEnd
  }
  if (used !== bytes.length - upper) damaged(number)
  if (to === undefined) return
  if (compare(bytes, before, beforeEnd, to, 0, to.length, areNumbers) >= 0) damaged(number)
}

/** Compares two keys; the result is below 0 if the first key comes first. */
function compare(
  one: Buffer,
  oneStart: number,
  oneEnd: number,
  other: Buffer,
  otherStart: number,
  otherEnd: number,
  areNumbers: boolean,
): number {
  const common = Math.min(oneEnd - oneStart, otherEnd - otherStart)
  for (let index = 0; index < common; index++) {
    const at = areNumbers ? common - 1 - index : index
    const difference = (one[oneStart + at] ?? 0) - (other[otherStart + at] ?? 0)
    if (difference !== 0) return difference
  }
  return oneEnd - oneStart - (otherEnd - otherStart)
}

/** Returns the pages that a branch page names, with their bounds. */
export function childrenOf(bytes: Buffer, { from, to }: Child): Child[] {
  const count = countEntries(bytes)
  const startOf = (index: number): number => page.table + shortAt(bytes, page.table + 2 * index)
  const keyAt = (index: number): Buffer => {
    const key = startOf(index) + node.key
    return bytes.subarray(key, key + shortAt(bytes, startOf(index) + node.keyBytes))
  }
  return Array.from({ length: count }, (_, index) => ({
    number: bytes.readUIntLE(startOf(index) + node.child, 6),
    from: index === 0 ? from : keyAt(index),
    to: index === count - 1 ? to : keyAt(index + 1),
  }))
}

/**
 * Checks the values of a leaf, and takes the pages that they use for themselves or list as free.
 * Returns how many pages they use for themselves.
 */
export function checkValues(
  pages: Pages,
  bytes: Buffer,
  number: number,
  listsFreePages: boolean,
): number {
  let ownPages = 0
  const tableEnd = page.table + bytes.readUInt16LE(page.lower)
  for (let at = page.table; at < tableEnd; at += 2) {
    const start = page.table + shortAt(bytes, at)
    const isOnOwnPages = shortAt(bytes, start + node.flags) === valueOnOwnPages
    const value = start + node.key + shortAt(bytes, start + node.keyBytes)
    const valueBytes = bytes.readUInt32LE(start + node.valueBytes)
    if (!isOnOwnPages) {
      if (listsFreePages) takeFree(bytes.subarray(value, value + valueBytes), pages, number)
      continue
    }
    const first = readNumber(bytes, value + reference.page)
    const count = Math.ceil((page.table + valueBytes) / pages.bytes)
    if (readNumber(bytes, value + reference.pages) !== count) damaged(number)
    take(pages, first, count)
    if (first + count > pages.inFile) throw new Fault('it is cut short')
    const head = pages.read(first * pages.bytes, page.table)
    checkHead(head, first, pageKinds.overflow, pages)
    if (head.readUInt32LE(page.lower) !== count) damaged(first)
    ownPages += count
    if (listsFreePages) {
      takeFree(pages.read(first * pages.bytes + page.table, valueBytes), pages, first)
    }
  }
  return ownPages
}

/** Takes the pages of a list: their count, then their numbers in descending order. */
function takeFree(list: Buffer, pages: Pages, number: number): void {
  const count = readNumber(list, 0)
  let before = Infinity
  for (let at = 8; at <= 8 * count; at += 8) {
    const free = readNumber(list, at)
    if (free >= before) damaged(number)
    take(pages, free, 1)
    before = free
  }
}

/** Returns a number of 2 bytes; 0 after the end of the page. */
function shortAt(bytes: Buffer, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)
}

/** Returns a number of 8 bytes. Numbers above 2^53 are rounded, but no good one is so large. */
export function readNumber(bytes: Buffer, at: number): number {
  return bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * 2 ** 32
}
