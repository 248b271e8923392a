import {
  checkHead,
  checkTable,
  childrenOf,
  damaged,
  Fault,
  node,
  page,
  pageKinds,
  readNumber,
  reference,
  shortAt,
  valueOnOwnPages,
} from './lmdb-page.ts'
import type { Child } from './lmdb-page.ts'

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

/** The number that a header has for the root of an empty tree. */
const noRoot = 2 ** 64

const readAheadBytes = 2 ** 16

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
      const kind = isLeaf ? pageKinds.leaf : pageKinds.branch
      checkHead(bytes, child.number, kind, pages.transaction)
      checkTable(bytes, child, isLeaf, tree.listsFreePages)
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
    checkHead(head, first, pageKinds.overflow, pages.transaction)
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
