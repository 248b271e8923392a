import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isMapped, mapCell, mapText } from '../../lib/engine/cell-mapping.ts'
import { Mapping } from '../../lib/engine/mapping.ts'
import { emoji, show } from '../support/texts.ts'

const characters = new Map([...'aeé1♥❤👩'].map((point) => [point, `<${point}>`]))
const mapping = new Mapping({ characters, accents: 'keep' })

function map(source: string, text = source): string {
  const cell = { source, text }
  mapCell(cell, mapping)
  return cell.text
}

describe('mapCell', () => {
  test('maps what the cell has become, a letter with marks composed', () => {
    assert.equal(map('x', 'ab'), '<a>b')
    assert.equal(map('e\u0301'), '<é>')
    assert.equal(map('a\u0301'), '<a>\u0301')
  })

  test('leaves a cell as it is of which nothing is mapped, composed or not', () => {
    for (const text of ['x\u0301', 'ñ', 'n\u0303', '\u212b', '\ud83d', ' ']) {
      assert.equal(map(text), text, show(text))
    }
  })

  test('leaves emoji, whose parts are not meant as such', () => {
    for (const cluster of emoji) assert.equal(map(cluster), cluster, show(cluster))
    assert.equal(map('♥'), '<♥>')
  })
})

describe('mapText', () => {
  const accents = new Mapping({ characters: new Map([['é', '<é>'], ['o', '0'], ['1', '<1>']]), accents: 'none' })
  const rows = [
    ['maps a letter that was sent with marks as the composed one', 'e\u0301x', '<é>x'],
    ['leaves it as it was sent where the composed one has no text', 'o\u0301o', 'o\u03010'],
    ['keeps the order of marks that it does not compose', 'e\u0301\u035a', '<é>\u035a'],
    ['leaves keycaps', '1\ufe0f\u20e31\u20e3 1', '1\ufe0f\u20e31\u20e3 <1>'],
    ['maps a digit before another mark', '1\ufe0f1\u0301', '<1>\ufe0f<1>\u0301'],
    ['leaves stray marks', '\u0301o', '\u03010'],
  ] as const
  for (const [title, text, output] of rows) {
    test(title, () => assert.equal(mapText(text, accents), output, show(mapText(text, accents))))
  }
})

describe('isMapped', () => {
  test('tells whether one of the mappings changes the cell', () => {
    const none = new Mapping({ characters: new Map() })
    for (const [text, expected] of [['a', true], ['b', false], ['e\u0301', true], ['1️⃣', false]] as const) {
      assert.equal(isMapped({ source: text, text }, [none, mapping]), expected, show(text))
      assert.equal(isMapped({ source: text, text }, [none]), false)
    }
  })
})
