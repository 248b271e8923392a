// The format of lmdb 2.9.4 on 64-bit machines, little-endian: offsets within a page, an entry of
// its table, and the entry of a value with own pages. Not exported: that is faster in the loops.
const page = { number: 0, transaction: 8, flags: 18, lower: 20, upper: 22, table: 24 }
const node = { child: 0, valueBytes: 0, flags: 4, keyBytes: 6, key: 8 }
const reference = { page: 0, pages: 16, bytes: 24 }
const valueOnOwnPages = 1
const pageFlags = { branch: 1, leaf: 2, overflow: 4 }

/** Reads `length` bytes of a file from `start` on. Bytes after the end of the file are zeros. */
export type ReadBytes = (start: number, length: number) => Buffer

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

function checkHead(bytes: Buffer, number: number, flags: number, pages: Pages): void {
  const isGood =
    readNumber(bytes, page.number) === number &&
    // LMDB would write to a page that seems newer than its transaction, although it may only read.
    readNumber(bytes, page.transaction) <= pages.transaction &&
    bytes.readUInt16LE(page.flags) === flags
  if (!isGood) damaged(number)
}

/** A page that a branch names, and the bounds of its keys: from `from` on, before `to`. */
export interface Child {
  readonly number: number
  readonly from: Buffer | undefined
  readonly to: Buffer | undefined
}

/** An entry of a page. */
export interface Entry {
  /** Where it begins. */
  readonly start: number
  /** Its key. The bytes of a number are reversed, so that all keys are compared alike. */
  readonly key: Buffer
  /** Where its value begins. */
  readonly value: number
}

/**
 * Checks the head and the entries of a page, and returns them. They fill the page from `upper` to
 * its end, in any order, and their keys ascend within the bounds. `areNumbers` means that keys are
 * numbers of 8 bytes.
 */
export function checkPage(
  pages: Pages,
  bytes: Buffer,
  { number, from, to }: Child,
  isLeaf: boolean,
  areNumbers: boolean,
): Entry[] {
  checkHead(bytes, number, isLeaf ? pageFlags.leaf : pageFlags.branch, pages)
  const tableEnd = page.table + bytes.readUInt16LE(page.lower)
  const upper = page.table + bytes.readUInt16LE(page.upper)
  const isTable = tableEnd % 2 === 0 && tableEnd >= page.table + (isLeaf ? 2 : 4)
  if (!isTable || tableEnd > upper) damaged(number)
  const entries: Entry[] = []
  let filledTo = upper
  let before = from
  for (let at = page.table; at < tableEnd; at += 2) {
    const start = page.table + shortAt(bytes, at)
    const flags = isLeaf ? shortAt(bytes, start + node.flags) : 0
    if (start < upper || start % 2 !== 0 || flags > valueOnOwnPages) damaged(number)
    const value = start + node.key + shortAt(bytes, start + node.keyBytes)
    let end = value
    if (isLeaf) end += flags === 0 ? bytes.readUInt32LE(start + node.valueBytes) : reference.bytes
    if (end > bytes.length) damaged(number)
    filledTo += end - start + ((end - start) & 1)
    const ownKey = bytes.subarray(start + node.key, value)
    const key = areNumbers ? Buffer.from(ownKey).reverse() : ownKey
    entries.push({ start, key, value })
    // The first key of a branch has no meaning: everything before the second key is below it.
    if (!isLeaf && at === page.table) continue
    const isKey = areNumbers ? key.length === 8 : key.length > 0 || !isLeaf
    const least = before === from ? 0 : 1
    if (!isKey || (before !== undefined && key.compare(before) < least)) damaged(number)
    before = key
  }
  if (filledTo !== bytes.length) damaged(number)
  if (to !== undefined && before !== undefined && before.compare(to) >= 0) damaged(number)
  return entries
}

/** Returns the pages that a branch page names, with their bounds. */
export function childrenOf(
  bytes: Buffer,
  { from, to }: Child,
  entries: readonly Entry[],
): Child[] {
  return entries.map(({ start, key }, index) => ({
    number: bytes.readUIntLE(start + node.child, 6),
    from: index === 0 ? from : key,
    to: entries[index + 1]?.key ?? to,
  }))
}

/**
 * Checks the values of a leaf, and marks the pages that they use for themselves or list as free.
 * Returns how many pages they use for themselves.
 */
export function checkValues(
  pages: Pages,
  bytes: Buffer,
  number: number,
  entries: readonly Entry[],
  listsFreePages: boolean,
): number {
  let ownPages = 0
  for (const { start, value } of entries) {
    const valueBytes = bytes.readUInt32LE(start + node.valueBytes)
    if (shortAt(bytes, start + node.flags) !== valueOnOwnPages) {
      if (listsFreePages) takeFree(bytes.subarray(value, value + valueBytes), pages, number)
      continue
    }
    const first = readNumber(bytes, value + reference.page)
    const count = Math.ceil((page.table + valueBytes) / pages.bytes)
    if (readNumber(bytes, value + reference.pages) !== count) damaged(number)
    take(pages, first, count)
    if (first + count > pages.inFile) throw new Fault('it is cut short')
    const head = pages.read(first * pages.bytes, page.table)
    checkHead(head, first, pageFlags.overflow, pages)
    if (head.readUInt32LE(page.lower) !== count) damaged(first)
    ownPages += count
    if (listsFreePages) {
      takeFree(pages.read(first * pages.bytes + page.table, valueBytes), pages, first)
    }
  }
  return ownPages
}

/** Marks the pages of a list: their count, then their numbers in descending order. */
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
