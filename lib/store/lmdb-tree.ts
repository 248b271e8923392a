/** Reads `length` bytes of a file from `start` on; zeros stand for what lies behind its end. */
export type ReadBytes = (start: number, length: number) => Buffer

/** What a header says of one of the two trees of a file: its records, and its free pages. */
export interface Tree {
  readonly root: number
  readonly depth: number
  readonly branchPages: number
  readonly leafPages: number
  readonly overflowPages: number
  readonly entries: number
  /** Whether its keys are numbers of 8 bytes, and its values lists of pages that are free. */
  readonly listsFreePages: boolean
}

/** The pages of a file of which a header speaks. */
export interface Pages {
  readonly read: ReadBytes
  readonly bytes: number
  /** Pages that lie in the file whole. */
  readonly inFile: number
  /** The last page that was ever used; where it is free it may lie behind the end of the file. */
  readonly last: number
  /** No page was written by a later transaction. */
  readonly transaction: number
}

// The data format of lmdb 2.9.4 on 64-bit machines, little-endian: offsets within a page, within an
// entry of its table, and within what stands for a value that has pages of its own.
const page = { number: 0, transaction: 8, padding: 16, flags: 18, lower: 20, upper: 22, table: 24 }
const node = { child: 0, valueBytes: 0, flags: 4, keyBytes: 6, key: 8 }
const reference = { page: 0, pages: 16, bytes: 24 }
const branchFlag = 1
const leafFlag = 2
const overflowFlag = 4
const valueOnOwnPages = 1

/** The number that a header has for the root of an empty tree. */
const noRoot = 2 ** 64

const readAheadBytes = 2 ** 16

/** A page to come, and between which keys all of its keys must lie. */
interface Child {
  readonly number: number
  readonly from: Buffer | undefined
  readonly to: Buffer | undefined
}

/**
 * Tells what is wrong with the trees of a file; `undefined` for sound ones. LMDB believes every
 * page: damaged ones end the process with a signal, or give what was never stored. All pages that
 * are in use are read once.
 */
export function findTreeFault(pages: Pages, trees: readonly Tree[]): string | undefined {
  // 1 for each page that is known to be in use or free: none may be both, or either one twice.
  const taken = new Uint8Array(pages.last + 1)
  try {
    for (const tree of trees) walk(pages, tree, taken)
    return undefined
  } catch (error) {
    if (error instanceof Fault) return error.message
    // An offset of a damaged page led out of it.
    if (error instanceof RangeError) return 'a page is damaged'
    throw error
  }
}

class Fault extends Error {}

function walk(pages: Pages, tree: Tree, taken: Uint8Array): void {
  const found = { branchPages: 0, leafPages: 0, overflowPages: 0, entries: 0 }
  let level: Child[] = []
  if (tree.root !== noRoot) level.push({ number: tree.root, from: undefined, to: undefined })
  for (let depth = tree.depth; level.length > 0; depth--) {
    // In the order of the file: many lie side by side, and are read at once.
    level.sort((one, other) => one.number - other.number)
    const next: Child[] = []
    const isLeaf = depth <= 1
    for (const [child, bytes] of readPages(pages, level)) {
      take(taken, pages, child.number, 1)
      checkHead(bytes, child.number, isLeaf ? leafFlag : branchFlag, pages)
      checkTable(bytes, child, isLeaf, tree)
      const count = bytes.readUInt16LE(page.lower) / 2
      if (isLeaf) {
        found.leafPages++
        found.entries += count
        found.overflowPages += checkValues(pages, bytes, child.number, tree, taken)
      } else {
        found.branchPages++
        for (const grandchild of childrenOf(bytes, child, count)) next.push(grandchild)
      }
    }
    level = next
  }
  for (const [name, count] of Object.entries(found)) {
    const expected = tree[name as keyof typeof found]
    if (count !== expected) throw new Fault(`it has ${count} ${name}, not ${expected}`)
  }
}

function* readPages(
  pages: Pages,
  children: readonly Child[],
): Generator<readonly [Child, Buffer]> {
  const size = pages.bytes
  const most = Math.max(1, Math.floor(readAheadBytes / size))
  for (let first = 0; first < children.length; ) {
    const start = children[first]?.number ?? 0
    let end = first + 1
    while ((children[end]?.number ?? Infinity) < start + most) end++
    const last = children[end - 1]?.number ?? start
    if (last >= pages.inFile) throw new Fault('it is cut short')
    const bytes = pages.read(start * size, (last - start + 1) * size)
    for (; first < end; first++) {
      const child = children[first]
      if (child === undefined) return
      const at = (child.number - start) * size
      yield [child, bytes.subarray(at, at + size)]
    }
  }
}

