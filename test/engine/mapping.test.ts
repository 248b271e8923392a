import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  applyMapping,
  compileMapping,
  expandCharacters,
  precomposedLetters,
} from '../../lib/engine/mapping.ts'
import type { AccentRule, Mapping } from '../../lib/engine/mapping.ts'
import { createDraw } from '../../lib/engine/seeded-random.ts'
import { assignedBmp, show } from '../support/texts.ts'

interface Rules {
  readonly caseFallback?: boolean
  readonly accents?: AccentRule
}

type Table = Readonly<Record<string, string | readonly string[]>>

function compile(table: Table, { caseFallback = false, accents = 'none' }: Rules = {}): Mapping {
  return compileMapping({ characters: expandCharacters(table), caseFallback, accents })
}

describe('expandCharacters', () => {
  const rows: ReadonlyArray<readonly [title: string, table: Table, expected: Table]> = [
    ['a single code point', { a: 'x' }, { a: 'x' }],
    ['a single code point and a longer text', { a: 'xyz' }, { a: 'xyz' }],
    ['a single code point and an empty text', { a: '' }, { a: '' }],
    ['a single code point outside of the BMP', { '𝐚': '𝐛' }, { '𝐚': '𝐛' }],
    ['a run, code point by code point', { abc: 'x𝐲z' }, { a: 'x', b: '𝐲', c: 'z' }],
    ['a run, cluster by cluster', { ab: 'x\u0301y\ufe0e' }, { a: 'x\u0301', b: 'y\ufe0e' }],
    ['a run and a list', { abc: ['x', '', 'zz'] }, { a: 'x', b: '', c: 'zz' }],
    ['a run of marks, one by one', { ab: '\u0301\u0302' }, { a: '\u0301', b: '\u0302' }],
    ['a run that holds a hyphen', { 'a-': 'xy' }, { a: 'x', '-': 'y' }],
    ['a run of four with a hyphen', { 'a-bc': 'wxyz' }, { a: 'w', '-': 'x', b: 'y', c: 'z' }],
    ['a hyphen alone', { '-': 'x' }, { '-': 'x' }],
    ['a range', { 'a-c': 'xyz' }, { a: 'x', b: 'y', c: 'z' }],
    ['a range and a list', { 'a-b': ['x', 'yy'] }, { a: 'x', b: 'yy' }],
    ['a range outside of the BMP', { '😀-😂': 'xyz' }, { '😀': 'x', '😁': 'y', '😂': 'z' }],
    ['a range from a hyphen', { '--/': 'xyz' }, { '-': 'x', '.': 'y', '/': 'z' }],
    ['several rows', { a: 'x', bc: 'yz' }, { a: 'x', b: 'y', c: 'z' }],
    ['no row', {}, {}],
  ]
  for (const [title, table, expected] of rows) {
    test(`takes ${title}`, () => {
      assert.deepEqual(Object.fromEntries(expandCharacters(table)), expected)
    })
  }

  const faults: ReadonlyArray<readonly [title: string, table: Table, message: string]> = [
    ['an empty row', { '': 'x' }, '"" names no code point'],
    ['a lone surrogate', { 'a\ud800': 'xy' }, 'a key holds a lone surrogate'],
    ['a range backwards', { 'c-a': 'xyz' }, '"c-a" is no range: its end comes before its start'],
    ['a range of one', { 'a-a': 'x' }, '"a-a" is no range: its end comes before its start'],
    ['too few texts', { abc: 'xy' }, '"abc" has 2 texts and takes 3, one a key'],
    ['too many texts', { 'a-b': 'xyz' }, '"a-b" has 3 texts and takes 2, one a key'],
    ['a list too short', { ab: ['x'] }, '"ab" has 1 texts and takes 2, one a key'],
    ['a list too long', { a: ['x', 'y'] }, '"a" has 2 texts and takes 1, one a key'],
    ['a key twice in a row', { aa: 'xy' }, '"aa" maps U+0061 a second time'],
    ['a key twice in two rows', { 'a-c': 'xyz', '𝐚b': 'pq' }, '"𝐚b" maps U+0062 a second time'],
    ['a key that maps to itself', { abc: 'xbz' }, '"abc" maps U+0062 to itself; leave it out'],
    ['a key of five digits', { '𝐚': '𝐚' }, '"𝐚" maps U+1D41A to itself; leave it out'],
  ]
  for (const [title, table, message] of faults) {
    test(`refuses ${title}`, () => assert.throws(() => expandCharacters(table), { message }))
  }
})

describe('case fallback', () => {
  test('gives a letter the entry of its other case, either way', () => {
    const mapping = compile({ Aé: 'xy' }, { caseFallback: true })
    assert.deepEqual(Object.fromEntries(mapping), { A: 'x', a: 'x', é: 'y', É: 'y' })
  })

  test('does not replace an entry', () => {
    assert.deepEqual(
      Object.fromEntries(compile({ Aa: 'xy' }, { caseFallback: true })),
      { A: 'x', a: 'y' },
    )
  })

  test('leaves letters alone whose case does not lead back', () => {
    for (const key of ['ı', 'İ', 'ſ', '\u212a', 'ß', 'ﬁ', 'ς', 'µ', 'ŉ', '1', '\u0301']) {
      assert.deepEqual(Object.fromEntries(compile({ [key]: '!' }, { caseFallback: true })), {
        [key]: '!',
      })
    }
  })

  test('does not map a letter to itself', () => {
    assert.deepEqual(Object.fromEntries(compile({ X: 'x' }, { caseFallback: true })), { X: 'x' })
  })
})

