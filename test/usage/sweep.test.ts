import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readState } from '../../lib/usage/state.ts'
import { assertCounted, firstTime, SharedLimiter, windowMs } from '../support/limiter.ts'
import { MemoryRecords, places } from '../support/records.ts'
import { rounds } from '../support/rounds.ts'

const fiveMinutesMs = 300_000

describe('the sweep', () => {
  for (const place of places) {
    test(`removes what has expired and nothing else, ${place.name}`, (t) => {
      const transact = place.open(t)
      const limiter = new SharedLimiter(transact, { limit: 5_000 })
      const clients = Array.from({ length: 100 }, (_, index) => `client ${index}`)
      limiter.admit([...clients, ...clients], firstTime)
      for (let ms = 0; ms < 6; ms++) {
        limiter.admit(new Array<string>(500).fill('a'), firstTime + ms)
      }
      limiter.admit(clients.slice(0, 50), firstTime + 10)
      const sizes = (now: number): [clients: number, times: number] => {
        limiter.sweepAll(now)
        const { clients: size = 0, times = 0 } = transact(readState) ?? {}
        transact(assertCounted)
        return [size, times]
      }
      const all = 3_000
      assert.deepEqual(sizes(firstTime + windowMs - 1), [101, 250 + all])
      assert.deepEqual(sizes(firstTime + windowMs), [51, 50 + all - 500])
      assert.deepEqual(sizes(firstTime + windowMs + 1), [51, 50 + all - 1_000])
      assert.deepEqual(sizes(firstTime + windowMs + 4), [51, 50 + 500])
      assert.deepEqual(sizes(firstTime + windowMs + 9), [50, 50])
      assert.deepEqual(sizes(firstTime + windowMs + 10), [0, 0])
      assert.equal(transact(readState)?.bytes, 0)
    })
  }

  for (const [what, chunks] of [['one look', 1], ['many', 40]] as const) {
    test(`passes over all records within five minutes, in steps of ${what}`, () => {
      for (const count of [0, 1, 31, 32, 33, 1_000, rounds(20_000, 60_000)]) {
        const records = new MemoryRecords()
        const limiter = new SharedLimiter((work) => work(records))
        for (let first = 0; first < count; first += 500) {
          const length = Math.min(500, count - first)
          limiter.admit(Array.from({ length }, (_, index) => `client ${first + index}`), firstTime)
        }
        let looks = 0
        const clock = (): number => looks++ / (chunks + 1)
        let [passedMs, steps] = [0, 0]
        for (let waitMs = 0; waitMs < 60_000; steps++, passedMs += waitMs) {
          waitMs = limiter.sweep(firstTime + windowMs, clock).waitMs
          assert.ok(waitMs > 0 && (waitMs <= 1_000 || waitMs === 60_000), `${waitMs} ms`)
        }
        assert.equal(readState(records)?.clients ?? 0, 0)
        assert.ok(passedMs < fiveMinutesMs, `${passedMs} ms`)
        assert.ok(steps >= count / 32 / (chunks + 1), `${steps} steps`)
      }
    })
  }

  test('ends a step when its time is over, after at least one look', () => {
    const records = new MemoryRecords()
    const limiter = new SharedLimiter((work) => work(records))
    limiter.admit(Array.from({ length: 400 }, (_, index) => `client ${index}`), firstTime)
    for (const [msALook, looks] of [[5, 1], [0.4, 3], [0.3, 4]] as const) {
      let time = 0
      records.reads = 0
      limiter.sweep(firstTime, () => (time += msALook))
      // And the state.
      assert.equal(records.reads, 32 * looks + 1, `${msALook} ms a look`)
    }
  })
})
