import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createDraw } from '../../lib/engine/seeded-random.ts'

describe('createDraw', () => {
  test('draws the same on every machine, today and tomorrow', () => {
    const draw = createDraw('zalgo\nHello World')
    const drawn = Array.from({ length: 12 }, () => draw(1_000))
    assert.deepEqual(drawn, [653, 613, 771, 416, 209, 898, 308, 629, 672, 657, 54, 370])
  })

  test('draws each number, and no other', () => {
    for (const count of [1, 2, 3, 26, 100]) {
      const draw = createDraw(`count ${count}`)
      const drawn = new Set(Array.from({ length: 3_000 }, () => draw(count)))
      assert.deepEqual(
        [...drawn].toSorted((one, other) => one - other),
        Array.from({ length: count }, (_, index) => index),
      )
    }
  })

  test('depends on every unit of the seed', () => {
    const firsts = ['', 'a', 'b', 'ab', 'ba', 'a\n', '\ud83d', '\ude00', '𝐚'].map((seed) =>
      createDraw(seed)(2 ** 32),
    )
    assert.equal(new Set(firsts).size, firsts.length)
  })
})
