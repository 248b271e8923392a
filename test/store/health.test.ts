import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createLog } from '../../lib/log.ts'
import { createFailureWatch } from '../../lib/store/health.ts'
import { addUses, key, openFolder, readRecord, value } from '../support/data-folder.ts'
import { temporaryFolder } from '../support/folders.ts'

describe('a store whose files have been moved or replaced', () => {
  test('continues, is not healthy, and logs it once', (t) => {
    for (const name of ['gate.mdb', 'gate.mdb-lock', 'live.mdb', 'live.mdb-lock', '']) {
      let nowMs = 1_000_000
      const clock = t.mock.method(performance, 'now', () => nowMs)
      const folder = join(temporaryFolder(t), 'data')
      const { store, lines } = openFolder(folder)
      const place = join(folder, name)
      const away = `${folder}-away`
      store.assertHealthy()
      renameSync(place, away)
      // It checks once a second.
      nowMs += 999
      store.assertHealthy()
      nowMs += 1
      assert.throws(() => store.assertHealthy(), name)
      assert.throws(() => store.assertHealthy())
      store.transact((records) => records.put(key, value))
      assert.deepEqual(readRecord(store), value)
      // Another file in its place does not count.
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

  test('writes no checkpoint to another folder of the same name', async (t) => {
    const folder = join(temporaryFolder(t), 'data')
    const { statistics } = openFolder(folder)
    addUses(statistics, 5)
    renameSync(folder, `${folder}-away`)
    mkdirSync(folder)
    await assert.rejects(statistics.checkpoint(), /moved or replaced/)
    assert.deepEqual(readdirSync(folder), [])
    rmSync(folder, { recursive: true })
    renameSync(`${folder}-away`, folder)
    await statistics.checkpoint()
    assert.equal(JSON.parse(readFileSync(join(folder, 'checkpoint.json'), 'utf8')).uses, 5)
  })

  test('logs it even if nothing checks its health', (t) => {
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

test('a series of failed writes is logged at its start and its end, when new space can be used', () => {
  const lines: string[] = []
  const log = createLog('info', (line) => lines.push(JSON.parse(line).message))
  let isFull = true
  const paths = { records: '/data', checkpoint: '/data/checkpoint.json' }
  const watch = createFailureWatch(paths, log, () => assert.ok(!isFull))
  watch.assertNone()
  for (let count = 0; count < 3; count++) watch.fail('records', 'no space')
  // A small record still fits.
  watch.succeed('records')
  assert.throws(() => watch.assertNone())
  watch.assertSaved()
  isFull = false
  assert.deepEqual(lines, ['The store cannot be written'])
  watch.succeed('records')
  watch.assertNone()
  assert.deepEqual(lines, ['The store cannot be written', 'The store can be written again'])
  assert.equal(watch.count(), 3)
})

test('a series of failed writes ends when both records and checkpoints can be written', () => {
  const lines: unknown[] = []
  const log = createLog('info', (line) => lines.push(JSON.parse(line).path))
  const watch = createFailureWatch({ records: 'a', checkpoint: 'b' }, log, () => {})
  watch.fail('checkpoint', 'read-only')
  watch.fail('records', 'read-only')
  watch.succeed('records')
  assert.throws(() => watch.assertSaved())
  assert.throws(() => watch.assertNone())
  watch.fail('records', 'read-only')
  watch.succeed('checkpoint')
  watch.assertSaved()
  watch.assertNone()
  watch.succeed('checkpoint')
  assert.deepEqual(lines, ['b', 'a'])
})
