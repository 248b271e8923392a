import { numbers } from './lmdb-file.ts'
import type { Entry, FilePlan, Page, Tree } from './lmdb-file.ts'

const emptyTree: Tree = {
  ...{ root: 2n ** 64n - 1n, depth: 0 },
  ...{ branchPages: 0, leafPages: 0, overflowPages: 0, entries: 0 },
}

/** A file without any record. */
export function craftEmptyFile(): FilePlan<never> {
  return {
    ...{ pageBytes: 4096, transaction: 4, last: 1 },
    ...{ records: { ...emptyTree }, free: { ...emptyTree }, pages: {} },
    ...{ spoilHeaders: () => {}, spoil: (bytes) => bytes },
  }
}

/** An entry of a branch. */
export function branchTo(page: number, key: Buffer | string): Entry {
  return { key: Buffer.from(key), child: page }
}

/** An entry of a leaf. */
export function record(key: Buffer | string, value: Buffer | string): Entry {
  return { key: Buffer.from(key), value: Buffer.from(value) }
}

/** An entry of a leaf whose value has pages of its own. */
export function longRecord(key: Buffer | string, content: Buffer, page: number, pages = 2): Entry {
  return { key: Buffer.from(key), own: { bytes: content.length, page, pages } }
}

/** The key of a list of free pages: the transaction that freed them. */
export function numberKey(transaction: number): Buffer {
  return numbers([transaction])
}

/** A list of free pages. */
export function freeList(pages: readonly number[]): Buffer {
  return numbers([pages.length, ...pages])
}

/** An entry of a leaf: the pages that a transaction freed. */
export function freeRecord(transaction: number, pages: readonly number[]): Entry {
  return record(numberKey(transaction), freeList(pages))
}

/** A value that does not fit into a leaf. */
export const long = Buffer.alloc(5000, 4)

/** A list that does not fit, either: of pages after the end of the file. */
export const longList = freeList(Array.from({ length: 600 }, (_, index) => 1000 - index))

/** The records of `craftFile`. */
export const craftedRecords: ReadonlyArray<readonly [key: string, value: Buffer]> = [
  ['a', Buffer.from('1')],
  ['ab', Buffer.from('22')],
  ['b', Buffer.alloc(24, 3)],
  ['c', long],
  ['d', Buffer.from('5')],
  ['m', Buffer.from('666')],
  ['n', Buffer.alloc(0)],
  ['t', Buffer.alloc(7)],
  ['u', Buffer.from('99')],
]

/** A file with three levels of records and two of free pages; 8 and 14 are free, with anything. */
export function craftFile() {
  const trees = {
    records: { root: 2, depth: 3, branchPages: 3, leafPages: 4, overflowPages: 2, entries: 9 },
    free: { root: 11, depth: 2, branchPages: 1, leafPages: 2, overflowPages: 2, entries: 3 },
  }
  const file = { ...craftEmptyFile(), ...trees, transaction: 300, last: 1000 }
  return { ...file, pages: craftPages() }
}

/** A file as `craftFile` gives it. */
export type CraftedFile = ReturnType<typeof craftFile>

function craftPages() {
  const [a, ab, b, , d, m, n, t, u] = craftedRecords.map(([key, value]) => record(key, value))
  return {
    // The first key of a branch may be anything.
    root: craftPage('branch', 2, [branchTo(3, 'zz'), branchTo(4, 'm')]),
    left: craftPage('branch', 3, [branchTo(5, ''), branchTo(6, 'c')]),
    right: craftPage('branch', 4, [branchTo(7, ''), branchTo(17, 't')]),
    first: craftPage('leaf', 5, [a, ab, b]),
    second: craftPage('leaf', 6, [longRecord('c', long, 9), d]),
    third: craftPage('leaf', 7, [m, n]),
    fourth: craftPage('leaf', 17, [t, u]),
    long: { ...craftPage('overflow', 9), content: long, pages: 2 },
    freeRoot: craftPage('branch', 11, [branchTo(12, ''), branchTo(13, numberKey(256))]),
    // As numbers they ascend, as bytes they do not.
    freeFirst: craftPage('leaf', 12, [freeRecord(3, [14]), freeRecord(255, [8])]),
    freeSecond: craftPage('leaf', 13, [longRecord(numberKey(256), longList, 15)]),
    longList: { ...craftPage('overflow', 15), content: longList, pages: 2 },
    free8: { ...craftPage('leaf', 8), spoil: (bytes: Buffer) => bytes.fill(255) },
    free14: { ...craftPage('leaf', 14), spoil: (bytes: Buffer) => bytes.fill(255) },
  }
}

/** A page that the last transaction has written. */
export function craftPage(
  kind: Page['kind'],
  number: number,
  entries: ReadonlyArray<Entry | undefined> = [],
): Page {
  const there = entries.filter((entry) => entry !== undefined)
  const pages = { content: Buffer.alloc(0), pages: 1 }
  return { number, kind, transaction: 300, entries: there, ...pages, spoil: () => {} }
}
