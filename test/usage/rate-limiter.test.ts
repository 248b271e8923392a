import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createDraw } from '../../lib/engine/draft.ts'
import type { Draw } from '../../lib/engine/draft.ts'
import { readBlock, writeBlock } from '../../lib/usage/journal-block.ts'
import type { Admission } from '../../lib/usage/rate-limiter.ts'
import { rangeOfBlocks } from '../support/journal.ts'
import { drawClients, drawPause, firstTime, SharedLimiter, windowMs } from '../support/limiter.ts'
import { MemoryRecords, places } from '../support/records.ts'
import type { Transact } from '../support/records.ts'
import { rounds } from '../support/rounds.ts'

const randomRequests = rounds(8_000, 1_000_000)

for (const place of places) {
  describe(`the limiter, ${place.name}`, () => {
    test(`agrees with a naive limiter on ${randomRequests} random requests`, (t) => {
      let requests = 0
      for (let trace = 0; requests < randomRequests; trace++) {
        requests += compareTrace(place.open(t), createDraw(`trace ${trace}`))
      }
    })

    test('counts future times as now, and no client waits longer than a window', (t) => {
      const day = 86_400_000
      for (const lead of [1, windowMs - 1, windowMs, day, 3000 * day]) {
        for (const [isNew, isKeptUp] of [[false, false], [false, true], [true, false], [true, true]]) {
          const transact = place.open(t)
          let limiter = new SharedLimiter(transact, { limit: 3 })
          ;[0, 0, 1].forEach((more) => limiter.admit(['a'], firstTime + lead + more))

          // The clock is set back: from when they are first seen, all three count as now.
          if (isNew) limiter = new SharedLimiter(transact, { limit: 3 })
          const seen = firstTime
          if (isKeptUp) limiter.keepUp(seen)
          const waited = isKeptUp ? 600 : 0
          const admit = (now: number): Admission | undefined => limiter.admit(['a'], now)[0]
          assert.deepEqual(admit(seen + waited), {
            isAdmitted: false,
            remaining: 0,
            resetMs: windowMs - waited,
          })
          // A new process that has seen it also stores it.
          if (isNew) limiter = new SharedLimiter(transact, { limit: 3 })
          const last = admit(seen + windowMs - 1)
          assert.deepEqual(last, { isAdmitted: false, remaining: 0, resetMs: 1 })
          assert.equal(admit(seen + windowMs)?.remaining, 2, `a lead of ${lead}`)
        }
      }
    })

    test('continues with damaged records, whatever bytes they have', (t) => {
      const draw = createDraw('damage')
      const transact = place.open(t)
      let now = firstTime
      for (let round = 0; round < rounds(500); round++, now += draw(2 * windowMs)) {
        new SharedLimiter(transact, { limit: 3 }).admit(['a', 'b'], now)
        transact((records) => {
          for (const { key, value } of rangeOfBlocks(records, 1)) {
            const bytes = draw(2) === 0 ? Buffer.from(value) : Buffer.alloc(1 + draw(40))
            for (let at = 0; at < bytes.length; at++) if (draw(4) === 0) bytes[at] = draw(256)
            if (draw(3) === 0) key[1 + draw(6)] = draw(256)
            records.put(key, bytes)
          }
        })
        const limiter = new SharedLimiter(transact, { limit: 3 })
        const [one, other] = limiter.admit(['a', 'b'], now)
        assert.ok(one !== undefined && other !== undefined)
        if (!one.isAdmitted) assert.ok(one.remaining === 0 && one.resetMs > 0, JSON.stringify(one))
        limiter.keepUp(now)
        // No client waits longer than a window, whatever the records were.
        now += windowMs
        const [later] = limiter.admit(['a'], now)
        assert.deepEqual(later, { isAdmitted: true, remaining: 2, resetMs: windowMs }, `${round}`)
        while (limiter.keepUp(now + windowMs));
        now += windowMs
      }
    })
  })
}

