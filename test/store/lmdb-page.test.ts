import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { openEnvironment } from '../../lib/store/environment.ts'
import {
  branchTo,
  craftedRecords,
  craftEmptyFile,
  craftFile,
  craftPage,
  freeList,
  freeRecord,
  long,
  longList,
  longRecord,
  numberKey,
  record,
} from '../support/crafted-file.ts'
import type { CraftedFile } from '../support/crafted-file.ts'
import { faultOf } from '../support/damages.ts'
import { temporaryFolder } from '../support/folders.ts'
import { renderFile } from '../support/lmdb-file.ts'
import type { Entry, Tree } from '../support/lmdb-file.ts'

// Each test breaks a single rule about pages: without that rule, the file would be opened.

describe('the file that the rules are broken in', () => {
  test('is sound, and LMDB reads and writes it', async (t) => {
    const bytes = renderFile(craftFile())
    assert.equal(faultOf(bytes), undefined)
    const path = join(temporaryFolder(t), 'live.mdb')
    writeFileSync(path, bytes)
    const environment = openEnvironment(path, 2 ** 20)
    const records = environment.transactionSync(() =>
      Array.from(environment.getRange(), ({ key, value }) => [key.toString(), Buffer.from(value)]),
    )
    assert.deepEqual(records, craftedRecords)
    environment.transactionSync(() => void environment.put(Buffer.from('e'), Buffer.from('new')))
    assert.equal(environment.get(Buffer.from('e'))?.toString(), 'new')
    await environment.close()
  })
})

type Spoil = (file: CraftedFile) => void
type Rules = ReadonlyArray<readonly [rule: string, fault: number | string, ...spoils: Spoil[]]>

/** Writes a byte of a page. */
function poke(page: keyof CraftedFile['pages'], at: number, byte: number): Spoil {
  return change(page, (bytes) => (bytes[at] = byte))
}

/** Changes the bytes of a page. */
function change(page: keyof CraftedFile['pages'], spoil: (bytes: Buffer) => unknown): Spoil {
  return ({ pages }) => (pages[page].spoil = spoil)
}

/** Replaces the entries of a page. */
function fill(page: keyof CraftedFile['pages'], ...entries: readonly Entry[]): Spoil {
  return ({ pages }) => (pages[page].entries = entries)
}

/** Changes what the headers say of the records. */
function recount(counts: Partial<Tree>): Spoil {
  return ({ records }) => Object.assign(records, counts)
}

function assertRules(rules: Rules): void {
  for (const [rule, fault, ...spoils] of rules) {
    test(rule, () => {
      const file = craftFile()
      for (const spoil of spoils) spoil(file)
      const expected = typeof fault === 'number' ? `its page ${fault} is damaged` : fault
      assert.equal(faultOf(renderFile(file)), expected)
    })
  }
}

describe('a page is damaged if its head', () => {
  assertRules([
    ['has another number', 5, poke('first', 0, 6)],
    ['has another number, that of a value', 9, poke('long', 0, 8)],
    ['is of a later transaction', 5, ({ pages }) => (pages.first.transaction = 301)],
    ['has another kind', 5, poke('first', 18, 0x12)],
    ['is that of a leaf among branches', 3, poke('left', 18, 2)],
    ['is that of a leaf for a value', 9, poke('long', 18, 2)],
  ])
})

// Two entries. The second begins in the table, so that its length is also its position.
const overlapping = Buffer.concat([
  Buffer.from([4, 0, 2, 0, 14, 0]),
  Buffer.from('\x02\0\0\0\0\0\x01\0n22\0', 'latin1'),
  Buffer.from('\xd1\x0f\0\0\0\0\x01\0m', 'latin1'),
])

