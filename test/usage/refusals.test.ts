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

test('known refusals are bounded: when there are too many, all are forgotten', () => {
  const limiter = new RateLimiter(settingsWith())
  const add = (client: string): void =>
    limiter.remember([client], [{ isAdmitted: true, remaining: 0, resetMs: 100 }], 0)
  const isKnown = (client: string): boolean => limiter.recall(client, 5) !== undefined
  const most = 2 ** 16
  for (let client = 0; client < most; client++) add(`${client}`)
  for (let client = 0; client < most; client++) assert.ok(isKnown(`${client}`))
  add('new')
  assert.ok(isKnown('new'))
  for (let client = 0; client < most; client++) assert.ok(!isKnown(`${client}`))
})
