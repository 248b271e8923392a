import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createDraw } from '../../lib/engine/seeded-random.ts'
import type { Draw } from '../../lib/engine/seeded-random.ts'
import { blockBytes, probeKey, readState, writeState } from '../../lib/usage/journal.ts'
import { Windows } from '../../lib/usage/windows.ts'
import { cpuMs } from '../support/cost.ts'
import { rangeOfBlocks } from '../support/journal.ts'
import {
  drawClients,
  drawPause,
  firstTime,
  SharedLimiter,
  windowMs,
  windowsWith,
} from '../support/limiter.ts'
import { MemoryRecords, places } from '../support/records.ts'
import type { Transact } from '../support/records.ts'
import { rounds } from '../support/rounds.ts'
import type { Records } from '../../lib/store/store.ts'

const turn = 512

for (const place of places) {
  describe(`what is kept, ${place.name}`, () => {
    test('frees the clients whose entries are oldest when there are too many', (t) => {
      const limiter = new SharedLimiter(place.open(t), { limit: 2, maxClients: 50 })
      assert.ok(limiter.admits('full', firstTime) && limiter.admits('full', firstTime))
      for (let other = 1; other < 50; other++) {
        limiter.admit([`other ${other}`, `other ${other}`], firstTime + other)
        assert.equal(limiter.admits('full', firstTime + other), false, `after ${other} others`)
      }
      limiter.admits('one too many', firstTime + 60)
      limiter.keepUp(firstTime + 60)
      assert.equal(limiter.admits('other 1', firstTime + 60), false)
      assert.ok(limiter.admits('full', firstTime + 60))
      assert.equal(limiter.limiter.evicted, 2)
    })

    test('takes a batch with more newcomers than there may be windows', (t) => {
      const transact = place.open(t)
      const limiter = new SharedLimiter(transact, { limit: 1, maxClients: 10 })
      limiter.admit(['a', 'b'], firstTime)
      const newcomers = Array.from({ length: 25 }, (_, index) => `new ${index}`)
      const admissions = limiter.admit(newcomers, firstTime + 1)
      assert.ok(admissions.every((admission) => admission.isAdmitted))
      limiter.keepUp(firstTime + 1)
      // What one process lets go counts for no other either, in the middle of a record as well.
      const other = new SharedLimiter(transact, { limit: 1, maxClients: 10 })
      for (const [each, client] of [[limiter, 'new 5'], [other, 'new 6']] as const) {
        assert.equal(each.admits('new 24', firstTime + 2), false)
        assert.equal(each.admits(client, firstTime + 3), true)
      }
    })

    test('goes down in steps where less is kept than before', (t) => {
      const transact = place.open(t)
      const clients = Array.from({ length: 20_000 }, (_, index) => `client ${index}`)
      const before = new SharedLimiter(transact)
      for (let start = 0; start < clients.length; start += turn) {
        before.admit(clients.slice(start, start + turn), firstTime)
      }
      for (const bounds of [{ maxClients: 20 }, { maxEntries: 10 }]) {
        const steps = { read: 4096, shrink: 16, trim: 1, block: blockBytes }
        const limiter = new SharedLimiter(transact, bounds, steps)
        let count = 0
        while (limiter.keepUp(firstTime + 1)) count++
        assert.ok(count > 0 || bounds.maxClients === undefined)
        assert.ok(countBlocks(transact) <= 2)
      }
    })

    test('removes the blocks of what has expired, in steps, and keeps the others', (t) => {
      const transact = place.open(t)
      const limiter = new SharedLimiter(transact, { limit: 5 })
      for (let first = 0; first < 40 * turn; first += turn) {
        limiter.admit(Array.from({ length: turn }, (_, index) => `a client ${first + index}`), firstTime)
      }
      limiter.admit(['z'], firstTime + 1)
      limiter.keepUp(firstTime + windowMs - 1)
      const all = countBlocks(transact)
      assert.ok(all > 300, `${all} blocks`)
      for (let left = all; left > 1; ) {
        limiter.keepUp(firstTime + windowMs)
        const kept = countBlocks(transact)
        assert.ok(kept < left && kept >= left - 256, `${left}, then ${kept}`)
        left = kept
      }
      assert.equal(limiter.keepUp(firstTime + windowMs), false)
      assert.equal(limiter.admit(['z'], firstTime + windowMs)[0]?.remaining, 3)
      while (limiter.keepUp(firstTime + 3 * windowMs));
      // More may come into the last one.
      assert.equal(countBlocks(transact), 1)
    })

    test('removes blocks beside requests no slower than they come', (t) => {
      const transact = place.open(t)
      const limiter = new SharedLimiter(transact)
      let most = 0
      for (let turn = 0; turn < 3000; turn++) {
        limiter.admit([`${turn}`], firstTime + turn)
        if (turn % 100 === 0) most = Math.max(most, countBlocks(transact))
      }
      assert.ok(most < (windowMs + 1200) / 50, `${most} blocks`)
    })

    test('is the same after any number of random steps, in memory and in the journal', (t) => {
      for (const maxClients of [1, 2, 7, 60]) {
        const draw = createDraw(`steps ${maxClients}`)
        compareSteps(place.open(t), draw, maxClients)
      }
    })
  })
}

