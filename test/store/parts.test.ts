import assert from 'node:assert/strict'
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createDraw } from '../../lib/engine/draft.ts'
import { findFault, Parts, Unfinished } from '../../lib/store/lmdb-file.ts'
import type { Store } from '../../lib/store/store.ts'
import { craftFile, freeList, numberKey, record } from '../support/crafted-file.ts'
import { openFolder } from '../support/data-folder.ts'
import { fastFolder } from '../support/folders.ts'
import { renderFile } from '../support/lmdb-file.ts'

const draw = createDraw('parts')
// More than the leaves of two branches, which a journal changes all the time.
const leavesPerPart = 450
const records = 4_000
const mostLeavesOfBranch = 256

describe('a file that is read in parts', () => {
  test('has no fault, whatever is written in between, and each part is small', (t) => {
    const folder = fastFolder(t)
    const store = fill(folder)
    const file = openSync(join(folder, 'live.mdb'), 'r')
    t.after(() => closeSync(file))
    const read = (start: number, bytes: Buffer) => void readSync(file, bytes, 0, bytes.length, start)
    for (const writes of [0, 1, 50]) {
      const parts = new Parts(leavesPerPart)
      const readNext = () => readPart(fstatSync(file).size, read, parts)
      let [fault, count] = [readNext(), 1]
      for (; fault === 'unfinished'; fault = readNext(), count++) {
        assert.ok(count < 100, 'it never ends')
        // As in a journal, at both ends.
        put(store, Array.from({ length: writes }, (_, index) => (index % 2 === 0 ? 0 : records - 50) + index))
      }
      assert.equal(fault, undefined)
      assert.ok(count > 3, `${count} parts with ${writes} changes in between`)
    }
    store.close()
  })

  test('is checked again where a transaction has rewritten a branch or freed its leaves', () => {
    const parts = new Parts(leavesPerPart)
    const file = craftFile()
    assert.equal(readPartOf(renderFile(file), parts), undefined)
    file.pages.freeFirst.entries = [record(numberKey(3), freeList([14, 7]))]
    file.free.entries--
    assert.equal(readPartOf(renderFile(file), parts), 'its page 7 is damaged')
    const changed = { ...craftFile(), transaction: 302 }
    changed.pages.third.spoil = (bytes) => bytes.fill(255)
    assert.equal(readPartOf(renderFile(changed), parts), undefined)
    changed.pages.right.transaction = 302
    assert.equal(readPartOf(renderFile(changed), parts), 'its page 7 is damaged')
  })

  test('has its faults found in every part', (t) => {
    const folder = fastFolder(t)
    fill(folder).close()
    const bytes = readFileSync(join(folder, 'live.mdb'))
    const faults = new Set<number>()
    for (let tried = 0; tried < 9; tried++) {
      const damaged = Buffer.from(bytes)
      const start = 4096 * (2 + draw(bytes.length / 4096 - 2))
      damaged.fill(0xff, start, start + 4096)
      const parts = new Parts(leavesPerPart)
      let [fault, count] = [readPartOf(damaged, parts), 1]
      for (; fault === 'unfinished'; count++) fault = readPartOf(damaged, parts)
      assert.equal(fault, readPartOf(damaged, undefined))
      if (fault !== undefined) faults.add(count)
    }
    assert.ok(faults.size > 2, [...faults].join())
  })
})

/** Returns a store whose records fill about ten branches. */
function fill(folder: string): Store {
  const { store } = openFolder(folder)
  for (let first = 0; first < records; first += 100) {
    put(store, Array.from({ length: 100 }, (_, index) => first + index))
  }
  // These have pages of their own.
  put(store, [7, 1_007, 3_007], 9_000)
  return store
}

function put(store: Store, indexes: readonly number[], bytes = 1_500): void {
  store.transact((all) => {
    for (const index of indexes) {
      all.put(Buffer.from(`record ${String(index).padStart(4, '0')}`), Buffer.alloc(bytes, index))
    }
  })
}

function readPartOf(file: Buffer, parts: Parts | undefined): string | undefined {
  return readPart(file.length, (start, bytes) => void file.copy(bytes, 0, start), parts)
}

/** Reads the next part of a file, and returns its fault. */
function readPart(
  size: number,
  read: (start: number, bytes: Buffer) => void,
  parts: Parts | undefined,
): string | undefined {
  let pages = 0
  try {
    return findFault(
      size,
      (start, length) => {
        pages += length / 4096
        const bytes = Buffer.alloc(length)
        read(start, bytes)
        return bytes
      },
      parts,
    )
  } catch (error) {
    assert.ok(error instanceof Unfinished)
    return 'unfinished'
  } finally {
    const most = parts === undefined ? Infinity : leavesPerPart + 3 * mostLeavesOfBranch
    assert.ok(pages < most, `${pages} pages`)
  }
}
