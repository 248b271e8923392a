import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createDraw } from '../../lib/engine/seeded-random.ts'
import type { Draw } from '../../lib/engine/seeded-random.ts'
import type { Admission, RateLimiter } from '../../lib/usage/rate-limiter.ts'
import {
  drawClients,
  drawPause,
  firstTime,
  limiterWith,
  windowMs,
} from '../support/limiter.ts'
import { MemoryRecords, places } from '../support/records.ts'
import type { Transact } from '../support/records.ts'

const mostSwept = 100

for (const place of places) {
  describe(`the limiter, ${place.name}`, () => {
    test('agrees with counting anew on 120,000 random requests', (t) => {
      let requests = 0
      for (let trace = 0; requests < 120_000; trace++) {
        requests += compareTrace(place.open(t), createDraw(`trace ${trace}`))
      }
    })

    test('keeps up to 10,000 times of a client as they are', (t) => {
      for (const limit of [1, 100, 10_000]) {
        const naive = new NaiveLimiter(limit)
        const transact = place.open(t)
        let now = firstTime
        for (let sent = 0; sent < limit; now += 3) {
          const batch = new Array<string>(Math.min(limit - sent, 100)).fill('a')
          const admissions = transact((records) =>
            limiterWith({ limit, windowMs: 60_000 }).admit(records, batch, now),
          )
          assert.ok(admissions.every((admission) => admission.isAdmitted))
          batch.forEach(() => naive.record('a', now))
          sent += batch.length
        }
        // Batch by batch they leave the window, so that each of them is seen.
        for (let time = firstTime + 59_998; time < now + 60_003; time += limit > 100 ? 3 : 1) {
          assertSame(
            transact((records) =>
              limiterWith({ limit, windowMs: 60_000 }).admit(records, ['a'], time),
            ),
            [naive.decide('a', time, 60_000)],
            `limit ${limit} at ${time}`,
          )
        }
      }
    })

    test('counts times to come as now, and no client waits longer than a window', (t) => {
      const day = 86_400_000
      for (const lead of [1, windowMs - 1, windowMs, day, 3000 * day]) {
        for (const isSweptFirst of [false, true]) {
          const transact = place.open(t)
          const limiter = limiterWith({ limit: 3 })
          const admit = (now: number): Admission | undefined =>
            transact((records) => limiter.admit(records, ['a'], now))[0]
          ;[0, 0, 1].forEach((more) => admit(firstTime + lead + more))

          // The clock is set back: all three count as now, from the first sight on.
          const seen = firstTime
          if (isSweptFirst) transact((records) => limiter.sweep(records, seen))
          const waited = isSweptFirst ? 600 : 0
          assert.deepEqual(admit(seen + waited), {
            isAdmitted: false,
            remaining: 0,
            resetMs: windowMs - waited,
          })
          const last = admit(seen + windowMs - 1)
          assert.deepEqual(last, { isAdmitted: false, remaining: 0, resetMs: 1 })
          assert.equal(admit(seen + windowMs)?.remaining, 2, `a lead of ${lead}`)
        }
      }
    })

    test('goes on with windows that were damaged, whatever they hold', (t) => {
      const draw = createDraw('damage')
      const transact = place.open(t)
      const limiter = limiterWith({ limit: 3 })
      let now = firstTime
      for (let round = 0; round < 500; round++, now += draw(2 * windowMs)) {
        transact((records) => limiter.admit(records, ['a', 'b'], now))
        transact((records) => {
          const key = Buffer.from('\x01a', 'latin1')
          const good = records.get(key) ?? Buffer.alloc(0)
          const bytes = draw(2) === 0 ? Buffer.from(good) : Buffer.alloc(1 + draw(40))
          for (let at = 0; at < bytes.length; at++) if (draw(4) === 0) bytes[at] = draw(256)
          records.put(key, bytes)
        })
        const [one, other] = transact((records) => limiter.admit(records, ['a', 'b'], now))
        assert.ok(one !== undefined && other !== undefined)
        if (!one.isAdmitted) assert.ok(one.remaining === 0 && one.resetMs > 0, JSON.stringify(one))
        transact((records) => limiter.sweep(records, now))
        // Nobody waits for longer than a window: whatever it held has left it by then.
        now += windowMs
        const [later] = transact((records) => limiter.admit(records, ['a'], now))
        assert.deepEqual(later, { isAdmitted: true, remaining: 2, resetMs: windowMs }, `${round}`)
      }
    })
  })
}

