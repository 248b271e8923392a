import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createDraw } from '../../lib/engine/draft.ts'
import { markClean } from '../../lib/store/clean-mark.ts'
import type { Totals } from '../../lib/usage/statistics.ts'
import { addUses, filledFolder, openFolder, totalsOf } from '../support/data-folder.ts'
import type { Storage } from '../support/data-folder.ts'
import { fastFolder, temporaryFolder } from '../support/folders.ts'
import { rounds } from '../support/rounds.ts'

describe('the checkpoint of the totals', () => {
  test('is written if the totals have changed, and at the end', async (t) => {
    const folder = filledFolder(t)
    const path = join(folder, 'checkpoint.json')
    const { statistics } = openFolder(folder)
    rmSync(path)
    await statistics.checkpoint()
    assert.equal(existsSync(path), false)
    await statistics.checkpoint(true)
    assert.deepEqual(readJson(path), { boot: 'boot', uses: 7, characters: 70 })
    rmSync(path)
    addUses(statistics, 3)
    await statistics.checkpoint()
    assert.deepEqual(readJson(path), { boot: 'boot', uses: 10, characters: 100 })
    rmSync(path)
    await statistics.checkpoint()
    assert.equal(existsSync(path), false)
  })

  test('names the new boot at once after a reboot', async (t) => {
    const folder = filledFolder(t)
    await openFolder(folder, 'other boot').statistics.checkpoint()
    assert.equal(readJson(join(folder, 'checkpoint.json')).boot, 'other boot')
  })

  test('is finished even if the store is closed in the meantime', async (t) => {
    const folder = temporaryFolder(t)
    const { store, statistics } = openFolder(folder)
    addUses(statistics, 5)
    const asked = statistics.checkpoint()
    await new Promise(setImmediate)
    store.close()
    await asked
    assert.equal(readJson(join(folder, 'checkpoint.json')).uses, 5)
    await assert.rejects(statistics.checkpoint())
  })

  test('makes the store one that cannot be written while it fails, and is tried again', async (t) => {
    const folder = temporaryFolder(t)
    const { store, statistics, lines } = openFolder(folder)
    const path = join(folder, 'checkpoint.json')
    for (const uses of [5, 10]) {
      addUses(statistics, 5)
      rmSync(path, { force: true })
      mkdirSync(path)
      for (const _ of [1, 2, 3]) {
        await assert.rejects(statistics.checkpoint())
        assert.throws(() => store.assertSaved())
        assert.throws(() => store.assertHealthy())
        // What is stored already can be read, and expired windows can be removed.
        assert.deepEqual(totalsOf(statistics), { uses, characters: 10 * uses })
      }
      rmdirSync(path)
      await statistics.checkpoint()
      store.assertSaved()
      store.assertHealthy()
      assert.equal(readJson(path).uses, uses)
    }
    assert.equal(store.failures(), 6)
    const series = ['error: The store cannot be written', 'warn: The store can be written again']
    assert.deepEqual(lines.map(({ level, message }) => `${level}: ${message}`), [...series, ...series])
    assert.ok(lines.every((line) => line['path'] === path), JSON.stringify(lines))
    assert.match(String(lines[0]?.['hint']), /free space/)
  })
})

describe('the totals after a start', () => {
  test('are the larger of records and checkpoint, and lower ones are logged', (t) => {
    const draw = createDraw('totals')
    const drawTotals = (): Totals => ({ uses: draw(4) * draw(3), characters: draw(4) * draw(3) })
    const bytes = (name: string): Buffer => readFileSync(join(template, name))
    const template = fastFolder(t)
    openFolder(template).store.close()
    for (let round = 0; round < rounds(100); round++) {
      const folder = fastFolder(t)
      for (const name of ['gate.mdb', 'live.mdb', 'live.boot']) {
        writeFileSync(join(folder, name), bytes(name))
      }
      markClean(folder)
      const stored = drawTotals()
      const checkpoint = drawTotals()
      const first = openFolder(folder)
      setTotals(first, stored)
      first.store.close()
      const boot = draw(3) === 0 ? 'an earlier boot' : 'boot'
      writeFileSync(join(folder, 'checkpoint.json'), JSON.stringify({ boot, ...checkpoint }))
      const expected = {
        uses: Math.max(stored.uses, checkpoint.uses),
        characters: Math.max(stored.characters, checkpoint.characters),
      }
      const isRaised = expected.uses > stored.uses || expected.characters > stored.characters
      const pair = JSON.stringify([stored, checkpoint, boot])
      const second = openFolder(folder)
      assert.deepEqual(totalsOf(second.statistics), expected, pair)
      assert.deepEqual(second.lines.map(({ level }) => level), isRaised ? ['warn'] : [], pair)
      second.store.close()
      const third = openFolder(folder)
      assert.deepEqual(totalsOf(third.statistics), expected, pair)
      assert.deepEqual(third.lines, [])
      third.store.close()
    }
  })
})

function setTotals({ statistics }: Storage, totals: Totals): void {
  statistics.transact((_records, state) => void (state.totals = totals))
}

function readJson(path: string): { boot: string; uses: number } {
  return JSON.parse(readFileSync(path, 'utf8'))
}
