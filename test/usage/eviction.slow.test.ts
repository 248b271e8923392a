import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createDraw } from '../../lib/engine/draft.ts'
import type { Draw } from '../../lib/engine/draft.ts'
import { readState, withState } from '../../lib/usage/state.ts'
import {
  assertCounted,
  drawClients,
  drawPause,
  firstTime,
  SharedLimiter,
  windowMs,
} from '../support/limiter.ts'
import type { Settings } from '../support/limiter.ts'
import { MemoryRecords, places } from '../support/records.ts'
import type { Transact } from '../support/records.ts'
import { rounds } from '../support/rounds.ts'

const long = 1e9

for (const place of places) {
  describe(`a limiter with bounds, ${place.name}`, () => {
    test('keeps to them after any number of random turns, and counts what it keeps', (t) => {
      for (let trace = 0; trace < rounds(12, 200); trace++) {
        const draw = createDraw(`bounds ${trace}`)
        compareTurns(place.open(t), draw, {
          maxClients: [1, 2, 7, 60, long][draw(5)] ?? 1,
          maxTimes: [1, 10, 200, long][draw(4)] ?? 1,
          maxBytes: [1, 300, 3000, long][draw(4)] ?? 1,
        })
      }
    })

    test('removes many windows in steps if its bounds are lower than before', (t) => {
      for (const bounds of [{ maxClients: 300 }, { maxTimes: 300 }, { maxBytes: 8_000 }]) {
        const transact = place.open(t)
        const before = new SharedLimiter(transact)
        for (let turn = 0; turn < 8; turn++) before.admit(newClients(500 * turn, 500), firstTime)
        const limiter = new SharedLimiter(transact, bounds)
        const clients = (): number => transact((records) => readState(records)?.clients ?? 0)
        limiter.admit(newClients(-1, 1), firstTime + 1)
        assert.equal(clients(), 4_001 - 2)
        for (let left = clients(); ; left = clients()) {
          const { waitMs, evicted } = limiter.sweep(firstTime + 2)
          assert.ok(evicted <= 256 && clients() === left - evicted)
          if (waitMs > 0) break
        }
        const { clients: kept = 0, bytes = 0 } = transact(readState) ?? {}
        if ('maxBytes' in bounds) assert.ok(bytes <= 8_000 && bytes > 7_900, `${bytes} bytes`)
        else assert.equal(kept, 300)
        transact(assertCounted)
      }
    })

    test('removes all records of a client that has several', (t) => {
      const transact = place.open(t)
      const limiter = new SharedLimiter(transact, { limit: 5_000, maxClients: 1 })
      limiter.admit(new Array<string>(3_000).fill('a'), firstTime)
      limiter.admit(['b'], firstTime)
      assert.deepEqual([...transact(assertCounted)], [['b', [firstTime]]])
    })
  })
}

describe('a flood of new clients', () => {
  const limit = 4
  const transactOn = (): Transact => {
    const records = new MemoryRecords()
    return (work) => work(records)
  }
  const fullClients = newClients(-60, 60)
  const asks = (transact: Transact): number => {
    // Another process, whose memory knows none of them.
    const other = new SharedLimiter(transact, { limit })
    return fullClients.filter((client) => other.admits(client, firstTime + 10)).length
  }

  test('within the bounds removes no window', () => {
    const transact = transactOn()
    const limiter = new SharedLimiter(transact, { limit, maxClients: 200, maxTimes: 400 })
    for (let sent = 0; sent < limit; sent++) limiter.admit(fullClients, firstTime)
    for (let first = 0; first < 140; first += 7) limiter.admit(newClients(first, 7), firstTime + 1)
    assert.equal(limiter.evicted, 0)
    assert.equal(asks(transact), 0)
  })

  for (const atOnce of [1, 7, 60, 512]) {
    test(`beyond them, ${atOnce} at once, does not free those at their limit first`, () => {
      for (const bounds of [{ maxClients: 200 }, { maxTimes: 400 }, { maxBytes: 8_000 }]) {
        const transact = transactOn()
        const limiter = new SharedLimiter(transact, { limit, ...bounds })
        for (let sent = 0; sent < limit; sent++) limiter.admit(fullClients, firstTime)
        for (let first = 0; first < 1_500; first += atOnce) {
          limiter.admit(newClients(first, atOnce), firstTime + 1)
        }
        transact(assertCounted)
        assert.ok(limiter.evicted > 1_000, `${limiter.evicted} windows`)
        if (atOnce < 100) assert.equal(asks(transact), 0, JSON.stringify(bounds))
      }
    })
  }

  test('that are all at their limit removes some of them, as many as are added', () => {
    const transact = transactOn()
    const limiter = new SharedLimiter(transact, { limit: 1, maxClients: 2_000 })
    for (let first = 0; first < 2_600; first += 200) limiter.admit(newClients(first, 200), firstTime)
    assert.equal(limiter.evicted, 600)
    assert.equal(transact(assertCounted).size, 2_000)
  })

  test('begins to remove windows anywhere, those with few requests first', () => {
    const active = newClients(300, 300)
    let removedActive = 0
    const counts = new Map<string, number>()
    for (let round = 0; round < 60; round++) {
      const transact = transactOn()
      const random = createDraw(`anywhere ${round}`)
      const limiter = new SharedLimiter(transact, { random, maxClients: 600 })
      limiter.admit([...newClients(0, 300), ...active, ...active], firstTime)
      limiter.admit(newClients(1_000, 30), firstTime + 1)
      const kept = transact(assertCounted)
      removedActive += active.filter((client) => !kept.has(client)).length
      for (const client of newClients(0, 300)) {
        if (!kept.has(client)) counts.set(client, (counts.get(client) ?? 0) + 1)
      }
    }
    assert.ok(removedActive < 60 * 30 / 4, `${removedActive} windows with more requests`)
    // Each of the others is removed in about a tenth of the rounds.
    assert.ok(counts.size > 280, `${counts.size} clients`)
    assert.ok(Math.max(...counts.values()) < 60 / 3, 'some are removed more often')
  })

  test('looks at a bounded number of records in a turn', () => {
    const records = new MemoryRecords()
    const limiter = new SharedLimiter((work) => work(records), { limit: 2, maxClients: 20_000 })
    for (let first = 0; first < 20_000; first += 250) {
      limiter.admit([...newClients(first, 250), ...newClients(first, 250)], firstTime)
    }
    // All are full, so that none can be preferred.
    for (const [count, most] of [[1, 150], [100, 900]] as const) {
      records.reads = 0
      limiter.admit(newClients(30_000 + count, count), firstTime + 1)
      assert.ok(records.reads < most, `${records.reads} for ${count}`)
    }
  })
})

