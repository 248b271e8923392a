import assert from 'node:assert/strict'
import { beforeEach, describe, mock, test } from 'node:test'
import { createLog } from '../../lib/log.ts'
import { readState } from '../../lib/usage/journal-state.ts'
import { Recorder } from '../../lib/usage/recorder.ts'
import { startUpkeep } from '../../lib/usage/upkeep.ts'
import { firstTime, newState, SharedLimiter, windowMs } from '../support/limiter.ts'
import { MemoryRecords } from '../support/records.ts'

/** Starts the upkeep of one process, whose timers the test controls. */
function start(
  limiter: SharedLimiter,
  records: MemoryRecords,
  checkpoint: (isLast?: boolean) => Promise<void> = async () => {},
) {
  const lines: Array<Readonly<Record<string, unknown>>> = []
  let time = firstTime
  const now = (): number => time
  let tidied = 0
  const recorder = new Recorder({
    store: { transact: (work) => work(records) },
    statistics: { read: (all) => readState(all) ?? newState() },
    limiter: limiter.limiter,
    now,
    defer: () => assert.fail(),
  })
  const stop = startUpkeep({
    store: { tidy: () => void tidied++ },
    statistics: { checkpoint },
    recorder,
    limiter: limiter.limiter,
    now,
    log: createLog('info', (line) => lines.push(JSON.parse(line))),
  })
  const pass = async (ms: number): Promise<void> => {
    await new Promise(setImmediate)
    time += ms
    // A step asks for the next one: each is a timer of its own.
    for (let left = ms; left > 0; left -= 100) mock.timers.tick(Math.min(left, 100))
    await new Promise(setImmediate)
  }
  return { stop, pass, lines, tidied: () => tidied }
}

describe('the upkeep', () => {
  beforeEach((t) => {
    mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
    if ('after' in t) t.after(() => mock.timers.reset())
  })

  test('reads within a second what other processes admit, to refuse from memory', async () => {
    const records = new MemoryRecords()
    const [own, other] = [1, 2].map(() => new SharedLimiter((work) => work(records), { limit: 2 }))
    assert.ok(own !== undefined && other !== undefined)
    const { pass, stop } = start(own, records)
    other.admit(['a', 'a'], firstTime)
    assert.equal(own.limiter.recall('a', firstTime), undefined)
    await pass(windowMs - 1)
    assert.equal(own.limiter.recall('a', firstTime + windowMs - 1), undefined)
    other.admit(['b', 'b'], firstTime + windowMs - 1)
    await pass(1)
    assert.equal(own.limiter.recall('b', firstTime + windowMs)?.isAdmitted, false)
    await stop()
  })

  test('warns at most once an hour of evicted requests, with their number', async () => {
    const records = new MemoryRecords()
    const limiter = new SharedLimiter((work) => work(records), { maxClients: 5, windowMs: 1e9 })
    const { pass, stop, lines } = start(limiter, records)
    let clients = 0
    let now = firstTime
    const flood = async (count: number, ms: number): Promise<void> => {
      for (let sent = 0; sent < count; sent++) limiter.admit([`client ${clients++}`], now)
      await pass(ms)
      now += ms
    }
    await flood(5, 1_000)
    assert.deepEqual(lines, [])
    await flood(3, 1_000)
    assert.deepEqual(lines.map(({ level, requests }) => [level, requests]), [['warn', 3]])
    await flood(4, 1_000)
    await flood(2, 3_600_000)
    await flood(0, 1_000)
    assert.deepEqual(lines.map(({ requests }) => requests), [3, 6])
    await stop()
  })

  test('writes a checkpoint each second, one after the other, and the last one at the stop', async () => {
    const records = new MemoryRecords()
    const writes: Array<{ readonly isLast: boolean; readonly end: () => void }> = []
    const checkpoint = (isLast = false): Promise<void> =>
      new Promise((end) => void writes.push({ isLast, end }))
    const limiter = new SharedLimiter((work) => work(records))
    const { pass, stop, tidied } = start(limiter, records, checkpoint)
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

  test('tidies the store after every 64 steps that leave more to do, within a second, too', async () => {
    let [steps, tidied] = [0, 0]
    const stop = startUpkeep({
      store: { tidy: () => void tidied++ },
      statistics: { checkpoint: async () => {} },
      recorder: { keepUp: () => ++steps < 200 },
      limiter: new SharedLimiter((work) => work(new MemoryRecords())).limiter,
      now: () => firstTime,
      log: createLog('info', assert.fail),
    })
    for (let ms = 1; ms < 1_000; ms++) mock.timers.tick(1)
    assert.deepEqual([steps, tidied], [200, 3])
    await stop()
  })

  test('logs the first failed checkpoint of a series, and its end', async () => {
    const failing = [false, true, true, true, false, false, true, false]
    let count = 0
    const records = new MemoryRecords()
    const limiter = new SharedLimiter((work) => work(records))
    const { pass, stop, lines } = start(limiter, records, async () => {
      if (failing[count++] === true) throw new Error('no space')
    })
    for (const _ of failing) await pass(1_000)
    await stop()
    const [failure, recovery] = [
      'The checkpoint cannot be written',
      'The checkpoint can be written again',
    ]
    const messages = lines.map(({ message }) => message)
    assert.deepEqual(messages, [failure, recovery, failure, recovery])
  })
})
