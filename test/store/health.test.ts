import assert from 'node:assert/strict'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createLog } from '../../lib/log.ts'
import { createFileWatch } from '../../lib/store/health.ts'
import { addUses, key, openFolder, readRecord, value } from '../support/data-folder.ts'
import { temporaryFolder } from '../support/folders.ts'

describe('a watch of files', () => {
  test('looks once a second at most, and logs what it sees once', () => {
    const there = new Map([['a', '1:1'], ['b', '1:2']])
    const lines: string[] = []
    let [nowMs, looks] = [0, 0]
    const isInPlace = createFileWatch({
      paths: ['a', 'b'],
      readInode(path) {
        looks++
        return there.get(path)
      },
      now: () => nowMs,
      log: createLog('info', (line) => lines.push(JSON.parse(line).level)),
    })
    for (; nowMs < 60_000; nowMs += 10) assert.equal(isInPlace(), true)
    assert.equal(looks, 2 + 59 * 2)
    there.delete('b')
    for (; nowMs < 120_000; nowMs += 10) assert.equal(isInPlace(), false)
    there.set('b', '1:3')
    for (; nowMs < 125_000; nowMs += 10) assert.equal(isInPlace(), false)
    there.set('b', '1:2')
    for (; nowMs < 130_000; nowMs += 10) assert.equal(isInPlace(), true)
    assert.deepEqual(lines, ['error', 'warn'])
    assert.ok(looks <= 2 * 131, `${looks} looks`)
  })
})

describe('a store whose files have been moved or replaced', () => {
  test('goes on, is not healthy, and says so once', (t) => {
    for (const name of ['gate.mdb', 'gate.mdb-lock', 'live.mdb', 'live.mdb-lock', '']) {
      let nowMs = 1_000_000
      const clock = t.mock.method(performance, 'now', () => nowMs)
      const folder = join(temporaryFolder(t), 'data')
      const { store, lines } = openFolder(folder)
      const place = join(folder, name)
      const away = `${folder}-away`
      store.assertHealthy()
      renameSync(place, away)
      store.assertHealthy()
      nowMs += 1000
      assert.throws(() => store.assertHealthy(), name)
      assert.throws(() => store.assertHealthy())
      store.transact((records) => records.put(key, value))
      assert.deepEqual(readRecord(store), value)
      // Another one in its place is none.
      if (name === '') mkdirSync(place)
      else writeFileSync(place, readFileSync(away))
      nowMs += 1000
      assert.throws(() => store.assertHealthy())
      rmSync(place, { recursive: true })
      renameSync(away, place)
      assert.throws(() => store.assertHealthy())
      nowMs += 1000
      store.assertHealthy()
      assert.deepEqual(
        lines.map(({ level, path }) => [level, path]),
        [['error', join(folder, name || 'gate.mdb')], ['warn', undefined]],
      )
      clock.mock.restore()
    }
  })

  test('writes no checkpoint to the folder that has come to its place', async (t) => {
    const folder = join(temporaryFolder(t), 'data')
    const { store, statistics } = openFolder(folder)
    addUses(store, statistics, 5)
    renameSync(folder, `${folder}-away`)
    mkdirSync(folder)
    await assert.rejects(statistics.checkpoint(), /moved or replaced/)
    assert.deepEqual(readdirSync(folder), [])
    rmSync(folder, { recursive: true })
    renameSync(`${folder}-away`, folder)
    await statistics.checkpoint()
    assert.equal(JSON.parse(readFileSync(join(folder, 'checkpoint.json'), 'utf8')).uses, 5)
  })

  test('says so although nobody asks for its health', (t) => {
    let nowMs = 1_000_000
    t.mock.method(performance, 'now', () => nowMs)
    const folder = join(temporaryFolder(t), 'data')
    const { store, lines } = openFolder(folder)
    rmSync(folder, { recursive: true })
    nowMs += 60_000
    store.tidy()
    assert.deepEqual(lines.map(({ level }) => level), ['error'])
  })
})
