import { damaged, Fault, take } from './lmdb-file.ts'
import type { Pages } from './lmdb-file.ts'

// The data format of lmdb 2.9.4 on 64-bit machines, little-endian: offsets within a page, within an
// entry of its table, and within what stands for a value that has pages of its own. What is not
// exported is faster in the loops below.
const page = { number: 0, transaction: 8, flags: 18, lower: 20, upper: 22, table: 24 }
const node = { child: 0, valueBytes: 0, flags: 4, keyBytes: 6, key: 8 }
const reference = { page: 0, pages: 16, bytes: 24 }
const valueOnOwnPages = 1

/** The flags of a page: what it holds. */
export const pageKinds = { branch: 1, leaf: 2, overflow: 4 } as const

/** Checks what a page says of itself. */
export function checkHead(bytes: Buffer, number: number, flags: number, pages: Pages): void {
  const isGood =
    readNumber(bytes, page.number) === number &&
    // LMDB writes to a page that seems newer than its transaction, where it may only read.
    readNumber(bytes, page.transaction) <= pages.transaction &&
    bytes.readUInt16LE(page.flags) === flags
  if (!isGood) damaged(number)
}

/** How many entries a page has. */
export function countEntries(bytes: Buffer): number {
  return bytes.readUInt16LE(page.lower) / 2
}

/**
 * Checks the entries of a page: they fill it from `upper` to its end, in any order, and their keys
 * ascend, between those that the page above says. `areNumbers` tells that they are of 8 bytes.
 */
export function checkTable(
  bytes: Buffer,
  child: Child,
  isLeaf: boolean,
  areNumbers: boolean,
): void {
  const { number } = child
  const size = bytes.length
  const tableEnd = page.table + bytes.readUInt16LE(page.lower)
  const upper = page.table + bytes.readUInt16LE(page.upper)
  const leastEnd = page.table + (isLeaf ? 2 : 4)
  if (tableEnd % 2 !== 0 || tableEnd < leastEnd || tableEnd > upper) damaged(number)
  let used = 0
  let before = 0
  let beforeEnd = 0
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
    if (end > size) damaged(number)
    used += end - start + ((end - start) & 1)
    // The first key of a branch says nothing: it stands for all that lies before the second.
    if (!isLeaf && at === page.table) continue
    if (areNumbers && keyEnd - key !== 8) damaged(number)
    if (before === 0) checkFirst(child, bytes, key, keyEnd, areNumbers)
    else if (compare(bytes, before, beforeEnd, bytes, key, keyEnd, areNumbers) >= 0) damaged(number)
    before = key
    beforeEnd = keyEnd
  }
  if (used !== size - upper) damaged(number)
  checkLast(child, bytes, before, beforeEnd, areNumbers)
}

/** Checks that the first key of a page is not before what the page above says. */
function checkFirst(
  { number, from }: Child,
  bytes: Buffer,
  key: number,
  keyEnd: number,
  areNumbers: boolean,
): void {
  if (from === undefined) return
  if (compare(from, 0, from.length, bytes, key, keyEnd, areNumbers) > 0) damaged(number)
}

/** Checks that the last key of a page is before what the page above says of the next page. */
function checkLast(
  { number, to }: Child,
  bytes: Buffer,
  key: number,
  keyEnd: number,
  areNumbers: boolean,
): void {
  if (to === undefined) return
  if (compare(bytes, key, keyEnd, to, 0, to.length, areNumbers) >= 0) damaged(number)
}

/** Compares a key of one page with a key of another; below 0 where the first comes first. */
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

/** A page to come, and between which keys all of its keys must lie. */
export interface Child {
  readonly number: number
  readonly from: Buffer | undefined
  readonly to: Buffer | undefined
}

/** The pages that a branch page names, and their bounds. */
export function childrenOf(bytes: Buffer, { from, to }: Child): Child[] {
  const count = countEntries(bytes)
  return Array.from({ length: count }, (_, index) => {
    const start = page.table + bytes.readUInt16LE(page.table + 2 * index)
    return {
      number: bytes.readUIntLE(start + node.child, 6),
      from: index === 0 ? from : keyAt(bytes, index),
      to: index === count - 1 ? to : keyAt(bytes, index + 1),
    }
  })
}

function keyAt(bytes: Buffer, index: number): Buffer {
  const start = page.table + bytes.readUInt16LE(page.table + 2 * index) + node.key
  return bytes.subarray(start, start + bytes.readUInt16LE(start - node.key + node.keyBytes))
}

/**
 * Checks the values of a leaf, and takes the pages that they have for themselves, or list as free.
 * Returns how many they have for themselves.
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
    if (!isOnOwnPages && !listsFreePages) continue
    const value = start + node.key + shortAt(bytes, start + node.keyBytes)
    const valueBytes = bytes.readUInt32LE(start + node.valueBytes)
    if (!isOnOwnPages) {
      takeFree(bytes.subarray(value, value + valueBytes), pages, number)
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
    if (!listsFreePages) continue
    takeFree(pages.read(first * pages.bytes + page.table, valueBytes), pages, first)
  }
  return ownPages
}

/** Takes a list of free pages: how many, and their numbers, descending. */
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

/** A number of 2 bytes; 0 where they lie behind the end of the page. */
function shortAt(bytes: Buffer, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)
}

/** A number of 8 bytes; those from 2^53 on are near enough, for no good one is so large. */
export function readNumber(bytes: Buffer, at: number): number {
  return bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * 2 ** 32
}
