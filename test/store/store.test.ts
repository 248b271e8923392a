import assert from 'node:assert/strict'
import { chmodSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { StartError } from '../../lib/log.ts'
import {
  filledFolder,
  key,
  listAside,
  openFolder,
  readRecord,
  value,
} from '../support/data-folder.ts'
import { temporaryFolder } from '../support/folders.ts'

describe('a transaction', () => {
  test('returns the result of its work, and persists', (t) => {
    const folder = temporaryFolder(t)
    const { store } = openFolder(folder)
    assert.equal(
      store.transact((records) => {
        records.put(key, value)
        return 'result'
      }),
      'result',
    )
    store.close()
    assert.deepEqual(readRecord(openFolder(folder).store), value)
  })

  test('is undone if its work throws, and the next one is not', (t) => {
    const { store, lines } = openFolder(temporaryFolder(t))
    store.transact((records) => records.put(key, value))
    assert.throws(
      () =>
        store.transact((records) => {
          records.put(key, Buffer.from('other'))
          records.put(Buffer.from('more'), value)
          throw new Error('no')
        }),
      { message: 'no' },
    )
    assert.deepEqual(readRecord(store), value)
    assert.equal(readRecord(store, 'more'), undefined)
    store.transact((records) => records.remove(key))
    assert.equal(readRecord(store), undefined)
    assert.equal(lines.length, 1)
  })

  test('puts a record in order, even if a damaged key comes after it', (t) => {
    const { store } = openFolder(temporaryFolder(t))
    store.transact((records) => records.append(Buffer.from([255]), value))
    store.transact((records) => records.append(key, value))
    assert.deepEqual(readRecord(store), value)
  })

  test('logs a series of failures once, and its end after ten quiet seconds', (t) => {
    t.mock.timers.enable({ apis: ['Date'] })
    const { store, lines } = openFolder(temporaryFolder(t))
    const write = (): void => store.transact((records) => records.put(key, value))
    const fail = (): void => {
      assert.throws(() => store.transact(() => assert.fail('no')))
    }
    const expectLines = (...expected: string[]): void =>
      assert.deepEqual(lines.map(({ level, message }) => `${level}: ${message}`), expected)
    const failure = 'error: The store cannot be written'
    const recovery = 'warn: The store can be written again'
    write()
    store.assertHealthy()
    expectLines()
    fail()
    assert.throws(() => store.assertHealthy())
    write() // small records may fit where large ones do not
    fail()
    t.mock.timers.tick(9999)
    write()
    fail()
    t.mock.timers.tick(9999)
    write()
    expectLines(failure)
    t.mock.timers.tick(1)
    readRecord(store) // does not show that the store can be written
    expectLines(failure)
    write()
    write()
    expectLines(failure, recovery)
    fail()
    expectLines(failure, recovery, failure)
  })

  test('sees what it wrote itself, and copies what it reads', (t) => {
    const { store } = openFolder(temporaryFolder(t))
    store.transact((records) => {
      const sizes = [0, 1, 100, 2000, 5000, 400_000]
      for (const size of sizes) records.put(Buffer.from([7, size % 251]), Buffer.alloc(size, size))
      const first = records.get(Buffer.from([7, 100]))
      const all = records.range(Buffer.from([7]), Buffer.from([8]), 100)
      assert.deepEqual(first, Buffer.alloc(100, 100))
      for (const size of sizes) {
        const found = all.find((record) => record.key[1] === size % 251)
        assert.ok(found?.value.equals(Buffer.alloc(size, size)), `${size} bytes`)
      }
    })
  })

  test('gives a range in the order of the keys, from its start, before its end', (t) => {
    const { store } = openFolder(temporaryFolder(t))
    const bytes = [[1], [2], [2, 0], [2, 0, 9], [2, 255], [3], [4]]
    const keys = bytes.map((each) => Buffer.from(each))
    store.transact((records) => keys.toReversed().forEach((each) => records.put(each, each)))
    const range = (start: number, end: number, limit: number): Buffer[] =>
      store.transact((records) =>
        records.range(Buffer.from([start]), Buffer.from([end]), limit).map((record) => record.key),
      )
    assert.deepEqual(range(2, 3, 100), keys.slice(1, 5))
    assert.deepEqual(range(2, 3, 2), keys.slice(1, 3))
    assert.deepEqual(range(5, 6, 2), [])
  })

  test('throws once the store is closed', (t) => {
    const { store } = openFolder(temporaryFolder(t))
    store.close()
    assert.throws(() => store.transact((records) => records.get(key)))
    store.close()
  })
})

describe('the data folder', () => {
  test('causes a StartError that names it if it cannot be created or written', (t) => {
    const folder = temporaryFolder(t)
    writeFileSync(join(folder, 'file'), '')
    symlinkSync(join(folder, 'nothing'), join(folder, 'link'))
    const paths = ['file', 'file/data', 'link'].map((path) => join(folder, path))
    for (const path of paths) {
      assert.throws(
        () => openFolder(path),
        (error) => error instanceof StartError && error.message.startsWith(`DATA_DIR=${path} `),
        path,
      )
    }
  })

  test(
    'causes a StartError that names a file in it that cannot be read',
    { skip: process.getuid?.() === 0 ? 'LEFT OUT: root may write everywhere' : false },
    (t) => {
      const folder = filledFolder(t)
      for (const file of [...readdirSync(folder), '']) {
        const path = join(folder, file)
        const { mode } = statSync(path)
        chmodSync(path, 0)
        assert.throws(
          () => openFolder(folder),
          (error) => error instanceof StartError && error.message.includes(path),
          file,
        )
        chmodSync(path, mode)
      }
      assert.deepEqual(listAside(folder), [])
      assert.deepEqual(readRecord(openFolder(folder).store), value)
    },
  )
})