function take(taken: Uint8Array, pages: Pages, first: number, count: number): void {
  if (first < 2 || first + count > pages.last + 1) damaged(first)
  for (let number = first; number < first + count; number++) {
    if (taken[number] !== 0) damaged(number)
    taken[number] = 1
  }
}

function checkHead(bytes: Buffer, number: number, flags: number, pages: Pages): void {
  const isGood =
    readNumber(bytes, page.number) === number &&
    // LMDB writes to a page that seems newer than its transaction, where it may only read.
    readNumber(bytes, page.transaction) <= pages.transaction &&
    bytes.readUInt16LE(page.flags) === flags
  if (!isGood) damaged(number)
}

/** The entries of a page fill it from `upper` to its end, in any order; their keys ascend. */
function checkTable(
  bytes: Buffer,
  { number, from, to }: Child,
  isLeaf: boolean,
  { listsFreePages }: Tree,
): void {
  const size = bytes.length
  const lower = bytes.readUInt16LE(page.lower)
  const upper = page.table + bytes.readUInt16LE(page.upper)
  const tableEnd = page.table + lower
  if (lower % 2 !== 0 || lower < (isLeaf ? 2 : 4) || tableEnd > upper || upper > size) {
    damaged(number)
  }
  let used = 0
  let before = 0
  let beforeEnd = 0
  for (let at = page.table; at < tableEnd; at += 2) {
    const start = page.table + shortAt(bytes, at)
    if (start < upper || start + node.key > size || start % 2 !== 0) damaged(number)
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
    if (listsFreePages && keyEnd - key !== 8) damaged(number)
    if (before === 0) {
      const isBelow =
        from !== undefined &&
        compare(from, 0, from.length, bytes, key, keyEnd, listsFreePages) > 0
      if (isBelow) damaged(number)
    } else if (compare(bytes, before, beforeEnd, bytes, key, keyEnd, listsFreePages) >= 0) {
      damaged(number)
    }
    before = key
    beforeEnd = keyEnd
  }
  if (used !== size - upper) damaged(number)
  const isAbove =
    to !== undefined &&
    compare(bytes, before, beforeEnd, to, 0, to.length, listsFreePages) >= 0
  if (isAbove) damaged(number)
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

function childrenOf(bytes: Buffer, { from, to }: Child, count: number): Child[] {
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

/** Returns how many pages the values of a leaf have for themselves. */
function checkValues(
  pages: Pages,
  bytes: Buffer,
  number: number,
  { listsFreePages }: Tree,
  taken: Uint8Array,
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
      takeFree(bytes.subarray(value, value + valueBytes), pages, taken, number)
      continue
    }
    const first = readNumber(bytes, value + reference.page)
    const count = Math.ceil((page.table + valueBytes) / pages.bytes)
    if (readNumber(bytes, value + reference.pages) !== count) damaged(number)
    take(taken, pages, first, count)
    if (first + count > pages.inFile) throw new Fault('it is cut short')
    const head = pages.read(first * pages.bytes, page.table)
    checkHead(head, first, overflowFlag, pages)
    if (head.readUInt32LE(page.lower) !== count) damaged(first)
    ownPages += count
    if (!listsFreePages) continue
    takeFree(pages.read(first * pages.bytes + page.table, valueBytes), pages, taken, first)
  }
  return ownPages
}

/** A list of free pages: how many, and their numbers, descending. */
function takeFree(list: Buffer, pages: Pages, taken: Uint8Array, number: number): void {
  const count = readNumber(list, 0)
  if (8 * (count + 1) > list.length) damaged(number)
  let before = Infinity
  for (let at = 8; at <= 8 * count; at += 8) {
    const free = readNumber(list, at)
    if (free >= before) damaged(number)
    take(taken, pages, free, 1)
    before = free
  }
}

function shortAt(bytes: Buffer, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)
}

/** A number of 8 bytes; those from 2^53 on are near enough, for no good one is so large. */
export function readNumber(bytes: Buffer, at: number): number {
  return bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * 2 ** 32
}

function damaged(number: number): never {
  throw new Fault(`its page ${number} is damaged`)
}
