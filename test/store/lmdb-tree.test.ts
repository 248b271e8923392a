import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  craftEmptyFile,
  craftFile,
  craftPage,
  freeList,
  longList,
  numberKey,
  record,
} from '../support/crafted-file.ts'
import type { CraftedFile } from '../support/crafted-file.ts'
import { faultOf } from '../support/damages.ts'
import { renderFile } from '../support/lmdb-file.ts'

// Each rule about the trees of a file is broken alone: without it the file would be opened.

describe('a tree is damaged where its header counts wrong', () => {
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

    test(`${tree}: an empty one has a root, be it as far away as the number for none`, () => {
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

type Spoil = (file: CraftedFile) => void
type Rules = ReadonlyArray<readonly [rule: string, fault: string, spoil: Spoil]>

/** Lists those pages as free, in two lists. */
function free(...lists: ReadonlyArray<readonly number[]>): Spoil {
  return ({ pages }) => {
    const keys = [3, 255].map(numberKey)
    pages.freeFirst.entries = lists.map((list, index) => record(keys[index] ?? '', freeList(list)))
  }
}

/** Puts the list that has pages of its own into its leaf, and lists no page behind the file. */
function shortenList({ pages, free }: CraftedFile): void {
  pages.freeSecond.entries = [record(numberKey(256), freeList([]))]
  free.overflowPages = 0
}

describe('a page is damaged where it', () => {
  const rules: Rules = [
    ['is in use, a leaf, and listed as free', 'its page 5 is damaged', free([14, 5], [])],
    ['is in use, a branch, and listed as free', 'its page 3 is damaged', free([14, 3], [])],
    ['is in use by a value, and listed as free', 'its page 10 is damaged', free([14, 10], [])],
    ['holds a list, and is listed as free', 'its page 12 is damaged', free([14, 12], [])],
    ['is listed as free twice', 'its page 14 is damaged', free([14], [14])],
    ['is a header, and listed as free', 'its page 1 is damaged', free([14, 1], [])],
    ['is behind the last one, and listed as free', 'its page 1001 is damaged', free([1001], [])],
    [
      'is behind the last one, and in use',
      'its page 17 is damaged',
      (file) => {
        shortenList(file)
        file.last = 16
      },
    ],
    [
      'is behind the last one, and in use by a value',
      'its page 19 is damaged',
      (file) => {
        shortenList(file)
        moveLongValue(file, 18)
        file.last = 18
      },
    ],
    ['is listed as free in no order', 'its page 12 is damaged', free([8, 14], [])],
    [
      'is in use, and listed as free in a list that has pages of its own',
      'its page 5 is damaged',
      ({ pages }) =>
        (pages.longList.content = Buffer.concat([longList.subarray(0, -8), numberKey(5)])),
    ],
    [
      'is listed in no order in a list that has pages of its own',
      'its page 15 is damaged',
      ({ pages }) =>
        (pages.longList.content = Buffer.concat([longList.subarray(0, -8), numberKey(1000)])),
    ],
    [
      'has a list of free pages of less than a number',
      'a page is damaged',
      ({ pages }) => (pages.freeSecond.entries = [record(numberKey(256), 'less')]),
    ],
    [
      'has a list of more free pages than it holds',
      'a page is damaged',
      ({ pages }) =>
        (pages.freeFirst.entries = [
          record(numberKey(3), Buffer.concat([numberKey(3), numberKey(14)])),
          record(numberKey(255), freeList([])),
        ]),
    ],
  ]
  for (const [rule, fault, spoil] of rules) {
    test(rule, () => {
      const file = craftFile()
      spoil(file)
      assert.equal(faultOf(renderFile(file)), fault)
    })
  }
})

describe('a file is cut short', () => {
  test('where the last byte of a page is missing, though that is a zero', () => {
    const bytes = renderFile(craftFile())
    assert.equal(bytes.at(-1), 0)
    assert.equal(faultOf(bytes.subarray(0, -1)), 'it is cut short')
  })

  test('where the pages of a value are missing, but for the first', () => {
    const file = craftFile()
    moveLongValue(file, 18)
    assert.equal(faultOf(renderFile(file)), undefined)
    file.spoil = (bytes) => bytes.subarray(0, -file.pageBytes)
    assert.equal(faultOf(renderFile(file)), 'it is cut short')
  })
})

/** Moves the value that has pages of its own to other ones. */
function moveLongValue({ pages }: CraftedFile, page: number): void {
  pages.long.number = page
  pages.second.entries = pages.second.entries.map((entry) =>
    entry.own === undefined ? entry : { ...entry, own: { ...entry.own, page } },
  )
}
