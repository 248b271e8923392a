import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mostMapBytes, planStore } from '../../lib/store/address-space.ts'

const mebibyte = 2 ** 20

describe('planStore', () => {
  test('leaves room for 150 MiB of records where nothing is limited', () => {
    const { mapBytes, recordBytes } = planStore(Infinity)
    assert.equal(mapBytes, mostMapBytes)
    assert.ok(recordBytes > 150 * mebibyte && recordBytes < 160 * mebibyte)
  })

  test('takes whole pages of a part of what is free, and never more for less', () => {
    let before = planStore(2 ** 40)
    assert.equal(before.mapBytes, mostMapBytes)
    for (let free = 2 ** 31; free >= 32 * mebibyte; free -= 1_234_567) {
      const room = planStore(free)
      assert.equal(room.mapBytes % mebibyte, 0)
      assert.ok(room.mapBytes <= free / 4, `${room.mapBytes} of ${free}`)
      assert.ok(room.mapBytes <= before.mapBytes && room.recordBytes <= before.recordBytes, `${free}`)
      assert.ok(room.recordBytes <= 0.6 * room.mapBytes, `${room.recordBytes} bytes in ${free}`)
      before = room
    }
  })

  test('refuses to start where next to nothing is free', () => {
    for (const free of [-1, 0, 32 * mebibyte - 1]) {
      assert.throws(() => planStore(free), /ulimit -v/, `${free}`)
    }
  })
})