describe('a page is damaged if its table', () => {
  assertRules([
    [
      'ends within an entry, although all are counted',
      7,
      ...[poke('third', 20, 3), poke('fourth', 20, 3), recount({ entries: 8 })],
    ],
    ['is empty, in a leaf', 7, fill('third'), recount({ entries: 7 })],
    [
      'points to a single page, in a branch',
      3,
      fill('left', branchTo(5, '')),
      recount({ leafPages: 3, overflowPages: 0, entries: 7 }),
    ],
    ['overlaps an entry', 7, change('third', (page) => page.set(overlapping, 20))],
    ['points before all entries', 7, change('third', (page) => move(page, 1, -20))],
    ['points to an entry at an odd offset', 7, change('third', (page) => move(page, 1, 1))],
    [
      'is not in the order of the keys',
      7,
      ({ pages }) => (pages.third.entries = pages.third.entries.toReversed()),
    ],
    ['has a key twice', 7, fill('third', record('m', '1'), record('m', '2'))],
    [
      'has a key after a longer one that begins with it',
      5,
      fill('first', record('ab', '1'), record('a', '2'), record('b', '')),
    ],
    [
      'has numbers in the order of their bytes',
      12,
      fill('freeFirst', freeRecord(256, [14]), freeRecord(3, [8])),
    ],
  ])
})

describe('a page is damaged if an entry', () => {
  assertRules([
    ['ends after the page', 7, change('third', (page) => move(page, 0, 2))],
    [
      'has a length that leaves a gap',
      7,
      change('third', (page) => page.writeUInt16LE(upperOf(page) - 2, 22)),
    ],
    [
      'has no key',
      5,
      ...[fill('first', record('', '1'), record('b', '2')), recount({ entries: 8 })],
    ],
    [
      'has flags that the store does not use',
      5,
      fill('first', record('a', '1'), record('ab', '22'), { ...record('b', ''), flags: 2 }),
    ],
    [
      'has a number of four bytes, in a leaf',
      12,
      fill('freeFirst', record(short(numberKey(0)), freeList([14])), freeRecord(255, [8])),
    ],
    [
      'has a number of four bytes, in a branch',
      11,
      fill('freeRoot', branchTo(12, ''), branchTo(13, short(numberKey(256)))),
    ],
    [
      'comes before the bound in the page above',
      17,
      fill('right', branchTo(7, ''), branchTo(17, 'tt')),
    ],
    [
      'comes before the bound in the page above that',
      7,
      fill('root', branchTo(3, ''), branchTo(4, 'ma')),
    ],
    ['comes after the bound in the page above', 5, fill('left', branchTo(5, ''), branchTo(6, 'b'))],
    [
      'comes after the bound in the page above that',
      6,
      fill('second', longRecord('c', long, 9), record('m', '5')),
    ],
  ])
})

describe('a page is damaged if a value with pages of its own', () => {
  assertRules([
    [
      'has another number of pages than its length needs',
      6,
      fill('second', longRecord('c', long, 9, 3), record('d', '5')),
    ],
    ['has pages with another count', 9, poke('long', 20, 3)],
    [
      'shares them with another one',
      9,
      fill('second', longRecord('c', long, 9), longRecord('d', long, 9)),
      recount({ overflowPages: 4 }),
    ],
  ])
})

describe('a tree is damaged if its header counts wrong', () => {
  for (const tree of ['records', 'free'] as const) {
    for (const name of ['branchPages', 'leafPages', 'overflowPages', 'entries'] as const) {
      test(`${tree}: ${name}`, () => {
        for (const more of [-1, 1]) {
          const file = craftFile()
          const count = file[tree][name]
          file[tree][name] += more
          assert.equal(faultOf(renderFile(file)), `its ${name} is ${count}, not ${count + more}`)
        }
      })
    }

    test(`${tree}: depth`, () => {
      for (const more of [-1, 1]) {
        const file = craftFile()
        file[tree].depth += more
        assert.match(faultOf(renderFile(file)) ?? 'no fault', /^its page \d+ is damaged$/)
      }
      const empty = craftEmptyFile()
      empty[tree].depth = 1
      assert.equal(faultOf(renderFile(empty)), 'its depth is 0, not 1')
    })

    test(`${tree}: an empty one has a root, even just before the number for none`, () => {
      for (const root of [2n ** 64n - 2n, 2n ** 64n - 1024n, 2n, 2n ** 53n]) {
        const file = craftEmptyFile()
        file[tree].root = root
        assert.notEqual(faultOf(renderFile(file)), undefined, String(root))
      }
    })
  }

  test('a leaf alone has the depth 1, and no other', () => {
    for (const depth of [0, 1, 2]) {
      const pages = { leaf: craftPage('leaf', 2, [record('a', '1')]) }
      const records = { ...craftFile().records, ...{ depth, branchPages: 0, leafPages: 1 } }
      Object.assign(records, { overflowPages: 0, entries: 1 })
      const file = { ...craftEmptyFile(), transaction: 300, last: 2, records, pages }
      assert.equal(faultOf(renderFile(file)), depth === 1 ? undefined : 'its page 2 is damaged')
    }
  })
})

