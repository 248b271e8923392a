import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createDraw } from '../../lib/engine/draft.ts'
import type { Draw } from '../../lib/engine/draft.ts'
import type { Admission } from '../../lib/usage/rate-limiter.ts'
import {
  assertCounted,
  drawClients,
  drawPause,
  firstTime,
  NaiveLimiter,
  readWindows,
  SharedLimiter,
  windowMs,
} from '../support/limiter.ts'
import { MemoryRecords, places } from '../support/records.ts'
import type { Transact } from '../support/records.ts'
import { rounds } from '../support/rounds.ts'

const randomRequests = rounds(8_000, 1_000_000)

for (const place of places) {
  describe(`the limiter, ${place.name}`, () => {
    test(`agrees with a naive limiter on ${randomRequests} random requests`, (t) => {
      let requests = 0
      for (let trace = 0; requests < randomRequests; trace++) {
        requests += compareTrace(place.open(t), createDraw(`trace ${trace}`), [1, 2, 3, 7, 100])
      }
    })

    test('agrees with a naive limiter where a client has a long record', (t) => {
      for (let trace = 0; trace < rounds(2, 20); trace++) {
        compareTrace(place.open(t), createDraw(`long ${trace}`), [1024, 3000, 5000, 10_000], 60)
      }
    })

    test('counts future times as now, and no client waits longer than a window', (t) => {
      const day = 86_400_000
      for (const limit of [3, 2500]) {
        for (const lead of [1, windowMs - 1, windowMs, day, 3000 * day]) {
          for (const isSwept of [false, true]) {
            const transact = place.open(t)
            const before = new SharedLimiter(transact, { limit, windowMs: Infinity })
            const many = new Array<string>(limit - 2).fill('a')
            before.admit(['a'], firstTime - 1)
            before.admit(many, firstTime + lead)
            before.admit(['a'], firstTime + lead + 1)

            // The clock is set back: from when they are first seen, the later ones count as now.
            const limiter = new SharedLimiter(transact, { limit })
            if (isSwept) limiter.sweepAll(firstTime)
            const waited = isSwept ? 600 : 0
            const admit = (now: number): Admission | undefined => limiter.admit(['a'], now)[0]
            const refusal = { isAdmitted: false, remaining: 0, resetMs: windowMs - 1 - waited }
            assert.deepEqual(admit(firstTime + waited), refusal)
            const last = { isAdmitted: true, remaining: 0, resetMs: 1 }
            assert.deepEqual(admit(firstTime + windowMs - 1), last)
            assert.equal(admit(firstTime + windowMs)?.remaining, limit - 2, `a lead of ${lead}`)
            transact(assertCounted)
          }
        }
      }
    })

    test('continues with damaged records, whatever bytes they have', (t) => {
      const draw = createDraw('damage')
      const transact = place.open(t)
      let now = firstTime
      for (let round = 0; round < rounds(500); round++, now += draw(2 * windowMs)) {
        const limit = draw(8) === 0 ? 2000 : 3
        new SharedLimiter(transact, { limit }).admit([...new Array(limit).fill('a'), 'b'], now)
        transact((records) => {
          for (const { key, value } of records.range(Buffer.from([21]), Buffer.from([22]), 3)) {
            const bytes = draw(2) === 0 ? Buffer.from(value) : Buffer.alloc(draw(40))
            for (let at = draw(6); at < bytes.length; at += 1 + draw(9)) bytes[at] = draw(256)
            if (draw(9) === 0) records.remove(key)
            else records.put(key, bytes)
          }
        })
        const limiter = new SharedLimiter(transact, { limit, maxClients: 3 })
        for (const { isAdmitted, remaining, resetMs } of limiter.admit(['a', 'b', 'c', 'd'], now)) {
          assert.ok(isAdmitted || remaining === 0)
          assert.ok(resetMs > 0 && resetMs <= windowMs, `${resetMs} ms`)
        }
        // No client waits longer than a window, whatever the records were.
        if (draw(2) === 0) limiter.sweepAll(now)
        now += windowMs
        assert.equal(limiter.admits('a', now), true, `round ${round}`)
        now += windowMs
        limiter.sweepAll(now)
        now += windowMs
        limiter.sweepAll(now)
        const left = transact((records) => records.range(Buffer.from([21]), Buffer.from([22]), 9))
        assert.deepEqual(left, [], `round ${round}`)
      }
    })
  })
}

