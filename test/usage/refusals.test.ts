import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '../../lib/log.ts'
import { RateLimiter } from '../../lib/usage/rate-limiter.ts'
import { Refusals } from '../../lib/usage/refusals.ts'
import { settingsWith } from '../support/limiter.ts'

test('refusals are logged at most once a minute, and only if there were any', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const lines: Array<readonly [level: unknown, requests: unknown, clients: unknown]> = []
  const log = createLog('info', (line) => {
    const { level, requests, clients } = JSON.parse(line)
    lines.push([level, requests, clients])
  })
  const refusals = new Refusals(log)
  const pass = (seconds: number): void => t.mock.timers.tick(1_000 * seconds)
  pass(600)
  for (const client of ['a', 'b', 'a']) refusals.add(client)
  pass(59)
  refusals.add('c')
  assert.deepEqual(lines, [])
  pass(1)
  assert.deepEqual(lines, [['info', 4, 3]])
  pass(600)
  refusals.add('a')
  pass(600)
  for (let client = 0; client < 20_000; client++) refusals.add(`${client}`)
  refusals.flush()
  refusals.flush()
  pass(600)
  assert.deepEqual(lines.slice(1), [['info', 1, 1], ['info', 20_000, '10000 or more']])
  assert.deepEqual([refusals.requests, refusals.clients], [20_005, 10_004])
})

test('known refusals are bounded: expired ones go first, then the oldest', () => {
  const known = createMemory()
  const most = 2 ** 16
  for (let client = 0; client < most; client++) known.add(`${client}`, 0, client % 2 === 0 ? 5 : 100)
  known.add('new', 5, 100)
  const isKnown = (client: number | string): boolean => known.remainingMs(`${client}`, 5) > 0
  for (let client = 1; client < most; client += 2) assert.ok(isKnown(client))
  for (let client = 0; client < most; client++) known.add(`other ${client}`, 5, 100)
  for (let client = most / 2 + 2; client < most; client++) assert.ok(isKnown(`other ${client}`))
  assert.ok(!isKnown(1) && !isKnown('new'))
})

/** What a limiter remembers of the clients at their limit. */
function createMemory() {
  const limiter = new RateLimiter(settingsWith())
  return {
    add(client: string, nowMs: number, resetMs: number): void {
      limiter.remember([client], [{ isAdmitted: true, remaining: 0, resetMs }], nowMs)
    },
    remainingMs: (client: string, nowMs: number) => limiter.recall(client, nowMs)?.resetMs ?? 0,
  }
}