describe('accents', () => {
  test('keep: a precomposed letter becomes its mapped base with its marks', () => {
    const mapping = compile({ a: '𝐚' }, { accents: 'keep' })
    assert.equal(mapping.get('á'), '𝐚\u0301')
    assert.equal(mapping.get('ậ'), '𝐚\u0323\u0302')
    assert.equal(mapping.get('b́'), undefined)
    assert.equal(mapping.get('Á'), undefined)
  })

  test('keep: what composes again is composed', () => {
    assert.equal(compile({ a: 'e' }, { accents: 'keep' }).get('á'), 'é')
  })

  test('keep: a mapped mark alone is enough', () => {
    assert.equal(compile({ '\u0301': '\u0300' }, { accents: 'keep' }).get('á'), 'à')
  })

  test('keep: an entry of the table stays', () => {
    assert.equal(compile({ aá: 'xy' }, { accents: 'keep' }).get('á'), 'y')
  })

  test('keep: a letter that the fallback gives has accents too', () => {
    const mapping = compile({ A: '🄰' }, { caseFallback: true, accents: 'keep' })
    assert.equal(mapping.get('á'), '🄰\u0301')
  })

  test('drop: the base alone is left, of a precomposed letter and of a decomposed one', () => {
    const mapping = compile({ a: 'x' }, { accents: 'drop' })
    for (const text of ['á', 'a\u0301', 'ậ', 'a\u0323\u0302']) {
      assert.equal(applyMapping(mapping, text), 'x', show(text))
    }
  })

  test('drop: an entry of the table stays, and so do accents of letters without one', () => {
    const mapping = compile({ aá: 'xy' }, { accents: 'drop' })
    assert.equal(applyMapping(mapping, 'áàbéй'), 'yxbéй')
  })

  test('none: only the table counts', () => {
    assert.deepEqual([...compile({ a: 'x' }, { accents: 'none' })], [['a', 'x']])
  })

  for (const accents of ['keep', 'drop'] as const) {
    test(`${accents}: canonically equivalent forms of a mapped letter give the same`, () => {
      const latin = { 'a-z': '𝐚𝐛𝐜𝐝𝐞𝐟𝐠𝐡𝐢𝐣𝐤𝐥𝐦𝐧𝐨𝐩𝐪𝐫𝐬𝐭𝐮𝐯𝐰𝐱𝐲𝐳' }
      const table = { ...latin, 'α-ρ': '𝛂𝛃𝛄𝛅𝛆𝛇𝛈𝛉𝛊𝛋𝛌𝛍𝛎𝛏𝛐𝛑𝛒', ги: 'ru' }
      const mapping = compile(table, { caseFallback: true, accents })
      for (const letter of assignedBmp) {
        // What NFC does not keep, such as the Kelvin sign, is for the sender to normalise.
        if (!/\p{L}/u.test(letter) || letter.normalize('NFC') !== letter) continue
        const decomposed = letter.normalize('NFD')
        if (accents === 'drop' && !mapping.has([...decomposed][0] ?? '')) continue
        assert.equal(
          applyMapping(mapping, decomposed).normalize('NFC'),
          applyMapping(mapping, letter).normalize('NFC'),
          show(letter),
        )
      }
    })
  }

  test('precomposed letters are all those of Latin, Greek and Cyrillic, and no others', () => {
    const expected = assignedBmp.filter(
      (letter) =>
        /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(letter) &&
        /^\p{L}\p{M}+$/u.test(letter.normalize('NFD')) &&
        letter.normalize('NFC') === letter,
    )
    assert.deepEqual([...precomposedLetters().keys()], expected)
  })
})

describe('applyMapping', () => {
  test('copies what has no key, lone surrogates too', () => {
    const mapping = compile({ a: 'xx', '😀': '' })
    assert.equal(applyMapping(mapping, 'ba\ud83d😀\r\n\0a\ude00'), 'bxx\ud83d\r\n\0xx\ude00')
  })

  test('makes of a text of any length what it makes of its code points', () => {
    const long = 'x\u0301'.repeat(40)
    const mapping = compile({ a: [long], b: '', c: '𝐜', é: '\ufeff', '😀': 'é' }, { accents: 'keep' })
    const draw = createDraw('lengths')
    const points = ['a', 'b', 'c', 'z', 'é', 'ñ', '\ufeff', '😀', '😁', '\r\n', '\0', '漢']
    for (let length = 0; length < 1000; length += 1 + draw(9)) {
      const chosen = Array.from({ length }, () => points[draw(points.length)] ?? '')
      if (length % 7 === 0) chosen.push('\ud83d')
      const expected = chosen.map((point) => applyMapping(mapping, point)).join('')
      assert.equal(applyMapping(mapping, chosen.join('')), expected, `${length} code points`)
    }
  })

  test('does not map what it has put there', () => {
    assert.equal(applyMapping(compile({ ab: 'ba' }), 'abba'), 'baab')
  })
})
