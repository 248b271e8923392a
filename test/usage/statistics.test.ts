import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { addUses, filledFolder, openFolder } from '../support/data-folder.ts'
import { temporaryFolder } from '../support/folders.ts'

describe('the checkpoint of the totals', () => {
  test('holds the totals and the boot, for its owner alone', async (t) => {
    const folder = filledFolder(t)
    const { store, statistics } = openFolder(folder, 'boot')
    addUses(store, statistics, 3)
    await statistics.checkpoint()
    const path = join(folder, 'checkpoint.json')
    assert.deepEqual(readJson(path), { boot: 'boot', uses: 10, characters: 100 })
    assert.equal(statSync(path).mode & 0o777, 0o600)
  })

  test('is not written where nothing has changed', async (t) => {
    const folder = filledFolder(t)
    const path = join(folder, 'checkpoint.json')
    const { ino } = statSync(path)
    const { store, statistics } = openFolder(folder)
    await statistics.checkpoint()
    await statistics.checkpoint()
    assert.equal(statSync(path).ino, ino)
    addUses(store, statistics, 1)
    await statistics.checkpoint()
    assert.notEqual(statSync(path).ino, ino)
  })

  test('is written as the last one in any case: it may have gone', async (t) => {
    const folder = filledFolder(t)
    const path = join(folder, 'checkpoint.json')
    const { statistics } = openFolder(folder)
    rmSync(path)
    await statistics.checkpoint()
    assert.equal(existsSync(path), false)
    await statistics.checkpoint(true)
    assert.equal(readJson(path).uses, 7)
  })

  test('names the boot at once after a new one, so that the next is told apart', async (t) => {
    const folder = filledFolder(t)
    await openFolder(folder, 'other boot').statistics.checkpoint()
    assert.equal(readJson(join(folder, 'checkpoint.json')).boot, 'other boot')
  })

  test('is finished although the store is closed meanwhile', async (t) => {
    const folder = temporaryFolder(t)
    const { store, statistics } = openFolder(folder)
    addUses(store, statistics, 5)
    const asked = statistics.checkpoint()
    await new Promise(setImmediate)
    store.close()
    await asked
    assert.equal(readJson(join(folder, 'checkpoint.json')).uses, 5)
    await assert.rejects(statistics.checkpoint())
  })

  test('that cannot be written is an error, and the next one is written', async (t) => {
    const folder = temporaryFolder(t)
    const { store, statistics } = openFolder(folder)
    addUses(store, statistics, 5)
    const blocked = join(folder, 'checkpoint.json')
    mkdirSync(blocked)
    await assert.rejects(statistics.checkpoint())
    rmSync(blocked, { recursive: true })
    await statistics.checkpoint()
    assert.equal(readJson(join(folder, 'checkpoint.json')).uses, 5)
  })
})

function readJson(path: string): { boot: string; uses: number } {
  return JSON.parse(readFileSync(path, 'utf8'))
}
