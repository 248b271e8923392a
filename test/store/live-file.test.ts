import assert from 'node:assert/strict'
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createDraw } from '../../lib/engine/seeded-random.ts'
import { damages } from '../support/damages.ts'
import {
  filledFolder,
  key,
  listAside,
  openFolder,
  readRecord,
  totalsOf,
  value,
} from '../support/data-folder.ts'
import { temporaryFolder } from '../support/folders.ts'

describe('a damaged file', () => {
  for (const file of ['live.mdb', 'gate.mdb']) {
    for (const [name, damage] of damages) {
      test(`is set aside: ${file}, ${name}`, (t) => {
        const folder = filledFolder(t)
        const bytes = damage(readFileSync(join(folder, file)))
        writeFileSync(join(folder, file), bytes)

        const { store, statistics, lines } = openFolder(folder)
        const [aside = '', ...more] = listAside(folder)
        assert.match(aside, new RegExp(`^${file}\\.bad-\\d{8}T\\d{6}Z$`))
        assert.deepEqual(more, [])
        assert.deepEqual(readFileSync(join(folder, aside)), bytes)
        assert.deepEqual(
          lines.map(({ level, path, target }) => ({ level, path, target })),
          [{ level: 'warn', path: join(folder, file), target: join(folder, aside) }],
        )
        assert.deepEqual(totalsOf(store, statistics), { uses: 7, characters: 70 })
        // The gate holds nothing, so that nothing is lost with it.
        assert.deepEqual(readRecord(store), file === 'gate.mdb' ? value : undefined)
        store.transact((records) => records.put(key, value))
        store.close()
        const next = openFolder(folder)
        assert.deepEqual(next.lines, [])
        assert.deepEqual(readRecord(next.store), value)
      })
    }
  }
})

describe('a good file is used', () => {
  test('although it lacks pages at its end that nothing uses', (t) => {
    const folder = temporaryFolder(t)
    const { store } = openFolder(folder)
    // Records that are removed in the transaction that made room for them leave such pages.
    const draw = createDraw('pages')
    let tried = 0
    for (let turn = 0; turn < 30; turn++) {
      const keys = Array.from({ length: 1 + draw(300) }, () => Buffer.from(`${draw(100_000)}`))
      store.transact((records) => {
        for (const each of keys) records.put(each, Buffer.alloc(30))
        for (const each of keys) records.remove(each)
        records.put(key, value)
      })
      if (!lacksPages(join(folder, 'live.mdb'))) continue
      tried++
      const copy = temporaryFolder(t)
      for (const file of ['live.mdb', 'live.boot']) {
        copyFileSync(join(folder, file), join(copy, file))
      }
      const opened = openFolder(copy)
      assert.deepEqual(opened.lines, [], `turn ${turn}`)
      assert.deepEqual(readRecord(opened.store), value)
      opened.store.close()
    }
    assert.ok(tried > 0)
  })
})

describe('a new boot of the machine', () => {
  test('sets live.mdb aside, and takes the totals from the checkpoint', (t) => {
    const folder = filledFolder(t)
    const bytes = readFileSync(join(folder, 'live.mdb'))
    const { store, statistics, lines } = openFolder(folder, 'other boot')
    assert.deepEqual(listAside(folder), ['live.mdb.previous-boot'])
    assert.deepEqual(readFileSync(join(folder, 'live.mdb.previous-boot')), bytes)
    assert.deepEqual(totalsOf(store, statistics), { uses: 7, characters: 70 })
    assert.equal(readRecord(store), undefined)
    assert.equal(lines.length, 1)
    store.close()

    // The one after that keeps one file only, and this boot keeps its own.
    openFolder(folder, 'other boot').store.close()
    assert.equal(openFolder(folder, 'third boot').lines.length, 1)
    assert.deepEqual(listAside(folder), ['live.mdb.previous-boot'])
  })

  test('is told by the checkpoint where live.boot is gone or empty', (t) => {
    for (const damage of [rmSync, (path: string) => writeFileSync(path, '\n')]) {
      for (const [boot, isKept] of [['boot', true], ['other boot', false]] as const) {
        const folder = filledFolder(t)
        damage(join(folder, 'live.boot'))
        const { store, statistics } = openFolder(folder, boot)
        assert.deepEqual(readRecord(store), isKept ? value : undefined)
        assert.deepEqual(totalsOf(store, statistics), { uses: 7, characters: 70 })
        assert.deepEqual(listAside(folder), isKept ? [] : ['live.mdb.previous-boot'])
      }
    }
  })

  test('is assumed where nothing tells, and where live.boot is damaged', (t) => {
    for (const files of [['live.boot', 'checkpoint.json'], ['live.boot']]) {
      const folder = filledFolder(t)
      if (files.length > 1) files.forEach((file) => rmSync(join(folder, file)))
      else writeFileSync(join(folder, 'live.boot'), '\0'.repeat(37))
      const { store, statistics } = openFolder(folder)
      assert.equal(readRecord(store), undefined)
      assert.equal(totalsOf(store, statistics).uses, files.length > 1 ? 0 : 7)
      assert.deepEqual(listAside(folder), ['live.mdb.previous-boot'])
    }
  })
})

/** Whether the newer header of a file counts more pages than there are. */
function lacksPages(path: string): boolean {
  const bytes = readFileSync(path)
  const transaction = (at: number): bigint => bytes.readBigUInt64LE(at + 152)
  const newer = transaction(0) > transaction(4096) ? 0 : 4096
  return bytes.length < (Number(bytes.readBigUInt64LE(newer + 144)) + 1) * 4096
}
