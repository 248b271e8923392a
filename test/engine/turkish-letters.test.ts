import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { characterTable, turkishLetters } from '../../lib/engine/mapping-data.ts'
import { Mapping } from '../../lib/engine/mapping.ts'

/** What i, ı, I and İ become, first in English, then in Turkish. */
function letters(table: Readonly<Record<string, string>>, rules: object): string[] {
  const mapping = new Mapping({ characters: characterTable(table, 'it'), accents: 'keep', ...rules })
  return ['en', 'tr'].map((language) =>
    [...'iıIİ'].map((letter) => mapping.in(language).get(letter) ?? letter).join(' '),
  )
}

describe('turkishLetters', () => {
  const caseFallback = true
  const rows: ReadonlyArray<readonly [string, Readonly<Record<string, string>>, object, string, string]> = [
    ['capitals alone: i is İ, and ı is I', { I: 'Ⓘ' }, { caseFallback }, 'Ⓘ ı Ⓘ Ⓘ\u0307', 'Ⓘ\u0307 Ⓘ Ⓘ Ⓘ\u0307'],
    ['small letters alone: I has no text', { i: 'ⓘ' }, { caseFallback }, 'ⓘ ı ⓘ ⓘ\u0307', 'ⓘ ı I ⓘ'],
    ['small letters and ı: I is ı', { iı: 'ⓘɪ' }, { caseFallback }, 'ⓘ ɪ ⓘ ⓘ\u0307', 'ⓘ ɪ ɪ ⓘ'],
    ['one text for i and ı: i has a dot', { iı: 'ɪɪ' }, { caseFallback }, 'ɪ ɪ ɪ ɪ\u0307', 'ɪ\u0307 ɪ ɪ ɪ\u0307'],
    ['both cases: nothing to do', { iI: 'ⓘⒾ' }, {}, 'ⓘ ı Ⓘ Ⓘ\u0307', 'ⓘ ı Ⓘ Ⓘ\u0307'],
    ['without accents: the dot is back', { I: 'x' }, { caseFallback, accents: 'drop' }, 'x ı x x', 'ẋ x x ẋ'],
    ['one text by name: kept apart, too', { iıIİ: 'ɪɪqq' }, {}, 'ɪ ɪ q q', 'ɪ\u0307 ɪ q q\u0307'],
    ['folding to i and I: nothing to do', { ıİ: 'iI' }, { accents: 'none' }, 'i i I I', 'i i I I'],
    ['complete: ı stays, as i has a text', { iI: 'ɨƗ' }, { complete: true }, 'ɨ ɨ Ɨ Ɨ\u0307', 'ɨ ı Ɨ Ɨ\u0307'],
  ]
  for (const [title, table, rules, english, turkish] of rows) {
    test(title, () => {
      assert.deepEqual(letters(table, rules), [english, turkish])
    })
  }

  test('returns only the letters that change', () => {
    const textOf = (letter: string): string | undefined => (letter === 'I' ? 'x' : undefined)
    assert.deepEqual([...turkishLetters(textOf, textOf, {})], [])
    assert.deepEqual([...turkishLetters(textOf, textOf, { caseFallback: true })], [['ı', 'x']])
  })
})
