import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createLimitNotice, rateLimitHeaders } from '../../lib/api/limit-notice.ts'

const hourMs = 3_600_000

function notice(limit: number, windowMs: number) {
  return createLimitNotice({ limit, windowMs, maxClients: 1 })
}

describe('the lines of a limit notice', () => {
  const nowMs = 1_000_000_000_999
  const rows: Array<[limit: number, windowMs: number, resetMs: number, remaining: number, string]> =
    [
      [100, hourMs, hourMs, 99, '"hourly";q=100;w=3600 "hourly";r=99;t=3600'],
      [100, hourMs, 1, 0, '"hourly";q=100;w=3600 "hourly";r=0;t=1'],
      [100, hourMs, 0, 0, '"hourly";q=100;w=3600 "hourly";r=0;t=1'],
      [100, hourMs, -5, 0, '"hourly";q=100;w=3600 "hourly";r=0;t=1'],
      [100, hourMs, 1000, 0, '"hourly";q=100;w=3600 "hourly";r=0;t=1'],
      [100, hourMs, 1001, 0, '"hourly";q=100;w=3600 "hourly";r=0;t=2'],
      [100, hourMs, hourMs - 999, 0, '"hourly";q=100;w=3600 "hourly";r=0;t=3600'],
      [100, hourMs, hourMs + 1, 0, '"hourly";q=100;w=3600 "hourly";r=0;t=3600'],
      [3, 60_000, 60_000, 2, '"minutely";q=3;w=60 "minutely";r=2;t=60'],
      [5, 1000, 1, 4, '"secondly";q=5;w=1 "secondly";r=4;t=1'],
      [9, 86_400_000, 7_200_000, 1, '"daily";q=9;w=86400 "daily";r=1;t=7200'],
      [9, 90_000, 90_000, 8, '"window";q=9;w=90 "window";r=8;t=90'],
    ]
  for (const [limit, windowMs, resetMs, remaining, expected] of rows) {
    test(`gives ${expected} for ${resetMs} ms to wait`, () => {
      const admission = { isAdmitted: remaining > 0, remaining, resetMs }
      const lines = notice(limit, windowMs).lines(admission, nowMs)
      const [policy = '', state = ''] = expected.split(' ')
      assert.deepEqual(lines.split('\r\n'), [
        `RateLimit-Policy: ${policy}`,
        `RateLimit: ${state}`,
        `X-RateLimit-Limit: ${limit}`,
        `X-RateLimit-Remaining: ${remaining}`,
        `X-RateLimit-Reset: ${1_000_000_000 + Number(state.split('t=')[1])}`,
        '',
      ])
      const names = lines.split('\r\n').map((line) => line.split(':')[0])
      assert.deepEqual(names, [...rateLimitHeaders, ''])
    })
  }
})

describe('the error of a limit notice', () => {
  const rows: Array<[limit: number, windowMs: number, resetMs: number, message: string]> = [
    [100, hourMs, 1500, 'Maximum 100 requests per hour allowed. Try again in 2 seconds.'],
    [100, hourMs, 0, 'Maximum 100 requests per hour allowed. Try again in 1 second.'],
    [100, hourMs, 2 * hourMs, 'Maximum 100 requests per hour allowed. Try again in 3600 seconds.'],
    [3, 60_000, 60_000, 'Maximum 3 requests per minute allowed. Try again in 60 seconds.'],
    [1, 1000, 900, 'Maximum 1 request per second allowed. Try again in 1 second.'],
    [7, 86_400_000, 2000, 'Maximum 7 requests per day allowed. Try again in 2 seconds.'],
    [7, 90_000, 2000, 'Maximum 7 requests per 90 seconds allowed. Try again in 2 seconds.'],
  ]
  for (const [limit, windowMs, resetMs, message] of rows) {
    test(`says "${message}" for ${resetMs} ms to wait`, () => {
      const admission = { isAdmitted: false, remaining: 0, resetMs }
      const { status, details, ...rest } = notice(limit, windowMs).exceeded(admission, false)
      const seconds = Number(/in (\d+) second/.exec(message)?.[1])
      assert.deepEqual(rest, { message, title: 'Rate limit exceeded' })
      assert.equal(status, 429)
      assert.deepEqual(details, { retryAfterSeconds: seconds, closes: false })
    })
  }
})
