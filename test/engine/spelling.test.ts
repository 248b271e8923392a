import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { countEdits, slugify } from '../../lib/engine/spelling.ts'
import { rounds } from '../support/rounds.ts'
import { createRandom, randomText } from '../support/texts.ts'

describe('slugify', () => {
  const rows: Array<[text: string, address: string]> = [
    ['Barré d’un trait ondulé', 'barre-d-un-trait-ondule'],
    ['Ñandú, ¿sí?', 'nandu-si'],
    ['Çığır: ŞEKİLLİ ışık', 'cigir-sekilli-isik'],
    ['Cœur, Œuf, æ, ß, Ø, ł', 'coeur-oeuf-ae-ss-o-l'],
    ['e\u0301\u0302 𝐛 — A1Z26', 'e-a1z26'],
    ['--', ''],
    ['', ''],
  ]
  for (const [text, address] of rows) {
    test(`of ${JSON.stringify(text)} is ${JSON.stringify(address)}`, () => {
      assert.equal(slugify(text), address)
      assert.equal(slugify(address), address)
    })
  }
})

const letters = ['a', 'b', 'e', 'n', 's', '-']

describe('countEdits', () => {
  test('agrees with the definition up to its limit', () => {
    const draw = createRandom(0xed175)
    for (let round = 0; round < rounds(3_000); round++) {
      const [one, other] = [randomText(draw, draw(9), letters), randomText(draw, draw(9), letters)]
      const expected = editsByDefinition(one, other)
      for (const most of [0, 1, 2, 3, 9]) {
        const edits = countEdits(one, other, most)
        if (expected <= most) assert.equal(edits, expected, `${one} ${other} ${most}`)
        else assert.ok(edits > most, `${one} ${other} ${most}`)
      }
    }
  })
})

/** Computes the optimal string alignment distance by its definition, without a bound. */
function editsByDefinition(one: string, other: string): number {
  const known = new Map<string, number>()
  const edits = (i: number, j: number): number => {
    if (i === 0 || j === 0) return i + j
    const key = `${i} ${j}`
    const before = known.get(key)
    if (before !== undefined) return before
    const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
    const count = Math.min(
      edits(i - 1, j) + 1,
      edits(i, j - 1) + 1,
      edits(i - 1, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1),
      isSwap ? edits(i - 2, j - 2) + 1 : Infinity,
    )
    known.set(key, count)
    return count
  }
  return edits(one.length, other.length)
}