describe('the limiter', () => {
  const limiter = limiterWith({ limit: 2 })

  test('admits again in the very millisecond in which a request is as old as the window', () => {
    const records = new MemoryRecords()
    const admit = (after: number): Admission | undefined =>
      limiter.admit(records, ['a'], firstTime + after)[0]
    assert.deepEqual(admit(0), { isAdmitted: true, remaining: 1, resetMs: windowMs })
    assert.deepEqual(admit(400), { isAdmitted: true, remaining: 0, resetMs: windowMs - 400 })
    assert.deepEqual(admit(999), { isAdmitted: false, remaining: 0, resetMs: 1 })
    assert.deepEqual(admit(1000), { isAdmitted: true, remaining: 0, resetMs: 400 })
    assert.deepEqual(admit(1399), { isAdmitted: false, remaining: 0, resetMs: 1 })
    assert.deepEqual(admit(1400), { isAdmitted: true, remaining: 0, resetMs: 600 })
  })

  test('writes nothing for requests that it refuses', () => {
    const records = new MemoryRecords()
    limiter.admit(records, ['a', 'a'], firstTime)
    const { writes } = records
    limiter.admit(records, ['a', 'a', 'a'], firstTime + 1)
    assert.equal(records.writes, writes)
  })

  test('reads and writes the window of a client once in a batch', () => {
    const records = new MemoryRecords()
    const many = limiterWith({ limit: 500 })
    many.admit(records, ['a'], firstTime)
    records.reads = records.writes = 0
    many.admit(records, new Array<string>(400).fill('a'), firstTime + 1)
    assert.deepEqual([records.reads, records.writes], [1, 1])
  })

  test('does a bounded amount of work in one step of the sweep', () => {
    const records = new MemoryRecords()
    const clients = Array.from({ length: 3000 }, (_, index) => `client ${index}`)
    limiter.admit(records, clients, firstTime)
    for (const now of [firstTime + 1, firstTime + windowMs, firstTime + windowMs]) {
      records.reads = records.writes = 0
      limiter.sweep(records, now)
      assert.ok(records.reads <= 2 * mostSwept + 1 && records.writes <= 2 * mostSwept + 1)
    }
  })

  test('changes nothing in a sweep that finds nothing expired', () => {
    const records = new MemoryRecords()
    limiter.admit(records, ['a', 'b'], firstTime)
    limiter.admit(records, ['a'], firstTime + 1)
    limiter.sweep(records, firstTime + windowMs)
    const { writes } = records
    limiter.sweep(records, firstTime + windowMs)
    assert.equal(records.writes, writes)
  })

  test('remembers a refusal until the client is free, and not longer', () => {
    const memory = limiterWith({})
    const refusal = { isAdmitted: false, remaining: 0, resetMs: 30 }
    assert.equal(memory.recall('a', firstTime), undefined)
    memory.remember('a', refusal, firstTime)
    assert.deepEqual(memory.recall('a', firstTime), refusal)
    assert.deepEqual(memory.recall('a', firstTime + 29), { ...refusal, resetMs: 1 })
    assert.equal(memory.recall('a', firstTime + 30), undefined)
    assert.equal(memory.recall('b', firstTime), undefined)
  })

  test('remembers 10,000 refusals at most, the latest ones', () => {
    const memory = limiterWith({})
    const refusal = { isAdmitted: false, remaining: 0, resetMs: 30 }
    memory.remember('again', refusal, firstTime)
    for (let client = 0; client < 25_000; client++) {
      memory.remember(`client ${client}`, refusal, firstTime)
      if (client === 14_999) memory.remember('again', refusal, firstTime)
    }
    const known = Array.from({ length: 25_000 }, (_, client) =>
      memory.recall(`client ${client}`, firstTime),
    )
    assert.equal(known.findIndex(Boolean), 15_000)
    assert.equal(known.filter(Boolean).length, 10_000)
    assert.equal(memory.recall('again', firstTime), undefined)
  })
})

/** The rule as it is written down: nothing is ever forgotten, and all is counted each time. */
class NaiveLimiter {
  limit: number
  readonly #admitted = new Map<string, number[]>()

  constructor(limit: number) {
    this.limit = limit
  }

  record(client: string, now: number): void {
    this.#timesOf(client).push(now)
  }

  decide(client: string, now: number, windowMs: number): Admission {
    const admitted = this.#timesOf(client)
    const countedAt = (time: number): number =>
      admitted.filter((each) => each > time - windowMs && each <= time).length
    const isAdmitted = countedAt(now) < this.limit
    if (isAdmitted) admitted.push(now)
    const counted = countedAt(now)
    const waits = admitted.map((time) => time + windowMs - now)
    // Until one more fits than does now.
    const wait = waits.find((each) => {
      return each > 0 && countedAt(now + each) < Math.min(counted, this.limit)
    })
    return { isAdmitted, remaining: Math.max(0, this.limit - counted), resetMs: wait ?? NaN }
  }

  #timesOf(client: string): number[] {
    const times = this.#admitted.get(client) ?? []
    this.#admitted.set(client, times)
    return times
  }
}

/** Sends one random trace through a limiter, as the service does, and compares each answer. */
function compareTrace(transact: Transact, draw: Draw): number {
  const limits = [1, 2, 3, 7, 100]
  const naive = new NaiveLimiter(limits[draw(limits.length)] ?? 1)
  let limiter = limiterWith({ limit: naive.limit })
  const clientCount = 1 + draw(5)
  let now = firstTime
  let requests = 0
  for (let turn = 0; turn < 300; turn++) {
    now += drawPause(draw)
    if (draw(40) === 0) {
      // The service starts anew, perhaps with another limit.
      naive.limit = limits[draw(limits.length)] ?? 1
      limiter = limiterWith({ limit: naive.limit })
    }
    if (draw(15) === 0) transact((records) => limiter.sweep(records, now))
    const clients = drawClients(draw, 1 + draw(draw(8) === 0 ? 120 : 4), clientCount)
    requests += clients.length
    compareTurn(transact, limiter, naive, clients, now)
  }
  return requests
}

function compareTurn(
  transact: Transact,
  limiter: RateLimiter,
  naive: NaiveLimiter,
  clients: readonly string[],
  now: number,
): void {
  const waiting: string[] = []
  for (const client of clients) {
    const refusal = limiter.recall(client, now)
    // What is refused from memory does not reach the store, which would have refused it, too.
    if (refusal === undefined) waiting.push(client)
    else assertSame([refusal], [naive.decide(client, now, windowMs)], 'from memory')
  }
  const admissions = transact((records) => limiter.admit(records, waiting, now))
  waiting.forEach((client, index) => {
    const admission = admissions[index]
    if (admission?.isAdmitted === false) limiter.remember(client, admission, now)
  })
  assertSame(
    admissions,
    waiting.map((client) => naive.decide(client, now, windowMs)),
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
