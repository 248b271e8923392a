import { checkPage, checkValues, childrenOf, Fault, readNumber, take } from './lmdb-page.ts'
import type { Child, Pages, ReadBytes } from './lmdb-page.ts'

// The format of lmdb 2.9.4 on 64-bit machines, little-endian: offsets within a header (the first
// two pages of a file), and within its description of a tree.
const header = {
  page: 0,
  pageFlags: 18,
  magic: 24,
  version: 28,
  freePages: 48,
  records: 96,
  lastPage: 144,
  transaction: 152,
  end: 160,
}
const tree = { pageSize: 0, flags: 4, depth: 6, root: 40 }
const treeCounts = { branchPages: 8, leafPages: 16, overflowPages: 24, entries: 32 }
const headerFlag = 8
const oneFileFlag = 0x4000
const numberKeysFlag = 8
const noRoot = 2n ** 64n - 1n

/** Thrown at the end of a part, if more of the file has to be read. */
export class Unfinished extends Error {}

/** The page numbers of all leaves of a branch, and how many entries they have. */
interface Leaves {
  readonly leaves: readonly number[]
  readonly entries: number
}

/**
 * What is known of a file that is checked in parts, while other processes write to it in between.
 * LMDB never changes a page that is in use: a branch with the same number and transaction has the
 * same leaves.
 */
export class Parts {
  readonly #leavesPerPart: number
  readonly #known = new Map<string, Leaves>()
  #leaves = 0

  constructor(leavesPerPart: number) {
    this.#leavesPerPart = leavesPerPart
  }

  /**
   * Returns the leaves of a branch if they are known to have no fault. Throws Unfinished if they
   * are not known, and this part has read enough.
   */
  recall(branch: Buffer): Leaves | undefined {
    const known = this.#known.get(nameOf(branch))
    if (known !== undefined || this.#leaves < this.#leavesPerPart) return known
    this.#leaves = 0
    throw new Unfinished()
  }

  /** Notes that a branch and its leaves have no fault. */
  learn(branch: Buffer, found: Leaves): void {
    this.#known.set(nameOf(branch), found)
    this.#leaves += found.leaves.length
  }
}

/** Returns the number and the transaction of a page: its first 16 bytes. */
function nameOf(page: Buffer): string {
  return page.toString('latin1', 0, 16)
}

/**
 * Returns why LMDB must not open a file of `size` bytes, or `undefined`. LMDB trusts every page: a
 * damaged or missing one ends the process with a signal, or returns what was never stored. Reads
 * every page that is in use once. With `parts`, throws Unfinished at the end of a part.
 */
export function findFault(size: number, read: ReadBytes, parts?: Parts): string | undefined {
  try {
    checkFile(size, read, parts)
    return undefined
  } catch (error) {
    if (error instanceof Fault) return error.message
    // An offset of a damaged page led out of it, or branches led to branches without an end.
    if (error instanceof RangeError) return 'a page is damaged'
    throw error
  }
}

function checkFile(size: number, read: ReadBytes, parts: Parts | undefined): void {
  const pageSize = read(0, header.end).readUInt32LE(header.freePages + tree.pageSize)
  if (pageSize < 512 || pageSize > 65_536) throw new Fault('its first page is not a header')
  if (size < 2 * pageSize) throw new Fault(`it is cut short: ${size} bytes`)
  const heads = [0, 1].map((number) => readHeader(read, number, pageSize))
  // Transactions write them in turn: one is of the last transaction, the other of the one before.
  const transactions = heads.map((head) => readNumber(head, header.transaction))
  const transaction = Math.max(...transactions)
  const newest = heads[transaction % 2]
  const other = transactions[(transaction + 1) % 2]
  if (newest === undefined || other !== Math.max(0, transaction - 1)) {
    throw new Fault('its headers do not follow one another')
  }
  const inFile = Math.floor(size / pageSize)
  const last = readNumber(newest, header.lastPage)
  // LMDB adds pages after the last page, wherever that is. Pages after the end of the file are
  // free, and the file needs 8 bytes to name each of them.
  if (last < 1 || last > inFile + size / 8) {
    throw new Fault('its last page is at an impossible place')
  }
  const taken = new Uint8Array(last + 1).fill(1, 0, heads.length)
  const pages = { read, bytes: pageSize, inFile, transaction, taken }
  checkTree(pages, newest.subarray(header.freePages), true)
  checkTree(pages, newest.subarray(header.records), false, parts)
}

function readHeader(read: ReadBytes, number: number, pageSize: number): Buffer {
  const head = read(number * pageSize, header.end)
  const isHeader =
    readNumber(head, header.page) === number &&
    head.readUInt16LE(header.pageFlags) === headerFlag &&
    head.readUInt32LE(header.magic) === 0xbeefc0de &&
    head.readUInt32LE(header.version) === 2 &&
    head.readUInt32LE(header.freePages + tree.pageSize) === pageSize &&
    head.readUInt16LE(header.freePages + tree.flags) === oneFileFlag + numberKeysFlag &&
    head.readUInt16LE(header.records + tree.flags) === 0
  if (!isHeader) throw new Fault(`its page at ${number * pageSize} is not a header`)
  return head
}

/**
 * Checks all pages of a tree, and their counts in its description. In the tree of free pages, keys
 * are numbers of 8 bytes and values are lists of pages.
 */
function checkTree(pages: Pages, description: Buffer, isFree: boolean, parts?: Parts): void {
  const depth = description.readUInt16LE(tree.depth)
  const found = { branchPages: 0, leafPages: 0, overflowPages: 0, entries: 0 }
  const check = (children: readonly Child[], level: number): void => {
    // In the order of the file, which the disk reads fastest.
    for (const child of children.toSorted((one, other) => one.number - other.number)) {
      if (child.number >= pages.inFile) throw new Fault('it is cut short')
      take(pages, child.number, 1)
      const bytes = pages.read(child.number * pages.bytes, pages.bytes)
      if (level === depth) checkLeaf(child, bytes)
      else checkBranch(child, bytes, level)
    }
  }
  const checkLeaf = (child: Child, bytes: Buffer): void => {
    const entries = checkPage(pages, bytes, child, true, isFree)
    found.leafPages++
    found.entries += entries.length
    found.overflowPages += checkValues(pages, bytes, child.number, entries, isFree)
  }
  const checkBranch = (child: Child, bytes: Buffer, level: number): void => {
    found.branchPages++
    const known = parts?.recall(bytes)
    if (known !== undefined) {
      for (const number of known.leaves) take(pages, number, 1)
      found.leafPages += known.leaves.length
      found.entries += known.entries
      return
    }
    const { entries, overflowPages } = found
    const children = childrenOf(bytes, child, checkPage(pages, bytes, child, false, isFree))
    check(children, level + 1)
    if (level + 1 < depth || found.overflowPages !== overflowPages) return
    const leaves = children.map(({ number }) => number)
    parts?.learn(bytes, { leaves, entries: found.entries - entries })
  }
  const isEmpty = description.readBigUInt64LE(tree.root) === noRoot
  const root = readNumber(description, tree.root)
  if (!isEmpty) check([{ number: root, from: undefined, to: undefined }], 1)
  else if (depth > 0) throw new Fault(`its depth is 0, not ${depth}`)
  for (const name of ['branchPages', 'leafPages', 'overflowPages', 'entries'] as const) {
    const expected = readNumber(description, treeCounts[name])
    if (found[name] !== expected) {
      throw new Fault(`its ${name} is ${found[name]}, not ${expected}`)
    }
  }
}