test('a state that counts windows that are gone is corrected', () => {
  const records = new MemoryRecords()
  const totals = { uses: 3, characters: 4 }
  withState(records, totals, (_records, state) => {
    Object.assign(state, { clients: 900, times: 9_000, bytes: 90_000 })
  })
  const limiter = new SharedLimiter((work) => work(records), { maxClients: 10 })
  for (let turn = 0; turn < 3; turn++) limiter.admit(newClients(turn, 1), firstTime)
  assert.notEqual(limiter.sweep(firstTime).waitMs, 0)
  for (let turn = 3; turn < 9; turn++) limiter.admit(newClients(turn, 1), firstTime)
  assertCounted(records)
  assert.deepEqual(readState(records)?.totals, totals)
})

function newClients(first: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `client ${first + index}`)
}

/** Compares the windows after random turns to a naive log. */
function compareTurns(transact: Transact, draw: Draw, bounds: Settings): void {
  const limit = 1 + draw(4)
  const start = (): SharedLimiter => new SharedLimiter(transact, { limit, ...bounds })
  let limiter = start()
  let log = new Map<string, number[]>()
  let now = firstTime
  for (let turn = 0; turn < rounds(100, 300); turn++) {
    now += drawPause(draw)
    if (draw(10) === 0) limiter = start()
    if (draw(10) === 0) limiter.sweepAll(now)
    log = live(log, now)
    const clients = drawClients(draw, 1 + draw(draw(4) === 0 ? 60 : 5), 100)
    limiter.evicted = 0
    const admissions = limiter.admit(clients, now)
    admissions.forEach(({ isAdmitted }, index) => {
      const client = clients[index] ?? ''
      const times = log.get(client) ?? []
      assert.equal(isAdmitted, times.length < limit, `turn ${turn}`)
      if (isAdmitted) log.set(client, [...times, now])
    })
    const kept = live(transact(assertCounted), now)
    // What was removed is forgotten, whole windows only, and nothing else is.
    for (const [client, times] of kept) assert.deepEqual(times, log.get(client), `turn ${turn}`)
    const removed = [...log].filter(([client]) => !kept.has(client))
    assert.equal(limiter.evicted, removed.length, `turn ${turn}`)
    if (removed.some(([client]) => clients.includes(client))) {
      const others = [...kept.keys()].filter((client) => !clients.includes(client))
      assert.deepEqual(others, [], `a client that has just asked went first, turn ${turn}`)
    }
    const isFull = (times: readonly number[]): boolean => times.length >= Math.max(2, limit)
    if (removed.some(([client, times]) => isFull(times) && !clients.includes(client))) {
      const few = [...kept].filter(([client, times]) => times.length < limit && !clients.includes(client))
      assert.deepEqual(few, [], `a full window went first, turn ${turn}`)
    }
    log = kept
    const { maxClients = long, maxTimes = long, maxBytes = long } = bounds
    const state = transact(readState)
    assert.ok(state !== undefined)
    const isWithin = state.clients <= maxClients && state.times <= maxTimes && state.bytes <= maxBytes
    assert.ok(isWithin, `turn ${turn}: ${JSON.stringify([state, bounds])}`)
  }
}

/** Returns the windows with the times that count. */
function live(windows: Map<string, number[]>, now: number): Map<string, number[]> {
  const counted = [...windows].map(([client, times]) =>
    [client, times.filter((time) => time > now - windowMs)] as const)
  return new Map(counted.filter(([, times]) => times.length > 0))
}
