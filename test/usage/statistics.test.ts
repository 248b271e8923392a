import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createDraw } from '../../lib/engine/seeded-random.ts'
import { createLog } from '../../lib/log.ts'
import { writeState } from '../../lib/usage/journal.ts'
import { startCheckpointLoop } from '../../lib/usage/statistics.ts'
import type { Totals } from '../../lib/usage/statistics.ts'
import { addUses, filledFolder, openFolder, totalsOf } from '../support/data-folder.ts'
import type { Storage } from '../support/data-folder.ts'
import { fastFolder, temporaryFolder } from '../support/folders.ts'
import { rounds } from '../support/rounds.ts'
import { until } from '../support/until.ts'

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

describe('the totals after a start', () => {
  test('are the larger of journal and checkpoint, and a journal that was lower is logged', (t) => {
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
      const journal = drawTotals()
      const checkpoint = drawTotals()
      const first = openFolder(folder)
      setTotals(first, journal)
      first.store.close()
      const boot = draw(3) === 0 ? 'an earlier boot' : 'boot'
      writeFileSync(join(folder, 'checkpoint.json'), JSON.stringify({ boot, ...checkpoint }))
      const expected = {
        uses: Math.max(journal.uses, checkpoint.uses),
        characters: Math.max(journal.characters, checkpoint.characters),
      }
      const isRaised = expected.uses > journal.uses || expected.characters > journal.characters
      const pair = JSON.stringify([journal, checkpoint, boot])
      const second = openFolder(folder)
      assert.deepEqual(totalsOf(second.store, second.statistics), expected, pair)
      assert.deepEqual(second.lines.map(({ level }) => level), isRaised ? ['warn'] : [], pair)
      second.store.close()
      const third = openFolder(folder)
      assert.deepEqual(totalsOf(third.store, third.statistics), expected, pair)
      assert.deepEqual(third.lines, [])
      third.store.close()
    }
  })
})

function setTotals({ store, statistics }: Storage, totals: Totals): void {
  store.transact((records) => writeState(records, { ...statistics.read(records), totals }))
}

function readJson(path: string): { boot: string; uses: number } {
  return JSON.parse(readFileSync(path, 'utf8'))
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** A loop of checkpoints that take some time, and what came of it. */
function start(periodMs: number, write: () => Promise<void>) {
  const lines: string[] = []
  const begins: number[] = []
  let running = 0
  let most = 0
  const loop = startCheckpointLoop({
    periodMs,
    log: createLog('info', (line) => lines.push(JSON.parse(line).message)),
    statistics: {
      async checkpoint() {
        begins.push(performance.now())
        most = Math.max(most, ++running)
        await write().finally(() => running--)
      },
    },
  })
  return { loop, lines, begins, most: () => most }
}

describe('the checkpoint loop', () => {
  test('writes once a period, from one period after its start', async () => {
    const startedAt = performance.now()
    const { loop, begins, lines } = start(50, () => wait(20))
    await until(() => begins.length >= 4)
    await loop.stop()
    const times = [startedAt, ...begins.slice(0, 4)]
    for (const [index, time] of times.slice(1).entries()) {
      assert.ok(time - (times[index] ?? 0) > 48, times.join())
    }
    assert.deepEqual(lines, [])
  })

  test('writes one after the other where they take longer than the period', async () => {
    const { loop, begins, most } = start(1, () => wait(20))
    await until(() => begins.length >= 4)
    await loop.stop()
    assert.equal(most(), 1)
  })

  test('writes the last one at the stop, at once, behind the one under way, and no more', async () => {
    let release = (): void => {}
    const { loop, begins } = start(10_000, () => new Promise((resolve) => (release = resolve)))
    const stopped = loop.stop()
    await until(() => begins.length >= 1)
    release()
    await stopped
    await loop.stop()
    assert.equal(begins.length, 1)

    const busy = start(1, () => new Promise((resolve) => (release = resolve)))
    await until(() => busy.begins.length >= 1)
    const ended = busy.loop.stop()
    await wait(10)
    assert.equal(busy.begins.length, 1)
    release()
    await until(() => busy.begins.length >= 2)
    release()
    await ended
    await wait(10)
    assert.equal(busy.begins.length, 2)
  })

  test('logs the first failure of a row and its end, and goes on', async () => {
    const failing = [false, true, true, true, false, false, true, false]
    let asked = 0
    const { loop, lines, begins } = start(1, async () => {
      if (failing[asked++] === true) throw new Error('no space')
    })
    await until(() => begins.length >= failing.length)
    await loop.stop()
    const [failure, recovery] = [
      'The checkpoint cannot be written',
      'The checkpoint can be written again',
    ]
    assert.deepEqual(lines, [failure, recovery, failure, recovery])
  })
})
