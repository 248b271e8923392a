import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { key, openFolder, readRecord, value } from '../support/data-folder.ts'
import { temporaryFolder } from '../support/folders.ts'

describe('a transaction', () => {
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

  test('logs a series of failures once, and its end as soon as there is room', (t) => {
    const folder = temporaryFolder(t)
    const { store, lines } = openFolder(folder)
    const write = (): void => store.transact((records) => records.put(key, value))
    const fail = (): void => {
      assert.throws(() => store.transact(() => assert.fail('no')))
    }
    const expectLines = (...expected: string[]): void => {
      assert.deepEqual(lines.map(({ level, message }) => `${level}: ${message}`), expected)
      assert.ok(lines.every(({ path }) => path === folder))
    }
    const failure = 'error: The store cannot be written'
    const recovery = 'warn: The store can be written again'
    write()
    store.assertHealthy()
    expectLines()
    fail()
    fail()
    expectLines(failure)
    readRecord(store) // does not show that the store can be written
    expectLines(failure)
    write()
    write()
    expectLines(failure, recovery)
    fail()
    expectLines(failure, recovery, failure)
    store.assertHealthy()
    expectLines(failure, recovery, failure, recovery)
  })

  test('throws once the store is closed', (t) => {
    const { store } = openFolder(temporaryFolder(t))
    store.close()
    assert.throws(() => store.transact((records) => records.get(key)))
    store.close()
  })
})