describe('the limiter', () => {
  test('reads and writes one record of a client in a turn, however many requests it has', () => {
    const records = new MemoryRecords()
    const shared = new SharedLimiter((work) => work(records), { limit: 1000 })
    let turn = 0
    for (const [clients, requests] of [[1, 1], [1, 500], [32, 32], [100, 400], [1, 9]] as const) {
      const names = Array.from({ length: requests }, (_, index) => `client ${index % clients}`)
      records.reads = records.writes = 0
      shared.admit(names, firstTime + turn++)
      // And the state.
      assert.deepEqual([records.reads, records.writes], [clients + 1, clients + 1])
    }
  })

  test('writes nothing for a refusal, and refuses from memory what it knows', () => {
    const records = new MemoryRecords()
    const transact: Transact = (work) => work(records)
    const [one, other] = [1, 2].map(() => new SharedLimiter(transact, { limit: 2 }))
    assert.ok(one !== undefined && other !== undefined)
    one.admit(['a'], firstTime)
    assert.equal(one.limiter.recall('a', firstTime), undefined)
    one.admit(['a'], firstTime + 5)
    const refusal = { isAdmitted: false, remaining: 0, resetMs: windowMs - 10 }
    // As soon as an admission has left it nothing.
    assert.deepEqual(one.limiter.recall('a', firstTime + 10), refusal)
    assert.equal(other.limiter.recall('a', firstTime + 10), undefined)
    records.writes = 0
    assert.deepEqual(other.admit(['a'], firstTime + 10), [refusal])
    assert.equal(records.writes, 0)
    for (const { limiter } of [one, other]) {
      assert.equal(limiter.recall('a', firstTime + windowMs - 1)?.resetMs, 1)
      assert.equal(limiter.recall('a', firstTime + windowMs), undefined)
    }
  })

  test('continues after other settings, with what they have recorded', () => {
    const records = new MemoryRecords()
    const transact: Transact = (work) => work(records)
    const admit = (settings: object, count: number, now: number): number => {
      const limiter = new SharedLimiter(transact, settings)
      return limiter.admit(new Array<string>(count).fill('a'), now).filter((one) => one.isAdmitted)
        .length
    }
    assert.equal(admit({ limit: 10 }, 8, firstTime), 8)
    assert.equal(admit({ limit: 5 }, 1, firstTime + 1), 0)
    assert.equal(admit({ limit: 100 }, 100, firstTime + 2), 92)
    assert.equal(admit({ limit: 3000 }, 3000, firstTime + 3), 2900)
    assert.equal(admit({ limit: 2000 }, 1, firstTime + 4), 0)
    assert.equal(admit({ limit: 3000, windowMs: 3 }, 3000, firstTime + 5), 100)
    transact(assertCounted)
    assert.equal(admit({ limit: 3000 }, 1, firstTime + 6), 0)
    // Another prefix of IPv6 makes other names, whose beginnings may be equal.
    assert.equal(new SharedLimiter(transact, { limit: 1 }).admits('a\0\0\0\0', firstTime + 6), true)
    assert.equal(new SharedLimiter(transact, { limit: 1 }).admits('', firstTime + 6), true)
  })
})

/**
 * Sends one random trace through two limiters, as the service does, and compares each answer. They
 * share the records, and sweep them; transactions fail or run again; and they start again, perhaps
 * with another limit, a shorter window, or an earlier time.
 */
function compareTrace(place: Transact, draw: Draw, limits: readonly number[], turns = 300): number {
  const chooseLimit = (): number => limits[draw(limits.length)] ?? 1
  const naive = new NaiveLimiter(chooseLimit())
  const transact = withFaults(place, draw)
  const start = (): SharedLimiter => {
    return new SharedLimiter(transact, { limit: naive.limit, windowMs: naive.windowMs })
  }
  let limiters = [start(), start()]
  const clientCount = 1 + draw(5)
  const mostAtOnce = Math.max(120, Math.min(512, (limits.at(-1) ?? 0) / 4))
  let [now, requests] = [firstTime, 0]
  for (let turn = 0; turn < turns; turn++) {
    now += drawPause(draw)
    if (draw(10) === 0) {
      naive.limit = chooseLimit()
      if (draw(3) === 0) naive.windowMs = 1 + draw(naive.windowMs)
      if (draw(3) === 0) {
        // The clock is set back. What had expired may be gone by then, or counts again.
        now -= draw(2 * windowMs)
        naive.know(place(readWindows))
      }
      limiters = [start(), start()]
    }
    const limiter = limiters[draw(4) === 0 ? 1 : 0] ?? start()
    if (draw(15) === 0) {
      retry(() => limiter.sweepAll(now))
      naive.seeAll(now)
    }
    const isBurst = draw(limits.length > 4 ? 8 : 2) === 0
    const clients = drawClients(draw, 1 + draw(isBurst ? mostAtOnce : 4), clientCount)
    requests += clients.length
    compareTurn(limiter, naive, clients, now)
    place(assertCounted)
  }
  return requests
}

/** Makes some transactions fail or run again. What failed is undone. */
function withFaults(transact: Transact, draw: Draw): Transact {
  return (work) => {
    const fault = draw(10)
    try {
      return transact((records) => {
        const result = work(records)
        if (fault < 2) throw new Error('aborted')
        return result
      })
    } catch (error) {
      if (fault === 0) throw error
      return transact(work)
    }
  }
}

/** Does work again until it does not fail. */
function retry<Result>(work: () => Result): Result {
  for (;;) {
    try {
      return work()
    } catch (error) {
      assert.equal(String(error), 'Error: aborted')
    }
  }
}

function compareTurn(
  limiter: SharedLimiter,
  naive: NaiveLimiter,
  clients: readonly string[],
  now: number,
): void {
  const waiting: string[] = []
  for (const client of clients) {
    const refusal = limiter.limiter.recall(client, now)
    // A request refused from memory does not reach the store, which would have refused it, too.
    if (refusal === undefined) waiting.push(client)
    else assertSame([refusal], [naive.decide(client, now)], 'from memory')
  }
  assertSame(
    retry(() => limiter.admit(waiting, now)),
    waiting.map((client) => naive.decide(client, now)),
    `at ${now}`,
  )
}

function assertSame(
  actual: readonly Admission[],
  expected: readonly Admission[],
  message: string,
): void {
  // The general comparison takes longer than everything else here.
  const isSame =
    actual.length === expected.length &&
    expected.every(({ isAdmitted, remaining, resetMs }, index) => {
      const other = actual[index]
      return (
        other?.isAdmitted === isAdmitted &&
        other.remaining === remaining &&
        other.resetMs === resetMs
      )
    })
  if (!isSame) assert.deepEqual(actual, expected, message)
}