/** Lists these pages as free, in two lists. */
function free(first: readonly number[], second: readonly number[]): Spoil {
  return fill('freeFirst', freeRecord(3, first), freeRecord(255, second))
}

/** Ends the file at a page, without the list that has pages of its own. */
function endAt(last: number): Spoil {
  return (file) => {
    file.pages.freeSecond.entries = [freeRecord(256, [])]
    file.free.overflowPages = 0
    file.last = last
  }
}

/** Replaces the last page in the list that has pages of its own. */
function endLongList(page: number): Spoil {
  const content = Buffer.concat([longList.subarray(0, -8), numberKey(page)])
  return ({ pages }) => (pages.longList.content = content)
}

const countsMore = record(numberKey(3), Buffer.concat([numberKey(3), numberKey(14)]))

describe('a page is damaged if it', () => {
  assertRules([
    ['is in use, a leaf, and listed as free', 5, free([14, 5], [])],
    ['is in use, a branch, and listed as free', 3, free([14, 3], [])],
    ['is in use by a value, and listed as free', 10, free([14, 10], [])],
    ['contains a list, and is listed as free', 12, free([14, 12], [])],
    ['is listed as free twice', 14, free([14], [14])],
    ['is a header, and listed as free', 1, free([14, 1], [])],
    ['is after the last one, and listed as free', 1001, free([1001], [])],
    ['is after the last one, and in use', 17, endAt(16)],
    ['is after the last one, and in use by a value', 19, endAt(18), moveLongValue],
    ['is listed as free out of order', 12, free([8, 14], [])],
    ['is in use, and listed as free in a list that has pages of its own', 5, endLongList(5)],
    ['is listed out of order in a list that has pages of its own', 15, endLongList(1000)],
    [
      'has a list of free pages that is shorter than a number',
      'a page is damaged',
      fill('freeSecond', record(numberKey(256), 'less')),
    ],
    [
      'has a list that counts more free pages than it contains',
      'a page is damaged',
      fill('freeFirst', countsMore, freeRecord(255, [])),
    ],
  ])
})

describe('a file is cut short', () => {
  test('if the last byte of a page is missing, although it is a zero', () => {
    const bytes = renderFile(craftFile())
    assert.equal(bytes.at(-1), 0)
    assert.equal(faultOf(bytes.subarray(0, -1)), 'it is cut short')
  })

  test('if all pages of a value but the first are missing', () => {
    const file = craftFile()
    moveLongValue(file)
    assert.equal(faultOf(renderFile(file)), undefined)
    file.spoil = (bytes) => bytes.subarray(0, -file.pageBytes)
    assert.equal(faultOf(renderFile(file)), 'it is cut short')
  })
})

/** Moves the value that has pages of its own to the end of the file. */
function moveLongValue({ pages }: CraftedFile): void {
  pages.long.number = 18
  pages.second.entries = [longRecord('c', long, 18), record('d', '5')]
}

function short(key: Buffer): Buffer {
  return key.subarray(0, 4)
}

/** Where the entries of a page begin. */
function upperOf(page: Buffer): number {
  return page.readUInt16LE(22)
}

/** Moves an entry of a leaf, with its bytes. */
function move(page: Buffer, index: number, by: number): void {
  const slot = 24 + 2 * index
  const start = 24 + page.readUInt16LE(slot)
  const length = 8 + page.readUInt16LE(start + 6) + page.readUInt32LE(start)
  page.writeUInt16LE(start - 24 + by, slot)
  page.copyWithin(start + by, start, start + length)
}
