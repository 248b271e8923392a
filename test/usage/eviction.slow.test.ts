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
  readWindows,
  SharedLimiter,
} from '../support/limiter.ts'
import type { Settings } from '../support/limiter.ts'
import { MemoryRecords, places } from '../support/records.ts'
import type { Transact } from '../support/records.ts'
import { rounds } from '../support/rounds.ts'

const long = 1e9

for (const place of places) {
  describe(`a limiter with bounds, ${place.name}`, () => {
    test('keeps to them after any number of random turns, and removes no more', (t) => {
      for (let trace = 0; trace < rounds(12, 200); trace++) {
        const draw = createDraw(`bounds ${trace}`)
        checkTurns(place.open(t), draw, {
          maxClients: [1, 2, 7, 60, long][draw(5)] ?? 1,
          maxBytes: [1, 300, 3000, long][draw(4)] ?? 1,
        })
      }
    })

    test('removes 1,024 windows at most in a transaction if its bounds are lower than before', (t) => {
      for (const bounds of [{ maxClients: 300 }, { maxBytes: 8_000 }]) {
        const transact = place.open(t)
        const before = new SharedLimiter(transact)
        for (let turn = 0; turn < 8; turn++) before.admit(newClients(500 * turn, 500), firstTime)
        const limiter = new SharedLimiter(transact, bounds)
        const clients = (): number => transact(readState)?.clients ?? 0
        // A sweep leaves windows that count.
        limiter.sweepAll(firstTime)
        for (let turn = 1; turn < 4; turn++) {
          limiter.admit(newClients(-1, 1), firstTime + turn)
          if (turn < 3) assert.equal(limiter.evicted, turn * 1_024)
        }
        limiter.admit(newClients(-1, 1), firstTime + 4)
        const { bytes = 0 } = transact(readState) ?? {}
        if ('maxBytes' in bounds) assert.ok(bytes <= 8_000 && bytes > 7_900, `${bytes} bytes`)
        else assert.equal(clients(), 300)
        transact(assertCounted)
      }
    })
  })
}

describe('a flood of new clients', () => {
  test('within the bounds removes no window', () => {
    const records = new MemoryRecords()
    const limiter = new SharedLimiter((work) => work(records), { maxClients: 200, maxBytes: long })
    for (let first = 0; first < 200; first += 8) limiter.admit(newClients(first, 8), firstTime)
    assert.equal(limiter.evicted, 0)
    limiter.admit(newClients(200, 1), firstTime)
    assert.equal(limiter.evicted, 1)
  })

  test('removes windows anywhere, those of each client as often as others', () => {
    const counts = new Map<string, number>()
    const turns = 400
    for (let round = 0; round < turns; round++) {
      const records = new MemoryRecords()
      const random = createDraw(`anywhere ${round}`)
      const limiter = new SharedLimiter((work) => work(records), { random, maxClients: 200 })
      const clients = newClients(0, 200)
      limiter.admit([...clients, ...clients.slice(100), ...clients.slice(150)], firstTime)
      limiter.admit(newClients(1_000, 20), firstTime + 1)
      const kept = readWindows(records)
      for (const client of clients) {
        if (!kept.has(client)) counts.set(client, (counts.get(client) ?? 0) + 1)
      }
    }
    // Each is removed in about an eleventh of the rounds.
    assert.ok(counts.size > 190, `${counts.size} clients`)
    assert.ok(Math.max(...counts.values()) < turns / 3, 'some are removed more often')
  })

  test('reads a bounded number of records in a turn', () => {
    const records = new MemoryRecords()
    const limiter = new SharedLimiter((work) => work(records), { maxClients: 20_000 })
    for (let first = 0; first < 20_000; first += 250) limiter.admit(newClients(first, 250), firstTime)
    for (const count of [1, 100]) {
      records.reads = 0
      limiter.admit(newClients(30_000 + count, count), firstTime + 1)
      assert.ok(records.reads < 3 * count + 40, `${records.reads} for ${count}`)
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
  for (let turn = 0; turn < 9; turn++) limiter.admit(newClients(turn, 1), firstTime)
  assertCounted(records)
  assert.deepEqual(readState(records)?.totals, totals)
})

function newClients(first: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `client ${first + index}`)
}

/** Checks which windows are there after each random turn. */
function checkTurns(transact: Transact, draw: Draw, bounds: Required<Settings>['bounds']): void {
  const { maxClients, maxBytes } = bounds
  const start = (): SharedLimiter => new SharedLimiter(transact, { limit: 1 + draw(4), ...bounds })
  let limiter = start()
  let now = firstTime
  for (let turn = 0; turn < rounds(100, 300); turn++) {
    now += drawPause(draw)
    if (draw(10) === 0) limiter = start()
    if (draw(10) === 0) limiter.sweepAll(now)
    const before = transact(readWindows)
    const clients = drawClients(draw, 1 + draw(draw(4) === 0 ? 60 : 5), 100)
    limiter.evicted = 0
    limiter.admit(clients, now)
    const after = transact(assertCounted)
    const all = new Set([...before.keys(), ...clients])
    assert.equal(limiter.evicted, all.size - after.size, `turn ${turn}`)
    for (const [client, times] of after) {
      // What is not removed is kept as a whole.
      if (!clients.includes(client)) assert.deepEqual(times, before.get(client), `turn ${turn}`)
    }
    const state = transact(readState)
    assert.ok(state !== undefined)
    assert.ok(state.clients <= maxClients && state.bytes <= maxBytes, `turn ${turn}`)
    if (maxBytes === long && all.size > maxClients) assert.equal(after.size, maxClients)
    if (maxBytes === long && all.size <= maxClients) assert.equal(limiter.evicted, 0)
  }
}
