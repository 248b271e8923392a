import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createLog } from '../../lib/log.ts'
import { createCheckpointWriter } from '../../lib/store/checkpoint.ts'
import { readText, replaceFile, setAside } from '../../lib/store/durable-file.ts'
import { createEnvironment, openEnvironment } from '../../lib/store/environment.ts'
import { temporaryFolder } from '../support/folders.ts'

const processes = { own: 1, all: [1] }

test('a checkpoint gets its name inside the gate', async (t) => {
  const folder = temporaryFolder(t)
  const exists = (): boolean => existsSync(join(folder, 'checkpoint.json'))
  const checkpoint = { boot: 'boot', uses: 1, characters: 1 }
  const save = createCheckpointWriter(folder, processes, (work) => {
    assert.equal(exists(), false)
    work()
    assert.equal(exists(), true)
  })
  await save(checkpoint)
})

describe('a checkpoint that is older than that of another process', () => {
  test('is left out inside the gate', async (t) => {
    const folder = temporaryFolder(t)
    const newer = JSON.stringify({ boot: 'boot', uses: 9, characters: 90 })
    const save = createCheckpointWriter(folder, processes, (work) => {
      writeFileSync(join(folder, 'checkpoint.json'), newer)
      work()
    })
    await save({ boot: 'boot', uses: 8, characters: 80 })
    assert.equal(readFileSync(join(folder, 'checkpoint.json'), 'utf8'), newer)
  })
})

test('an LMDB file is created once, whole, and never over another one', async (t) => {
  const folder = temporaryFolder(t)
  const path = join(folder, 'a.mdb')
  createEnvironment(path, 2 ** 20)
  const environment = openEnvironment(path, 2 ** 20)
  environment.transactionSync(() => void environment.put(Buffer.from('key'), Buffer.from('1')))
  createEnvironment(path, 2 ** 20)
  assert.equal(environment.getBinary(Buffer.from('key'))?.toString(), '1')
  await environment.close()
  assert.deepEqual(readdirSync(folder).toSorted(), ['a.mdb', 'a.mdb-lock'])
})

describe('a draft that cannot be renamed', () => {
  test('is removed', (t) => {
    const folder = temporaryFolder(t)
    mkdirSync(join(folder, 'live.boot'))
    assert.throws(() => replaceFile(join(folder, 'live.boot'), 'boot'))
    assert.deepEqual(readdirSync(folder), ['live.boot'])
  })
})

test('a file that cannot be read causes an error', (t) => {
  assert.throws(() => readText(temporaryFolder(t)), { code: 'EISDIR' })
})

describe('a damaged file', () => {
  test('is set aside, and of those the last three are kept', (t) => {
    const folder = temporaryFolder(t)
    const log = createLog('error', assert.fail)
    const old = ['20240101T000000Z', '20241231T235959Z', '20250101T000000Z', '20250101T000001Z']
    const others = ['a.bad-mine', 'a.bad-20240101T000000Z.gz', 'b.bad-20240101T000000Z', 'a']
    for (const name of [...old.map((time) => `a.bad-${time}`), ...others]) {
      writeFileSync(join(folder, name), name)
    }
    setAside(join(folder, 'a'), 'a reason', log)
    const names = readdirSync(folder).toSorted()
    const kept = names.filter((name) => /^a\.bad-\d{8}T\d{6}Z$/.test(name))
    assert.deepEqual(kept.slice(0, 2), ['a.bad-20250101T000000Z', 'a.bad-20250101T000001Z'])
    assert.equal(kept.length, 3)
    assert.equal(readFileSync(join(folder, kept[2] ?? ''), 'utf8'), 'a')
    assert.deepEqual(names.filter((name) => !kept.includes(name)), others.slice(0, 3).toSorted())
  })

  test('that another process has set aside at the same moment is left alone', (t) => {
    const log = createLog('debug', assert.fail)
    setAside(join(temporaryFolder(t), 'gone'), 'a reason', log)
  })
})
