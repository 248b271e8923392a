import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createDraw } from '../../lib/engine/draft.ts'
import { client, ClientTable, noClient } from '../../lib/usage/client-table.ts'
import { entry, EntryRing, none } from '../../lib/usage/entry-ring.ts'
import { windowsWith } from '../support/limiter.ts'
import { rounds } from '../support/rounds.ts'

describe('a client table', () => {
  test('agrees with a map after random additions and removals, with few and many buckets', () => {
    for (const maxClients of [1, 100, 100_000]) compare(maxClients)
  })

  function compare(maxClients: number): void {
    const draw = createDraw(`table ${maxClients}`)
    const table = new ClientTable(windowsWith({ nameBytes: 8, maxClients }))
    const counts = new Map<number, number>()
    for (let step = 0; step < Math.min(rounds(75_000), 700 * maxClients); step++) {
      const number = draw(20) === 0 ? draw(step + 1) : step
      const found = table.find(nameOf(number), 0)
      assert.equal(found === noClient, !counts.has(number), `step ${step}`)
      if (found !== noClient && draw(2) === 0) {
        table.remove(found)
        counts.delete(number)
        continue
      }
      const row = found === noClient ? table.add(nameOf(number), 0) : found
      table.set(row, client.count, table.get(row, client.count) + 1)
      counts.set(number, (counts.get(number) ?? 0) + 1)
    }
    assert.equal(table.size, counts.size)
    for (const [number, count] of counts) {
      assert.equal(table.get(table.find(nameOf(number), 0), client.count), count)
    }
  }

  test('throws for a row that it does not have', () => {
    const table = new ClientTable(windowsWith())
    for (const row of [noClient, 1, -1, 2 ** 30]) {
      assert.throws(() => table.set(row, client.count, 1), RangeError)
      assert.throws(() => table.get(row, client.count), RangeError)
    }
  })
})

describe('an entry ring', () => {
  test('keeps the entries between its ends, even when positions wrap around to 0', () => {
    const draw = createDraw('entry ring')
    const ring = new EntryRing()
    ring.restart(2 ** 31 - rounds(30_000))
    const entries: Array<readonly [position: number, time: number, step: number]> = []
    for (let step = 0; step < rounds(80_000); step++) {
      const time = draw(2 ** 32)
      entries.push([ring.push(time, step), time | 0, step])
      if (draw(3) > 0) ring.shift()
    }
    for (const [position, time, step] of entries.slice(ring.first - ring.next)) {
      const numbers = [entry.time, entry.client, entry.next].map((field) => ring.get(position, field))
      assert.deepEqual(numbers, [time, step, none])
    }
  })

  test('throws for an entry that it does not have', () => {
    const ring = new EntryRing()
    for (const position of [0, none]) {
      assert.throws(() => ring.get(position, entry.time), RangeError)
      assert.throws(() => ring.set(position, entry.time, 1), RangeError)
    }
  })
})

function nameOf(number: number): Buffer {
  const name = Buffer.alloc(9, 8)
  name.writeUInt32LE(number, 1)
  return name
}
