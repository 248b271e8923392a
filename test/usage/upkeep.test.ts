import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { createLog } from '../../lib/log.ts'
import { readState } from '../../lib/usage/journal.ts'
import { startUpkeep } from '../../lib/usage/upkeep.ts'
import { firstTime, newState, SharedLimiter, windowMs } from '../support/limiter.ts'
import { MemoryRecords } from '../support/records.ts'

/** The work beside the requests of one process, whose timers the test moves on. */
function start(t: TestContext, limiter: SharedLimiter, records: MemoryRecords) {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const lines: Array<Readonly<Record<string, unknown>>> = []
  let now = firstTime
  let tidied = 0
  const { stop } = startUpkeep({
    store: {
      transact: (work) => work(records),
      assertHealthy() {},
      alone: (work) => work(),
      tidy: () => void tidied++,
      close() {},
    },
    statistics: { read: (one) => readState(one) ?? newState() },
    limiter: limiter.limiter,
    now: () => now,
    log: createLog('info', (line) => lines.push(JSON.parse(line))),
  })
  const pass = (ms: number): void => {
    now += ms
    // A step asks for the next one: each is a timer of its own.
    for (let left = ms; left > 0; left -= 100) t.mock.timers.tick(Math.min(left, 100))
  }
  return { stop, pass, lines, tidied: () => tidied }
}

describe('the work beside the requests', () => {
  test('reads within a second what others have admitted, and refuses from memory then', (t) => {
    const records = new MemoryRecords()
    const [own, other] = [1, 2].map(() => new SharedLimiter((work) => work(records), { limit: 2 }))
    assert.ok(own !== undefined && other !== undefined)
    const { pass, stop } = start(t, own, records)
    other.admit(['a', 'a'], firstTime)
    assert.equal(own.limiter.recall('a', firstTime), undefined)
    pass(windowMs - 1)
    assert.equal(own.limiter.recall('a', firstTime + windowMs - 1), undefined)
    other.admit(['b', 'b'], firstTime + windowMs - 1)
    pass(1)
    assert.equal(own.limiter.recall('b', firstTime + windowMs)?.isAdmitted, false)
    stop()
  })

  test('is over once it is stopped', (t) => {
    const records = new MemoryRecords()
    const limiter = new SharedLimiter((work) => work(records))
    const { pass, stop, tidied } = start(t, limiter, records)
    pass(60_000)
    const before = [records.reads, tidied()]
    assert.ok(tidied() > 0)
    stop()
    pass(120_000)
    assert.deepEqual([records.reads, tidied()], before)
  })

  test('says once an hour at most that more came than can be counted, and how many', (t) => {
    const records = new MemoryRecords()
    const limiter = new SharedLimiter((work) => work(records), { maxClients: 5, windowMs: 1e9 })
    const { pass, stop, lines } = start(t, limiter, records)
    let clients = 0
    let now = firstTime
    const flood = (count: number, ms: number): void => {
      for (let sent = 0; sent < count; sent++) limiter.admit([`client ${clients++}`], now)
      pass(ms)
      now += ms
    }
    flood(5, 1_000)
    assert.deepEqual(lines, [])
    flood(3, 1_000)
    const [line] = lines
    assert.equal(lines.length, 1)
    assert.match(String(line?.['message']), /^There are more requests than can be counted/)
    assert.equal(line?.['level'], 'warn')
    assert.equal(line['requests'], 3)
    flood(4, 1_000)
    flood(2, 3_600_000)
    flood(0, 1_000)
    assert.deepEqual(lines.map(({ requests }) => requests), [3, 6])
    stop()
  })
})
