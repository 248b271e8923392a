import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mayShowBoxes } from '../../lib/engine/drawn-apart.ts'
import { pointsBetween } from '../../lib/engine/text.ts'
import { findBox } from '../support/boxes.ts'
import { show } from '../support/texts.ts'

describe('a text is drawn apart', () => {
  const rows: Array<[title: string, text: string, isApart: boolean]> = [
    ['by an accent on a mathematical letter', 'a𝐨\u0301', true],
    ['by an accent on a circled letter', 'ⓞ\u0301', true],
    ['by an accent after a variation selector', '🅾\ufe0e\u0308', true],
    ['by an accent on a letter of another script', 'ค\u0301', true],
    ['by a mark of symbols on a letter', 'o\u20dd', true],
    ['by such a mark after an accent', 'o\u0301\u20dd', true],
    ['not by an accent on Latin, Greek or Cyrillic', 'o\u0301ѵ\u0308ᾳ\u0304ɔ\u0336', false],
    ['not by a letter of a script with its own mark', 'ก\u0e31क\u093f', false],
    ['not without marks', 'ⓞ𝐨é🅾\ufe0e', false],
    ['not by a mark without a letter', '\u0301', false],
  ]
  for (const [title, text, isApart] of rows) {
    test(title, () => assert.equal(mayShowBoxes(text), isApart, show(text)))
  }

  test('wherever the fonts of Noto have no mark of symbols for a letter', () => {
    const marks = pointsBetween(0x20d0, 0x20f0)
    for (const mark of marks) {
      for (const letter of 'oжωZ1') {
        assert.equal(mayShowBoxes(letter + mark), findBox(letter + mark) !== undefined, show(mark))
      }
      for (const sign of 'ⓞ𝐨𝔬★→कあ한') {
        const isBox = findBox(sign + mark) !== undefined
        assert.ok(mayShowBoxes(sign + mark) || !isBox, `${sign} ${show(mark)}`)
      }
    }
  })
})
