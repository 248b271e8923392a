import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createDraw } from '../../lib/engine/seeded-random.ts'
import type { Draw } from '../../lib/engine/seeded-random.ts'
import { createRateLimiter } from '../../lib/usage/rate-limiter.ts'
import type { Admission, RateLimiter, RateLimitSettings } from '../../lib/usage/rate-limiter.ts'
import type { Records } from '../../lib/store/store.ts'
import { MemoryRecords, places } from '../support/records.ts'
import type { Transact } from '../support/records.ts'

const windowMs = 1000
const firstTime = 5_000_000
const roomy = 1_000_000
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

    test('keeps its queue and its windows together in 4,000 random steps', (t) => {
      for (const maxClients of [1, 2, 7, 60]) {
        const draw = createDraw(`queue ${maxClients}`)
        const transact = place.open(t)
        const queue = new NaiveQueue(maxClients)
        const limiter = limiterWith({ limit: 2, maxClients })
        let now = firstTime
        for (let step = 0; step < 1000; step++) {
          now += drawPause(draw)
          if (draw(4) === 0) {
            transact((records) => limiter.sweep(records, now))
            queue.sweep(now)
          } else {
            const clients = drawClients(draw, 1 + draw(2 * maxClients), 3 * maxClients)
            const admissions = transact((records) => limiter.admit(records, clients, now))
            queue.admit(clients, admissions, now)
          }
          assert.deepEqual(transact(readQueue), queue.clients, `step ${step} of ${maxClients}`)
        }
      }
    })

    test('frees the client that is kept longest when there are too many', (t) => {
      const transact = place.open(t)
      const limiter = limiterWith({ limit: 2, maxClients: 50 })
      const admit = (client: string, now: number): boolean =>
        transact((records) => limiter.admit(records, [client], now))[0]?.isAdmitted ?? false
      assert.ok(admit('full', firstTime) && admit('full', firstTime))
      for (let other = 1; other < 50; other++) {
        admit(`other ${other}`, firstTime + other)
        admit(`other ${other}`, firstTime + other)
        assert.equal(admit('full', firstTime + other), false, `after ${other} others`)
      }
      admit('one too many', firstTime + 60)
      assert.deepEqual(transact(readQueue).slice(0, 2), ['other 1', 'other 2'])
      assert.equal(admit('other 1', firstTime + 60), false)
      assert.ok(admit('full', firstTime + 60))
    })

    test('takes a batch with more newcomers than there may be windows', (t) => {
      const transact = place.open(t)
      const limiter = limiterWith({ limit: 2, maxClients: 10 })
      transact((records) => limiter.admit(records, ['a', 'b'], firstTime))
      const newcomers = Array.from({ length: 25 }, (_, index) => `new ${index}`)
      // The batch uses the windows of a and b, too, and then pushes them out.
      const batch = ['a', ...newcomers, 'b', 'new 0', 'new 24', 'new 0']
      const admissions = transact((records) => limiter.admit(records, batch, firstTime + 1))
      assert.deepEqual(
        admissions.map((admission) => admission.isAdmitted),
        batch.map((_, index) => index < batch.length - 1),
      )
      assert.deepEqual(transact(readQueue), newcomers.slice(-10))
      const next = transact((records) => limiter.admit(records, ['new 24'], firstTime + 2))
      assert.equal(next[0]?.isAdmitted, false)
    })

    test('goes down in steps where fewer windows are kept than before', (t) => {
      const transact = place.open(t)
      const clients = Array.from({ length: 2000 }, (_, index) => `client ${index}`)
      transact((records) => limiterWith({}).admit(records, clients, firstTime))
      const limiter = limiterWith({ maxClients: 20 })
      for (let kept = 2000, newcomer = 0; kept > 20; newcomer++) {
        const before = kept
        transact((records) => limiter.admit(records, [`newcomer ${newcomer}`], firstTime + 1))
        kept = transact(readQueue).length
        assert.equal(kept, Math.max(20, before - mostSwept))
      }
    })

    test('sweeps expired windows away in steps, and keeps those in use', (t) => {
      const transact = place.open(t)
      const limiter = limiterWith({ limit: 5 })
      const clients = Array.from({ length: 1200 }, (_, index) => `client ${index}`)
      const used = clients.filter((_, index) => index % 3 === 0)
      transact((records) => limiter.admit(records, clients, firstTime))
      transact((records) => limiter.admit(records, used, firstTime + 1))

      transact((records) => limiter.sweep(records, firstTime + windowMs - 1))
      assert.deepEqual(transact(readQueue), clients)
      const now = firstTime + windowMs
      for (let left = clients.length; left > used.length; ) {
        assert.ok(transact((records) => limiter.sweep(records, now)), 'there is more')
        const swept = left - transact(readQueue).length
        assert.ok(swept > 0 && swept <= mostSwept)
        left -= swept
      }
      assert.deepEqual(transact(readQueue).toSorted(), used.toSorted())
      transact((records) => limiter.sweep(records, now))
      assert.deepEqual(transact(readQueue).toSorted(), used.toSorted())

      const [admission] = transact((records) => limiter.admit(records, ['client 0'], now))
      assert.equal(admission?.remaining, 3)
      while (transact(readQueue).length > 0) {
        transact((records) => limiter.sweep(records, now + 2 * windowMs))
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

/** Bursts, single milliseconds, the ends of windows, long silences. */
function drawPause(draw: Draw): number {
  const pauses = [0, 0, 1, draw(20), draw(400), windowMs - 1, windowMs, windowMs + 1, draw(5000)]
  return pauses[draw(draw(3) === 0 ? pauses.length : 5)] ?? 0
}

function drawClients(draw: Draw, count: number, clients: number): string[] {
  // Keys are bytes, so the strings hold any of them.
  return Array.from({ length: count }, () => `\x04\xff\0${String.fromCharCode(draw(clients))}`)
}

/** The windows as a list of clients, the one kept longest first. */
class NaiveQueue {
  readonly #maxClients: number
  readonly #times = new Map<string, number[]>()
  #places: Array<{ readonly client: string; readonly since: number }> = []

  constructor(maxClients: number) {
    this.#maxClients = maxClients
  }

  get clients(): string[] {
    return this.#places.map((place) => place.client)
  }

  admit(clients: readonly string[], admissions: readonly Admission[], now: number): void {
    clients.forEach((client, index) => {
      if (!this.#times.has(client)) {
        this.#times.set(client, [])
        this.#places.push({ client, since: now })
      }
      if (admissions[index]?.isAdmitted) this.#times.get(client)?.push(now)
    })
    while (this.#places.length > this.#maxClients) {
      this.#times.delete(this.#places.shift()?.client ?? '')
    }
  }

  sweep(now: number): void {
    const isOld = ({ since }: { readonly since: number }): boolean => since <= now - windowMs
    const [old, young] = [this.#places.filter(isOld), this.#places.filter((each) => !isOld(each))]
    const isUsed = (time: number): boolean => time > now - windowMs
    this.#places = young
    for (const { client } of old) {
      if (this.#times.get(client)?.some(isUsed)) this.#places.push({ client, since: now })
      else this.#times.delete(client)
    }
  }
}

/** The clients in the queue, once it is sure that each has one window, and each window a place. */
function readQueue(records: Records): string[] {
  const all = (kind: number): Array<{ key: Buffer; value: Buffer }> =>
    records.range(Buffer.from([kind]), Buffer.from([kind + 1]), roomy)
  const clients = all(2).map(({ value }) => value.toString('latin1', 6))
  const windows = all(1).map(({ key }) => key.toString('latin1', 1))
  assert.deepEqual(clients.toSorted(), windows.toSorted())
  assert.equal(records.get(Buffer.from([3]))?.readDoubleLE(0) ?? 0, clients.length)
  return clients
}

function limiterWith(settings: Partial<RateLimitSettings>): RateLimiter {
  return createRateLimiter({ limit: 10, windowMs, maxClients: roomy, ...settings })
}