describe('the limiter', () => {
  test('keeps 10,000 requests of a client', () => {
    const limiter = new SharedLimiter(inMemory(), { limit: 10_000 })
    const clients = new Array<string>(100).fill('a')
    for (let turn = 0; turn < 100; turn++) limiter.admit(clients, firstTime + turn)
    assert.equal(limiter.admits('a', firstTime + windowMs - 1), false)
    assert.equal(limiter.admit(['a'], firstTime + windowMs)[0]?.remaining, 99)
  })

  test('writes the state and a block per turn, more if it fills them, and none for refusals', () => {
    const records = new MemoryRecords()
    const shared = new SharedLimiter((work) => work(records), { limit: 500 })
    shared.admit(['a'], firstTime)
    let [turns, blocks] = [0, 0]
    for (const requests of [1, 1, 1, 32, 512, 1, 64, 512]) {
      const clients = Array.from({ length: requests }, (_, index) => `client ${100 + index}`)
      records.reads = records.writes = 0
      shared.admit(clients, firstTime + ++turns)
      assert.equal(records.reads, 1)
      // 70 or 71 of these fit into a block.
      assert.ok(records.writes <= 3 + requests / 70, `${records.writes} for ${requests}`)
      blocks += records.writes - 1
    }
    assert.ok(blocks <= turns + 1124 / 70 + 1, `${blocks} blocks`)
    const full = new SharedLimiter((work) => work(records), { limit: 1 })
    records.writes = 0
    // Reading what was admitted, even in this millisecond, writes nothing but the state.
    full.keepUp(firstTime + turns)
    assert.equal(records.writes, 1)
    records.writes = 0
    full.admit(['a', 'a', 'client 107'], firstTime + turns)
    // The state is always written here. The recorder would not write it.
    assert.equal(records.writes, 1)
  })

  test('ignores entries with names that are longer than the present limit', () => {
    const transact = inMemory()
    const [before, after] = [4, 3].map((nameBytes) => {
      return new SharedLimiter(transact, { limit: 2, nameBytes })
    })
    before?.admit(['abc', 'abc', 'abcd', 'ab'], firstTime)
    assert.equal(after?.admits('abc', firstTime), false)
    assert.equal(after?.admits('ab', firstTime), true)
    assert.equal(after?.admits('ab', firstTime), false)
    assert.equal(after?.limiter.windows.clients, 2)
  })

  test('ignores entries of a block that the state does not count', () => {
    const transact = inMemory()
    new SharedLimiter(transact).admit(['a'], firstTime)
    transact((records) => {
      const block = readBlock(records, 0)
      assert.ok(block !== undefined && block.read() !== 0)
      block.add(firstTime, Buffer.from('\x01b'), 0)
      writeBlock(records, block, false)
    })
    for (const client of ['b', 'c']) {
      const limiter = new SharedLimiter(transact, { limit: 1 })
      assert.equal(limiter.admits('a', firstTime), false)
      assert.equal(limiter.admits(client, firstTime), true)
    }
  })

  test('decides like a new one after another process has continued a shorter journal', () => {
    let records = new MemoryRecords()
    const idle = new SharedLimiter((work) => work(records), { limit: 2 })
    idle.admit(['a', 'a', 'b', 'b', 'd'], firstTime)
    records = new MemoryRecords()
    const other = new SharedLimiter((work) => work(records), { limit: 2 })
    other.admit(['c', 'c'], firstTime)
    const admitted = ['a', 'b', 'c', 'd'].map((client) => idle.admits(client, firstTime + 1))
    assert.deepEqual(admitted, [true, true, false, true])
  })
})

/** The rule as documented: remembers everything, and counts all of it each time. */
class NaiveLimiter {
  limit: number
  readonly #admitted = new Map<string, number[]>()

  constructor(limit: number) {
    this.limit = limit
  }

  decide(client: string, now: number): Admission {
    const admitted = this.#admitted.get(client) ?? []
    this.#admitted.set(client, admitted)
    const countedAt = (time: number): number =>
      admitted.filter((each) => each > time - windowMs && each <= time).length
    const isAdmitted = countedAt(now) < this.limit
    if (isAdmitted) admitted.push(now)
    const counted = countedAt(now)
    const waits = admitted.map((time) => time + windowMs - now)
    // The wait until one more request fits than now.
    const wait = waits.find((each) => {
      return each > 0 && countedAt(now + each) < Math.min(counted, this.limit)
    })
    return { isAdmitted, remaining: Math.max(0, this.limit - counted), resetMs: wait ?? NaN }
  }
}

/** Sends one random trace through a limiter, as the service does, and compares each answer. */
function compareTrace(transact: Transact, draw: Draw): number {
  const limits = [1, 2, 3, 7, 100]
  const naive = new NaiveLimiter(limits[draw(limits.length)] ?? 1)
  // Two processes share the records; each learns what the other admits only from the journal.
  const start = (): SharedLimiter => new SharedLimiter(transact, { limit: naive.limit })
  let limiters = [start(), start()]
  const clientCount = 1 + draw(5)
  let now = firstTime
  let requests = 0
  for (let turn = 0; turn < 300; turn++) {
    now += drawPause(draw)
    if (draw(40) === 0) {
      // The service starts again, perhaps with another limit.
      naive.limit = limits[draw(limits.length)] ?? 1
      limiters = [start(), start()]
    }
    const limiter = limiters[draw(4) === 0 ? 1 : 0] ?? start()
    if (draw(15) === 0) limiter.keepUp(now)
    const clients = drawClients(draw, 1 + draw(draw(8) === 0 ? 120 : 4), clientCount)
    requests += clients.length
    compareTurn(limiter, naive, clients, now)
  }
  return requests
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
    limiter.admit(waiting, now),
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

function inMemory(): Transact {
  const records = new MemoryRecords()
  return (work) => work(records)
}
