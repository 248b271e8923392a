import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Mapping } from '../../lib/engine/mapping.ts'
import { characterTable, turkishLetters } from '../../lib/engine/mapping-data.ts'

type Table = Readonly<Record<string, string | readonly string[]>>

describe('characterTable', () => {
  const rows: ReadonlyArray<readonly [title: string, table: Table, expected: Table]> = [
    ['a single code point', { a: 'x' }, { a: 'x' }],
    ['a single code point and a longer text', { a: 'xyz' }, { a: 'xyz' }],
    ['a single code point and an empty text', { a: '' }, { a: '' }],
    ['a single code point outside of the BMP', { '𝐚': '𝐛' }, { '𝐚': '𝐛' }],
    ['a run, code point by code point', { abc: 'x𝐲z' }, { a: 'x', b: '𝐲', c: 'z' }],
    ['a run, cluster by cluster', { ab: 'x\u0301y\ufe0e' }, { a: 'x\u0301', b: 'y\ufe0e' }],
    ['a run and a list', { abc: ['x', '', 'zz'] }, { a: 'x', b: '', c: 'zz' }],
    ['a run of marks, one by one', { ab: '\u0301\u0302' }, { a: '\u0301', b: '\u0302' }],
    ['a run that contains a hyphen', { 'a-': 'xy' }, { a: 'x', '-': 'y' }],
    ['a run of four with a hyphen', { 'a-bc': 'wxyz' }, { a: 'w', '-': 'x', b: 'y', c: 'z' }],
    ['a hyphen alone', { '-': 'x' }, { '-': 'x' }],
    ['a range', { 'a-c': 'xyz' }, { a: 'x', b: 'y', c: 'z' }],
    ['a range and a list', { 'a-b': ['x', 'yy'] }, { a: 'x', b: 'yy' }],
    ['a range outside of the BMP', { '😀-😂': 'xyz' }, { '😀': 'x', '😁': 'y', '😂': 'z' }],
    ['a range from a hyphen', { '--/': 'xyz' }, { '-': 'x', '.': 'y', '/': 'z' }],
    ['a range and a range', { 'a-d': 'w-z' }, { a: 'w', b: 'x', c: 'y', d: 'z' }],
    ['a run and a range', { abdc: '𝐰-𝐳' }, { a: '𝐰', b: '𝐱', d: '𝐲', c: '𝐳' }],
    ['a range of three and a hyphen', { 'a-c': 'x-z' }, { a: 'x', b: '-', c: 'z' }],
    ['several rows', { a: 'x', bc: 'yz' }, { a: 'x', b: 'y', c: 'z' }],
    ['a table without rows', {}, {}],
  ]
  for (const [title, table, expected] of rows) {
    test(`accepts ${title}`, () => {
      assert.deepEqual(Object.fromEntries(characterTable(table, 'here')), expected)
    })
  }

  const faults: ReadonlyArray<readonly [title: string, table: Table, message: string]> = [
    ['an empty row', { '': 'x' }, '"" names no code point'],
    ['a lone surrogate', { 'a\ud800': 'xy' }, 'a key holds a lone surrogate'],
    ['a backwards range', { 'c-a': 'xyz' }, '"c-a" is no range: its end comes before its start'],
    ['a range of one', { 'a-a': 'x' }, '"a-a" is no range: its end comes before its start'],
    ['too few texts', { abc: 'xy' }, '"abc" is 3 code points and needs a text for each; it has 2'],
    ['too many texts', { 'a-b': 'xyz' }, '"a-b" is 2 code points and needs a text for each; it has 3'],
    ['a longer range', { 'a-d': 'v-z' }, '"a-d" is 4 code points and needs a text for each; it has 5'],
    ['a backwards text', { 'a-d': 'z-w' }, '"a-d" is 4 code points and needs a text for each; it has 3'],
    ['too short a list', { ab: ['x'] }, '"ab" is 2 code points and needs a text for each; it has 1'],
    ['too long a list', { a: ['x', 'y'] }, '"a" is 1 code points and needs a text for each; it has 2'],
    ['a key twice in a row', { aa: 'xy' }, '"aa" maps U+0061 a second time'],
    ['a key twice in two rows', { 'a-c': 'xyz', '𝐚b': 'pq' }, '"𝐚b" maps U+0062 a second time'],
    ['a key that maps to itself', { abc: 'xbz' }, '"abc" maps U+0062 to itself; leave it out'],
    ['a key of five digits', { '𝐚': '𝐚' }, '"𝐚" maps U+1D41A to itself; leave it out'],
  ]
  for (const [title, table, message] of faults) {
    test(`refuses ${title}`, () => {
      assert.throws(() => characterTable(table, 'here'), { message: `here: ${message}` })
    })
  }
})

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
