import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createDraw } from '../../lib/engine/draft.ts'
import type { Draw } from '../../lib/engine/draft.ts'
import type { Records } from '../../lib/store/store.ts'
import { blockBytes } from '../../lib/usage/journal-block.ts'
import { readState } from '../../lib/usage/journal-state.ts'
import { Windows } from '../../lib/usage/windows.ts'
import { rangeOfBlocks } from '../support/journal.ts'
import {
  drawClients,
  drawPause,
  firstTime,
  SharedLimiter,
  windowMs,
  windowsWith,
} from '../support/limiter.ts'
import { places } from '../support/records.ts'
import type { Transact } from '../support/records.ts'
import { rounds } from '../support/rounds.ts'

const turn = 512

for (const place of places) {
  describe(`a limiter with windows, ${place.name}`, () => {
    test('agrees with a list after any number of random steps, in memory and in the journal', (t) => {
      for (const maxClients of [1, 2, 7, 60]) {
        compareSteps(place.open(t), createDraw(`steps ${maxClients}`), maxClients)
      }
    })

    test('shrinks in steps if its bounds are lower than before', (t) => {
      const transact = place.open(t)
      const before = new SharedLimiter(transact)
      for (let first = 0; first < 40 * turn; first += turn) {
        before.admit(newClients(first), firstTime)
      }
      for (const bounds of [{ maxClients: 2_000 }, { maxEntries: 10 }]) {
        const steps = { read: 4096, evict: 1000, trim: 1, block: blockBytes }
        const limiter = new SharedLimiter(transact, bounds, steps)
        let count = 0
        while (limiter.keepUp(firstTime + 1)) count++
        assert.ok(count > 0)
        const { clients, entries } = limiter.limiter.windows
        assert.equal(clients, bounds.maxClients ?? bounds.maxEntries)
        assert.equal(entries, clients)
        assert.ok(countBlocks(transact) <= 2 + entries / 50)
      }
    })

    test('returns the time to wait of a client whose limit was higher, and removes it after that', (t) => {
      for (const limit of [1, 3, 9, 10]) {
        const transact = place.open(t)
        const before = new SharedLimiter(transact)
        for (let count = 0; count < 10; count++) before.admit(['a', 'b'], firstTime + 10 * count)
        const now = firstTime + 100
        const after = new SharedLimiter(transact, { limit })
        const resetMs = 10 * (10 - limit) + windowMs - 100
        assert.deepEqual(after.admit(['a'], now), [{ isAdmitted: false, remaining: 0, resetMs }])
        assert.equal(after.limiter.recall('a', now + resetMs - 1)?.resetMs, 1)
        assert.equal(after.limiter.recall('a', now + resetMs), undefined)
        after.keepUp(firstTime + 90 + windowMs)
        assert.equal(after.limiter.windows.clients, 0)
      }
    })

    test('removes the blocks of expired entries in steps, and keeps the others', (t) => {
      const transact = place.open(t)
      const limiter = new SharedLimiter(transact, { limit: 5 })
      for (let first = 0; first < 40 * turn; first += turn) {
        limiter.admit(newClients(first), firstTime)
      }
      limiter.admit(['z'], firstTime + 1)
      limiter.keepUp(firstTime + windowMs - 1)
      const all = countBlocks(transact)
      assert.ok(all > 300, `${all} blocks`)
      for (let left = all; left > 1; ) {
        const hasMore = limiter.keepUp(firstTime + windowMs)
        const kept = countBlocks(transact)
        assert.ok(kept < left && kept >= left - 256, `${left}, then ${kept}`)
        assert.ok(hasMore || kept === 1, `${kept} blocks are left for later`)
        left = kept
      }
      assert.equal(limiter.keepUp(firstTime + windowMs), false)
      assert.equal(limiter.admit(['z'], firstTime + windowMs)[0]?.remaining, 3)
    })

    test('removes blocks as fast as requests add them', (t) => {
      const transact = place.open(t)
      const limiter = new SharedLimiter(transact)
      // Ten turns are in a window.
      for (let count = 0; count < 60; count++) {
        limiter.admit(newClients(count * turn), firstTime + (count * windowMs) / 10)
        const blocks = countBlocks(transact)
        assert.ok(blocks < (15 * turn) / 40, `${blocks} blocks after ${count} turns`)
      }
    })

    test('keeps at most one block of expired requests, however few they were', (t) => {
      const draw = createDraw('expired')
      for (const count of [1, 2, 80, 1023, 1025, draw(3000), draw(3000)]) {
        const transact = place.open(t)
        const limiter = new SharedLimiter(transact)
        for (let sent = 0; sent < count; sent += turn) {
          limiter.admit(newClients(sent).slice(0, count - sent), firstTime)
        }
        limiter.admit(['last'], firstTime + windowMs)
        while (limiter.keepUp(firstTime + 2 * windowMs));
        assert.ok(countBlocks(transact) <= 1, `${count} requests`)
      }
    })
  })
}

describe('windows', () => {
  test('work when positions wrap around after 2³¹ entries', () => {
    const draw = createDraw('positions')
    for (const start of [0, 2 ** 31 - 4_000, 2 ** 48 - 2_000]) {
      const windows = new Windows(windowsWith({ limit: 1e9 }))
      windows.restart(start)
      const counts = new Map<string, number>()
      const name = Buffer.alloc(4)
      for (let turn = 0; turn < rounds(5_000); turn++) {
        const rows = Array.from({ length: 1 + draw(10) }, () => {
          name.writeUIntBE(draw(500), 1, 3)
          name[0] = 3
          const client = name.toString('latin1')
          counts.set(client, (counts.get(client) ?? 0) + 1)
          return windows.reserve(windows.find(name, 0), name, 0)
        })
        windows.append(rows, firstTime)
      }
      for (const [client, count] of counts) {
        assert.equal(windows.countOf(windows.find(Buffer.from(client, 'latin1'), 0)), count)
      }
      assert.equal(windows.clients, counts.size)
      windows.expire(firstTime + windowMs)
      assert.deepEqual([windows.clients, windows.first], [0, windows.next])
    }
  })
})

function newClients(first: number): string[] {
  return Array.from({ length: turn }, (_, index) => `a client ${first + index}`)
}

/** Compares random turns of a limiter with few windows to a list of all that was admitted. */
function compareSteps(transact: Transact, draw: Draw, maxClients: number): void {
  const limit = 2
  let limiter = new SharedLimiter(transact, { limit, maxClients })
  let kept: Array<{ readonly client: string; readonly time: number }> = []
  let now = firstTime
  for (let step = 0; step < rounds(150); step++) {
    now += drawPause(draw)
    if (draw(10) === 0) limiter = new SharedLimiter(transact, { limit, maxClients })
    const clients = drawClients(draw, 1 + draw(2 * maxClients), 3 * maxClients)
    while (limiter.keepUp(now));
    kept = kept.filter(({ time }) => time > now - windowMs)
    const admissions = limiter.admit(clients, now)
    clients.forEach((client, index) => {
      const isFree = kept.filter((each) => each.client === client).length < limit
      assert.equal(admissions[index]?.isAdmitted, isFree, `step ${step} of ${maxClients}`)
      if (isFree) kept.push({ client, time: now })
    })
    while (limiter.keepUp(now));
    while (new Set(kept.map(({ client }) => client)).size > maxClients) kept.shift()
    assert.equal(transact(countEntries), kept.length)
  }
}

function countEntries(records: Records): number {
  const { first, next } = readState(records) ?? assert.fail('there is no journal')
  return next - first
}

function countBlocks(transact: Transact): number {
  return transact((records) => rangeOfBlocks(records)).length
}
