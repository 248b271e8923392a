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
  test('that another process has set aside at the same moment is left alone', (t) => {
    const log = createLog('debug', assert.fail)
    setAside(join(temporaryFolder(t), 'gone'), 'a reason', log)
  })
})
