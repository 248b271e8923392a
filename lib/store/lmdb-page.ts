// The data format of lmdb 2.9.4 on 64-bit machines, little-endian: offsets within a page, within an
// entry of its table, and within what stands for a value that has pages of its own.
export const page = {
  number: 0,
  transaction: 8,
  flags: 18,
  lower: 20,
  upper: 22,
  table: 24,
} as const
export const node = { child: 0, valueBytes: 0, flags: 4, keyBytes: 6, key: 8 } as const
export const reference = { page: 0, pages: 16, bytes: 24 } as const

/** The flags of a page: what it holds. */
export const pageKinds = { branch: 1, leaf: 2, overflow: 4 } as const

/** The flag of an entry whose value has pages of its own. */
export const valueOnOwnPages = 1

/** What is wrong with a file. */
export class Fault extends Error {}

/** Throws the Fault of a page. */
export function damaged(number: number): never {
  throw new Fault(`its page ${number} is damaged`)
}

/** A page to come, and between which keys all of its keys must lie. */
export interface Child {
  readonly number: number
  readonly from: Buffer | undefined
  readonly to: Buffer | undefined
}

/** Checks what a page says of itself; `transaction` is the last one of its file. */
export function checkHead(
  bytes: Buffer,
  number: number,
  flags: number,
  transaction: number,
): void {
  const isGood =
    readNumber(bytes, page.number) === number &&
    // LMDB writes to a page that seems newer than its transaction, where it may only read.
    readNumber(bytes, page.transaction) <= transaction &&
    bytes.readUInt16LE(page.flags) === flags
  if (!isGood) damaged(number)
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
  if (tableEnd % 2 !== 0 || tableEnd < leastEnd || tableEnd > upper || upper > size) damaged(number)
  let used = 0
  let before = 0
  let beforeEnd = 0
  for (let at = page.table; at < tableEnd; at += 2) {
    const start = page.table + shortAt(bytes, at)
    if (start < upper || start + node.key > size || start % 2 !== 0) damaged(number)
    const key = start + node.key
    const keyEnd = key + shortAt(bytes, start + node.keyBytes)
    const end = isLeaf ? endOfValue(bytes, start, keyEnd, number) : keyEnd
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

function endOfValue(bytes: Buffer, start: number, keyEnd: number, number: number): number {
  const flags = shortAt(bytes, start + node.flags)
  if (flags > valueOnOwnPages || keyEnd === start + node.key) damaged(number)
  return keyEnd + (flags === 0 ? bytes.readUInt32LE(start + node.valueBytes) : reference.bytes)
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

/** The pages that a branch page names, and their bounds. */
export function childrenOf(bytes: Buffer, { from, to }: Child, count: number): Child[] {
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

/** A number of 2 bytes; 0 where they lie behind the end of the page. */
export function shortAt(bytes: Buffer, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)
}

/** A number of 8 bytes; those from 2^53 on are near enough, for no good one is so large. */
export function readNumber(bytes: Buffer, at: number): number {
  return bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * 2 ** 32
}
