import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createDraw } from '../../lib/engine/seeded-random.ts'
import { findFault } from '../../lib/store/lmdb-format.ts'
import { cut, damages, randomPage } from '../support/damages.ts'
import type { Damage } from '../support/damages.ts'
import { filledFiles } from '../support/data-folder.ts'

const draw = createDraw('pages at random')

describe('a damaged file', () => {
  const moreDamages: readonly Damage[] = [
    ...damages,
    ['a short text', () => Buffer.from('no\n')],
    ...[1, 100, 319, 320, 4095, 4097, 8191, 8192, 12_288, 40_000].map(cut),
    ['cut by one page', (bytes) => bytes.subarray(0, -4096)],
    ['cut by one byte', (bytes) => bytes.subarray(0, -1)],
    ...[0, 4096].flatMap((at): Damage[] => [
      [`zeros at ${at}`, (bytes) => bytes.fill(0, at, at + 4096)],
      [`random bytes at ${at}`, (bytes) => bytes.fill(randomPage, at, at + 4096)],
      [`another magic number at ${at}`, (bytes) => bytes.fill(1, at + 24, at + 28)],
      [`another version at ${at}`, (bytes) => bytes.fill(1, at + 28, at + 32)],
      [`another page size at ${at}`, (bytes) => bytes.fill(32, at + 49, at + 50)],
      [`a page size of nothing at ${at}`, (bytes) => bytes.fill(0, at + 48, at + 52)],
    ]),
  ]

  test('is told from a good one', () => {
    const bytes = filledFiles().get('live.mdb') ?? Buffer.alloc(0)
    assert.equal(faultOf(bytes), undefined)
    assert.equal(faultOf(Buffer.concat([bytes, Buffer.alloc(10_000)])), undefined)
    for (const [name, damage] of moreDamages) {
      assert.notEqual(faultOf(damage(Buffer.from(bytes))), undefined, name)
    }
  })

  test('that is cut short is told whichever of its pages are damaged besides', () => {
    const bytes = filledFiles().get('live.mdb') ?? Buffer.alloc(0)
    for (let tried = 0; tried < 300; tried++) {
      const damaged = Buffer.from(bytes.subarray(0, -4096))
      const at = 8192 + 4096 * draw(damaged.length / 4096 - 2)
      for (let index = draw(40); index >= 0; index--) damaged[at + draw(100)] = draw(256)
      assert.notEqual(faultOf(damaged), undefined)
    }
  })
})

function faultOf(bytes: Buffer): string | undefined {
  return findFault(bytes.length, (start, length) => {
    return Buffer.concat([bytes.subarray(start, start + length), Buffer.alloc(length)], length)
  })
}
