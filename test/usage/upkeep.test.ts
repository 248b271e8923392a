import assert from 'node:assert/strict'
import { beforeEach, describe, mock, test } from 'node:test'
import { createLog } from '../../lib/log.ts'
import { readState, withState } from '../../lib/usage/state.ts'
import { startUpkeep } from '../../lib/usage/upkeep.ts'
import type { UpkeepOptions } from '../../lib/usage/upkeep.ts'
import { firstTime, noTotals, SharedLimiter, windowMs } from '../support/limiter.ts'
import { MemoryRecords } from '../support/records.ts'

type Transact = UpkeepOptions['statistics']['transact']

/** Starts the upkeep of one process, whose timers the test controls. */
function start(
  records: MemoryRecords,
  checkpoint: (isLast?: boolean) => Promise<void> = async () => {},
) {
  const lines: Array<Readonly<Record<string, unknown>>> = []
  let time = firstTime
  const log = createLog('info', (line) => lines.push(JSON.parse(line)))
  const evictions = { windows: 0 }
  let [tidied, failures] = [0, 0]
  const transact: Transact = (work) => {
    if (failures-- > 0) throw new Error('Input/output error')
    return withState(records, noTotals, work)[0]
  }
  const stop = startUpkeep({
    store: { tidy: () => void tidied++ },
    statistics: { checkpoint, transact },
    windowMs,
    evictions,
    now: () => time,
    log,
  })
  const pass = async (ms: number): Promise<void> => {
    await new Promise(setImmediate)
    // A step asks for the next one: each is a timer of its own.
    for (let left = ms; left > 0; left -= 100) {
      const step = Math.min(left, 100)
      time += step
      mock.timers.tick(step)
    }
    await new Promise(setImmediate)
  }
  const fail = (count: number): void => void (failures = count)
  return { stop, pass, fail, evictions, lines, tidied: () => tidied }
}

describe('the upkeep', () => {
  beforeEach((t) => {
    mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
    if ('after' in t) t.after(() => mock.timers.reset())
  })

  test('removes what has expired within five minutes, also after failed steps', async () => {
    const records = new MemoryRecords()
    const limiter = new SharedLimiter((work) => work(records))
    const { pass, fail, stop } = start(records)
    await pass(30_000)
    for (let turn = 0; turn < 10; turn++) {
      limiter.admit(Array.from({ length: 300 }, (_, index) => `${turn} ${index}`), firstTime + 30_000)
    }
    fail(3)
    await pass(windowMs + 300_000)
    assert.equal(readState(records)?.clients, 0)
    // Then a pass comes once a minute, and writes nothing.
    records.writes = 0
    await pass(600_000)
    assert.equal(records.writes, 0)
    await stop()
  })

  test('logs evictions once a minute', async () => {
    const { pass, stop, lines, evictions } = start(new MemoryRecords())
    evictions.windows = 1_900
    for (let second = 0; second < 90; second++) {
      evictions.windows++
      await pass(1_000)
    }
    await pass(600_000)
    assert.ok(lines.every(({ level }) => level === 'warn'))
    const windows = lines.map((line) => Number(line['windows']))
    assert.deepEqual([windows.length, windows.reduce((sum, each) => sum + each, 0)], [3, 1_990])
    await stop()
  })

  test('writes a checkpoint each second, one after the other, and the last one at the stop', async () => {
    const records = new MemoryRecords()
    const writes: Array<{ readonly isLast: boolean; readonly end: () => void }> = []
    const checkpoint = (isLast = false): Promise<void> =>
      new Promise((end) => void writes.push({ isLast, end }))
    const { pass, stop, tidied } = start(records, checkpoint)
    await pass(999)
    assert.equal(writes.length, 0)
    for (let count = 1; count < 4; count++) {
      await pass(1_000)
      assert.equal(writes.length, count)
      writes[count - 1]?.end()
    }
    await pass(5_000)
    assert.equal(writes.length, 4)
    assert.ok(tidied() >= 4)
    const before = [records.reads, tidied()]
    const stopped = stop()
    await pass(5_000)
    assert.equal(writes.length, 4)
    writes[3]?.end()
    await pass(5_000)
    assert.deepEqual(writes.map(({ isLast }) => isLast), [false, false, false, false, true])
    writes[4]?.end()
    await stopped
    assert.deepEqual([records.reads, tidied()], before)
  })

  test('tries a failed checkpoint again each second, and logs only that the last one failed', async () => {
    for (const isLastWritten of [true, false]) {
      const tries: boolean[] = []
      const { pass, stop, lines } = start(new MemoryRecords(), async (isLast = false) => {
        tries.push(isLast)
        if (!(isLast && isLastWritten)) throw new Error('no space')
      })
      for (let second = 0; second < 5; second++) await pass(1_000)
      assert.deepEqual([tries.length, lines.length], [5, 0])
      assert.equal(await stop(), isLastWritten)
      assert.deepEqual(tries, [false, false, false, false, false, true])
      const last = ['error', 'The last totals could not be saved', 'Error: no space']
      const logged = lines.map(({ level, message, reason }) => [level, message, reason])
      assert.deepEqual(logged, isLastWritten ? [] : [last])
    }
  })
})
