import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { createDraw } from '../../lib/engine/seeded-random.ts'
import { ClientTable, nobody } from '../../lib/usage/client-table.ts'
import { EntryRing, none } from '../../lib/usage/entry-ring.ts'
import { windowsWith } from '../support/limiter.ts'

const { seeds } = windowsWith()

describe('a client table', () => {
  // Its buckets are 32,768 at first, and twice as many with 65,536 clients.
  test('knows the same clients as a map, whatever was added and removed, with any growth', () => {
    for (const table of [1, 2, 3]) endsWithin(60_000, () => compare(`table ${table}`))
  })

  function compare(what: string): void {
    const draw = createDraw(what)
    const table = new ClientTable(8, Int32Array.from(seeds, () => draw(2 ** 32)))
    const counts = new Map<number, number>()
    for (let step = 0; step < 75_000; step++) {
      const client = draw(20) === 0 ? draw(step + 1) : step
      const found = table.find(nameOf(client), 0)
      assert.equal(found === nobody, !counts.has(client), `step ${step}`)
      if (found !== nobody && draw(2) === 0) {
        table.remove(found)
        counts.delete(client)
        continue
      }
      const row = found === nobody ? table.add() : found
      counts.set(client, (counts.get(client) ?? 0) + 1)
      assert.equal(table.count(row, 1), counts.get(client), `step ${step}`)
    }
    assert.equal(table.size, counts.size)
    assert.ok(counts.size > 2 ** 16, `${counts.size} clients`)
    for (const [client, count] of counts) {
      assert.equal(table.countOf(table.find(nameOf(client), 0)), count)
    }
  }

  test('has an error for a row that it does not have', () => {
    const table = new ClientTable(8, seeds)
    for (const row of [1, -1, 2 ** 30]) {
      assert.throws(() => table.setLast(row, 1), RangeError)
      assert.throws(() => table.countOf(row), RangeError)
    }
  })
})

describe('an entry ring', () => {
  test('keeps times, clients and links, whatever the pauses between entries', () => {
    const draw = createDraw('entry ring')
    for (const longestMs of [1, 100, 70_000, 2 ** 31]) {
      const ring = new EntryRing()
      ring.restart(2 ** 31 - 20_000)
      const entries: Array<[position: number, time: number, client: number]> = []
      let time = 5_000_000
      for (let step = 0; step < 60_000; step++) {
        time += draw(3) === 0 ? draw(longestMs) : 0
        entries.push([ring.push(time | 0, step, none), time | 0, step])
        if (draw(3) === 0) ring.shift()
      }
      for (const [position, expected, client] of entries.slice(-(ring.next - ring.first))) {
        assert.equal(ring.timeOf(position), expected, `pauses up to ${longestMs} ms`)
        assert.deepEqual([ring.clientOf(position), ring.linkOf(position)], [client, position])
      }
    }
  })

  test('has an error for an entry that it does not have', () => {
    const ring = new EntryRing()
    for (const access of [() => ring.timeOf(0), () => ring.link(0, 1), () => ring.linkOf(none)]) {
      assert.throws(access, RangeError)
    }
  })
})

function nameOf(client: number): Buffer {
  const name = Buffer.alloc(9, 8)
  name.writeUInt32LE(client, 1)
  return name
}

/** Runs work that must end, and throws if it does not: an endless loop must not stop the tests. */
function endsWithin(limitMs: number, work: () => void): void {
  runInNewContext('work()', { work }, { timeout: limitMs })
}
