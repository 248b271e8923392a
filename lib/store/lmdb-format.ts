import { readNumber } from './lmdb-page.ts'
import type { ReadBytes } from './lmdb-page.ts'
import { findTreeFault } from './lmdb-tree.ts'
import type { Parts, Tree } from './lmdb-tree.ts'

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
const tree = {
  pageSize: 0,
  flags: 4,
  depth: 6,
  branchPages: 8,
  leafPages: 16,
  overflowPages: 24,
  entries: 32,
  root: 40,
}
const headerFlag = 8
const oneFileFlag = 0x4000
const numberKeysFlag = 8

/**
 * Returns why LMDB must not open a file of `size` bytes: a page that is damaged, or missing at the
 * end, would end the process. Reads the whole file, and returns `undefined` if it has no fault.
 * Throws Unfinished at the end of a part.
 */
export function findFault(size: number, read: ReadBytes, parts?: Parts): string | undefined {
  const pageSize = read(0, header.end).readUInt32LE(header.freePages + tree.pageSize)
  if (pageSize < 512 || pageSize > 65_536) return 'its first page is not a header'
  if (size < 2 * pageSize) return `it is cut short: ${size} bytes`
  const heads = [0, 1].map((number) => read(number * pageSize, header.end))
  const wrong = heads.findIndex((head, number) => !isHeader(head, number, pageSize))
  if (wrong !== -1) return `its page at ${wrong * pageSize} is not a header`
  // Transactions write them in turn: one is of the last transaction, the other of the one before.
  const transactions = heads.map((head) => readNumber(head, header.transaction))
  const transaction = Math.max(...transactions)
  const newest = heads[transaction % 2]
  const others = transactions[(transaction + 1) % 2]
  if (newest === undefined || others !== Math.max(0, transaction - 1)) {
    return 'its headers do not follow one another'
  }
  const inFile = Math.floor(size / pageSize)
  const last = readNumber(newest, header.lastPage)
  // LMDB adds pages after the last page, wherever that is. Pages after the end of the file are
  // free, and the file needs 8 bytes to name each of them.
  if (last < 1 || last > inFile + size / 8) return 'its last page is at an impossible place'
  const taken = new Uint8Array(last + 1).fill(1, 0, heads.length)
  const pages = { read, bytes: pageSize, inFile, transaction, taken }
  const trees = [
    treeAt(newest, header.freePages, true),
    treeAt(newest, header.records, false),
  ]
  return findTreeFault(pages, trees, parts)
}

function isHeader(head: Buffer, number: number, pageSize: number): boolean {
  return (
    readNumber(head, header.page) === number &&
    head.readUInt16LE(header.pageFlags) === headerFlag &&
    head.readUInt32LE(header.magic) === 0xbeefc0de &&
    head.readUInt32LE(header.version) === 2 &&
    head.readUInt32LE(header.freePages + tree.pageSize) === pageSize &&
    head.readUInt16LE(header.freePages + tree.flags) === oneFileFlag + numberKeysFlag &&
    head.readUInt16LE(header.records + tree.flags) === 0
  )
}

const noRoot = 2n ** 64n - 1n

function treeAt(head: Buffer, start: number, listsFreePages: boolean): Tree {
  const isEmpty = head.readBigUInt64LE(start + tree.root) === noRoot
  return {
    root: isEmpty ? undefined : readNumber(head, start + tree.root),
    depth: head.readUInt16LE(start + tree.depth),
    branchPages: readNumber(head, start + tree.branchPages),
    leafPages: readNumber(head, start + tree.leafPages),
    overflowPages: readNumber(head, start + tree.overflowPages),
    entries: readNumber(head, start + tree.entries),
    listsFreePages,
  }
}