describe('a process that has been idle', () => {
  const records = (): { memory: MemoryRecords; transact: Transact } => {
    const memory = new MemoryRecords()
    return { memory, transact: (work) => work(memory) }
  }

  test('for longer than the window, while others wrote and trimmed, decides rightly', () => {
    for (const turns of [1, 3, 2000]) {
      const { transact } = records()
      const [idle, busy] = [1, 2].map(() => new SharedLimiter(transact, { limit: 2 }))
      assert.ok(idle !== undefined && busy !== undefined)
      idle.admit(['a', 'b', 'a'], firstTime)
      let now = firstTime
      for (let turn = 0; turn < turns; turn++) busy.admit([`other ${turn}`, 'c'], (now += windowMs))
      while (busy.keepUp(now));
      busy.admit(['b', 'a'], now)
      busy.admit(['b'], now)
      const admissions = idle.admit(['a', 'b', 'c', 'a', 'd'], now)
      const left = admissions.map(({ isAdmitted, remaining }) => isAdmitted && remaining)
      assert.deepEqual(left, [0, false, 0, false, 1])
    }
  })

  test('while others let go more than it does in a step, decides rightly', () => {
    const { transact } = records()
    const idle = new SharedLimiter(transact, { limit: 1 })
    const busy = new SharedLimiter(transact, { limit: 1, maxEntries: 100 })
    const many = Array.from({ length: 5000 }, (_, index) => `client ${index}`)
    idle.admit(many, firstTime)
    while (busy.keepUp(firstTime));
    const asked = [4000, 4899, 4900, 4999].map((index) => `client ${index}`)
    const admissions = idle.admit(asked, firstTime + 1)
    assert.deepEqual(
      admissions.map(({ isAdmitted }) => isAdmitted),
      [true, true, false, false],
    )
  })

  test('while all of its records were removed in a part, decides rightly', () => {
    const { transact } = records()
    const [idle, busy] = [1, 2].map(() => new SharedLimiter(transact, { limit: 2, maxClients: 3 }))
    assert.ok(idle !== undefined && busy !== undefined)
    idle.admit(['a', 'a', 'b'], firstTime)
    // The busy one lets a part of that record go, and only then the whole of it.
    busy.admit(['c', 'd'], firstTime + 1)
    busy.keepUp(firstTime + 1)
    assert.deepEqual(
      idle.admit(['b', 'a', 'c'], firstTime + 2).map((admission) => admission.remaining),
      [0, 1, 0],
    )
  })

  test('and finds another journal in the place of its own, reads that', () => {
    const [one, two] = [records(), records()]
    let present = one.transact
    const limiter = new SharedLimiter((work) => present(work), { limit: 2 })
    const other = new SharedLimiter(two.transact, { limit: 2 })
    two.transact((all) => all.put(probeKey, Buffer.from('1')))
    limiter.admit(['a', 'a', 'b'], firstTime)
    for (let turn = 0; turn < 3; turn++) other.admit(['b', 'c'], firstTime)
    present = two.transact
    // Both journals are of one name in these tests: it is shorter, or longer, that tells.
    renameJournal(two.memory, 'another.')
    const left = limiter.admit(['a', 'b', 'c'], firstTime + 1)
    assert.deepEqual(left.map(({ isAdmitted }) => isAdmitted), [true, false, false])
  })
})

describe('windows', () => {
  test('work across the end of the positions, of which there are 2³¹', () => {
    const draw = createDraw('positions')
    for (const start of [0, 2 ** 31 - 4_000, 2 ** 48 - 2_000]) {
      const windows = new Windows(windowsWith({ limit: 1e9 }))
      windows.restart(start, start)
      const counts = new Map<string, number>()
      const name = Buffer.alloc(4)
      for (let turn = 0; turn < rounds(5_000); turn++) {
        const rows = Array.from({ length: 1 + draw(10) }, () => {
          name.writeUIntBE(draw(500), 1, 3)
          name[0] = 3
          const client = name.toString('latin1')
          counts.set(client, (counts.get(client) ?? 0) + 1)
          return windows.reserve(windows.find(name, 0, firstTime))
        })
        windows.append(rows, firstTime)
      }
      for (const [client, count] of counts) {
        assert.equal(windows.countOf(windows.find(Buffer.from(client, 'latin1'), 0, firstTime)), count)
      }
      assert.equal(windows.clients, counts.size)
      while (windows.shrink(firstTime + windowMs, 1000));
      assert.deepEqual([windows.clients, windows.first], [0, windows.next])
    }
  })

  test('of many clients grow a little in each turn, and never much in one', () => {
    let share = 1
    // Whatever else this process does, such as collecting garbage, falls into other turns each time.
    for (let tries = 0; tries < 3 && share > 1 / 15; tries++) share = longestTurnOf(200_000)
    assert.ok(share <= 1 / 15, `one turn took ${share} of the time of all`)
  })
})

/** Fills windows turn by turn; returns the part of all processor time that the longest took. */
function longestTurnOf(clients: number): number {
  const windows = new Windows(windowsWith())
  const name = Buffer.alloc(9)
  name[0] = 8
  const turns: number[] = []
  for (let first = 0; first < clients; first += turn) {
    const ms = cpuMs(() => {
      const rows = Array.from({ length: turn }, (_, index) => {
        name.writeUInt32LE(Math.imul(first + index, 2_654_435_761) >>> 0, 1)
        return windows.reserve(windows.find(name, 0, firstTime))
      })
      windows.append(rows, firstTime)
    })
    turns.push(ms)
  }
  return Math.max(...turns) / turns.reduce((all, ms) => all + ms, 0)
}

/** Random turns of a limiter with few windows, against a list of all that was admitted. */
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

function renameJournal(records: MemoryRecords, id: string): void {
  const state = readState(records) ?? assert.fail('there is no journal')
  writeState(records, { ...state, id })
}
