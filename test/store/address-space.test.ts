import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mostMapBytes, planStore } from '../../lib/store/address-space.ts'

const mebibyte = 2 ** 20

describe('planStore', () => {
  test('takes the same for every store where nothing is limited', () => {
    for (const limit of [0, 1, 100, 100_000]) {
      assert.deepEqual(planStore(Infinity, limit), { mapBytes: mostMapBytes, maxClients: Infinity })
    }
  })

  test('takes whole pages of a part of what is free, and never more for less', () => {
    let before = planStore(2 ** 40, 100)
    assert.equal(before.mapBytes, mostMapBytes)
    for (let free = 2 ** 31; free >= 32 * mebibyte; free -= 1_234_567) {
      const room = planStore(free, 100)
      assert.equal(room.mapBytes % mebibyte, 0)
      assert.ok(room.mapBytes <= free / 4, `${room.mapBytes} of ${free}`)
      assert.ok(room.mapBytes <= before.mapBytes && room.maxClients <= before.maxClients, `${free}`)
      assert.ok(room.maxClients >= 1000, `${room.maxClients} clients in ${free}`)
      before = room
    }
  })

  test('refuses to start where next to nothing is free', () => {
    for (const free of [-1, 0, 32 * mebibyte - 1]) {
      assert.throws(() => planStore(free, 100), /ulimit -v/, `${free}`)
    }
  })
})
