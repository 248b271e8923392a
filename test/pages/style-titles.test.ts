import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { characterRows } from '../../lib/pages/facts/letters.ts'
import { createTexts } from '../../lib/pages/page-texts.ts'
import { descriptionOf, titleOf } from '../../lib/pages/style-titles.ts'
import { loadShipped } from '../support/shared-catalogue.ts'

const { catalogue, words } = loadShipped()
const texts = createTexts('en', words.texts('en'))
const morse = catalogue.get('morse') ?? assert.fail('no style')

/** A style with this name, which makes this of any text. */
const styleOf = (name: string, styled = '*', aliases: readonly string[] = []) => {
  const entry = () => ({ ...morse.entry('en'), name, aliases })
  return Object.create(morse, { entry: { value: entry }, transform: { value: () => styled } })
}

describe('titles and descriptions', () => {
  test('take the first text that fits, also one that fits exactly', () => {
    for (let length = 1; length < 70; length++) {
      const name = '𝐚'.repeat(length)
      const both = [texts.text('title-code', { name }), texts.text('title-short', { name })]
      const expected = both.find((one) => [...one].length <= 62) ?? name
      assert.equal(titleOf(styleOf(name), 'code', texts), expected)
    }
  })

  test('have other names that say more than the name', () => {
    const style = styleOf('Morse code decoder', '*', ['decode morse', 'morse code', 'translate morse'])
    const expected = texts.text('title-decoder', { name: 'Morse code decoder, translate morse' })
    assert.equal(titleOf(style, 'decoder', texts), expected)
  })

  test('say what becomes of an accented letter as far as it fits', () => {
    const lengths = new Set<number>()
    for (let length = 1; length < 160; length++) {
      const about = '𝐚'.repeat(length)
      const found = descriptionOf(styleOf('x'), 'usual', about, texts)
      lengths.add([...found].length)
      const own = texts.text('description-about', { name: 'x', about })
      const accents = texts.text('description-accents', { letter: 'é', styled: '*' })
      const all = [`${own} ${accents}`, own, `usual ${accents}`]
      assert.equal(found, all.find((one) => [...one].length <= 155))
    }
    assert.ok(lengths.has(155))
    const isShown = (styled: string): boolean =>
      descriptionOf(styleOf('x', styled), 'usual', 'about', texts).includes(styled)
    assert.deepEqual(['*'.repeat(30), '*'.repeat(31), 'a\nb'].map(isShown), [true, false, false])
  })
})

test('a table of other characters has 40 at most, and says whether these are all', () => {
  for (const count of [1, 40, 41, 200]) {
    const points = Array.from({ length: count }, (_, at) => String.fromCodePoint(0x2_0000 + at))
    const characters = {
      get: () => 'x',
      has: () => true,
      toJSON: () => ({}),
      * [Symbol.iterator]() {
        for (const point of points) yield [point, 'x'] as const
      },
    }
    const { rows, areAll } = characterRows(characters, { language: 'en', groups: new Map(), all: [] })
    assert.deepEqual([rows.length, areAll], [Math.min(count, 40), count <= 40])
  }
})
