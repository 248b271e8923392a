import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { DataError, fieldsOf } from '../../lib/engine/fields.ts'
import { Mapping } from '../../lib/engine/mapping.ts'
import { characterTable, mappingFields } from '../../lib/engine/mapping-data.ts'
import type { MappingData } from '../../lib/engine/mapping-data.ts'
import { assignedBmp, show } from '../support/texts.ts'

type Rules = Partial<Omit<MappingData, 'characters'>>

function compile(table: Readonly<Record<string, unknown>>, rules: Rules = {}): Mapping {
  return new Mapping({ characters: characterTable(table, 'characters'), ...rules })
}

describe('a mapping', () => {
  type Table = Readonly<Record<string, unknown>>
  const caseFallback = true
  const letters = { aeio: '𝐚𝐞𝐢𝐨', s: '𝐬', A: '𝐀' }
  const [keep, drop] = [{ accents: 'keep' }, { accents: 'drop' }] as const
  const strip = { accents: 'strip' } as const
  const complete = { complete: true }
  const rows: Array<[title: string, table: Table, rules: Rules, input: string, output: string]> = [
    ['copies characters without a key', { a: 'xx', '😀': '' }, {}, 'ba😀\r\n\0a', 'bxx\r\n\0xx'],
    ['copies lone surrogates', { '😀': '' }, {}, 'b\ud83d😀a\ude00', 'b\ud83da\ude00'],
    ['does not map its own output', { ab: 'ba' }, {}, 'abba', 'baab'],
    ['keeps marks on a mapped base', { a: '𝐚' }, keep, 'áậÁ', '𝐚\u0301𝐚\u0323\u0302Á'],
    ['composes a base again with its marks', { a: 'e' }, keep, 'á', 'é'],
    ['replaces a mark on an unmapped base', { '\u0301': '\u0300' }, keep, 'á', 'à'],
    ['prefers the entry of an accented letter', { aá: 'xy' }, keep, 'á', 'y'],
    ['keeps marks on the other case', { A: '🄰' }, { caseFallback, ...keep }, 'á', '🄰\u0301'],
    ['drops marks, composed or not', { a: 'x' }, drop, 'áa\u0301ậa\u0323\u0302', 'xxxx'],
    ['drops no marks of other letters', { aá: 'xy' }, drop, 'áàbéй', 'yxbéй'],
    ['drops marks of all letters', { aá: 'xy' }, strip, 'áàbéё ж\u0301', 'yxbeе ж'],
    ['drops no marks that make another letter of Cyrillic', { a: 'x' }, strip, 'áйЙїЇўЎ й\u0301 ѝ', 'xйЙїЇўЎ й и'],
    ['has its table alone without a rule', { a: 'x' }, { accents: 'none' }, 'aá', 'xá'],
    ['spells out ı œ æ ß with its letters', letters, complete, 'ıœæß ø þ Æ', '𝐢𝐨𝐞𝐚𝐞𝐬𝐬 𝐨 þ Æ'],
    ['spells out no entry', { ...letters, œ: '!' }, { ...complete, caseFallback }, 'œŒæ', '!!𝐚𝐞'],
  ]
  for (const [title, table, rules, input, output] of rows) {
    test(title, () => {
      assert.equal(compile(table, rules).replaceIn(input), output)
    })
  }
})

describe('case fallback', () => {
  type Table = Readonly<Record<string, string>>
  const rows: Array<[title: string, table: Table, entries: Table]> = [
    ['gives a letter that of its other case', { Aé: 'xy' }, { A: 'x', a: 'x', é: 'y', É: 'y' }],
    ['keeps an entry', { Aa: 'xy' }, { A: 'x', a: 'y' }],
    ['does not map a letter to itself', { X: 'x' }, { X: 'x' }],
    ...['ı', 'İ', 'ſ', '\u212a', 'ß', 'ﬁ', 'ς', 'µ', 'ŉ', '1', '\u0301'].map(
      (key): [string, Table, Table] => [`leaves ${show(key)}`, { [key]: '!' }, { [key]: '!' }],
    ),
  ]
  for (const [title, table, entries] of rows) {
    test(title, () => {
      assert.deepEqual(Object.fromEntries(compile(table, { caseFallback: true })), entries)
    })
  }
})

describe('languages', () => {
  const file = { characters: { nN: 'xX', ñ: 'y' }, languages: { es: { ñÑ: 'zZ' }, tr: { n: 'q' } } }
  const mapping = new Mapping(fieldsOf(mappingFields)(file, 'it'))

  test('have entries of their own that replace the others', () => {
    const outputs = ['en', 'es', 'fr', 'tr'].map((language) => mapping.in(language).replaceIn('nNñÑ'))
    assert.deepEqual(outputs, ['xXyX\u0303', 'xXzZ', 'xXyX\u0303', 'qXyX\u0303'])
    assert.equal(mapping.in('fr'), mapping)
    assert.deepEqual(mapping.inAll(), [mapping, mapping.in('tr'), mapping.in('es')])
  })

  test('are refused with the path of the fault', () => {
    const read = (languages: unknown) => () => fieldsOf(mappingFields)({ ...file, languages }, 'it')
    assert.throws(read([]), new DataError('it.languages must be an object'))
    assert.throws(read({ es: { n: 'n' } }), /^Error: it\.languages\.es: "n" maps U\+006E to itself/)
  })
})

describe('replaceIn', () => {
  test('retains no more memory for a hostile text than for an ordinary one', () => {
    const mapping = compile({ a: 'b' }, { accents: 'keep' })
    setFlagsFromString('--expose-gc')
    const collect: () => void = runInNewContext('gc')
    const heapAfter = (first: number, count: number): number => {
      const points = Array.from({ length: count }, (_, index) => String.fromCodePoint(first + index))
      mapping.replaceIn(points.join(''))
      points.length = 0
      collect()
      return process.memoryUsage().heapUsed
    }
    const before = heapAfter(0x10000, 1_000)
    assert.ok(heapAfter(0x20000, 200_000) - before < 4_000_000)
  })
})

describe('the entries of a mapping', () => {
  const rules = [
    ['keep', { 'a-c': 'xyz', é: 'q', '\u0301': '\u0300' }],
    ['drop', { 'a-cé': 'xyzq', '\u0308': '!' }],
    ['strip', { 'a-cé': 'xyzq', '\u0308': '!' }],
  ] as const

  for (const [accents, table] of rules) {
    test(`are the same in the same order whatever was looked up before: ${accents}`, () => {
      const fresh = [...compile(table, { accents, caseFallback: true })]
      const used = compile(table, { accents, caseFallback: true })
      used.replaceIn('ủç\u0323ǎ ÉéÄ'.repeat(100))
      for (const point of ['\u0327', 'ž', 'Ậ', 'z', '漢', 'ã']) used.get(point)
      assert.deepEqual([...used], fresh)
      assert.deepEqual(Object.entries(used.toJSON()), fresh)
      for (const [key, text] of fresh) assert.equal(used.get(key), text, show(key))
      assert.equal(new Set(fresh.map(([key]) => key)).size, fresh.length)
    })
  }

  test('are those of the table, letters by code point, and marks after their first letter', () => {
    const entries = [...compile({ o: 'x' }, { accents: 'drop' })].map(([key]) => key)
    assert.deepEqual(entries.slice(0, 9), [
      ...['o', 'ò', '\u0300', 'ó', '\u0301', 'ô', '\u0302', 'õ', '\u0303'],
    ])
    const kept = [...compile({ 'o-p': 'xy' }, { accents: 'keep' })].map(([key]) => key)
    assert.deepEqual(kept.slice(0, 5), ['o', 'p', 'ò', 'ó', 'ô'])
  })

  test('are exactly the characters that are mapped', () => {
    for (const [accents, table] of rules) {
      const mapping = compile(table, { accents })
      const keys = new Set([...mapping].map(([key]) => key))
      for (const point of assignedBmp) assert.equal(mapping.has(point), keys.has(point), show(point))
    }
  })
})

describe('complete', () => {
  test('leaves ı in Turkish where the style has an i of its own', () => {
    const rules = { complete: true, accents: 'keep' } as const
    assert.equal(compile({ Ii: 'Ｉｉ' }, rules).in('tr').replaceIn('ıiI'), 'ıｉＩ')
    const capitals = compile({ I: '🄸' }, { ...rules, caseFallback: true }).in('tr')
    assert.equal(capitals.replaceIn('ıiI'), '🄸🄸\u0307🄸')
  })

  test('exists for each mapping, and completing it again returns it', () => {
    const { completed } = compile({ i: 'ı', s: '5' })
    assert.equal(completed.replaceIn('iıß'), 'ıı55')
    assert.equal(completed.completed, completed)
  })
})

describe('in', () => {
  const letters = { 'a-e': ['𝐚', 'ɓ', 'с', '𝐝', '\uff45'], ñ: 'n\u20dd', œ: 'ⓞ\u0301', ß: '🆂🆂' }

  test('styled is the mapping itself', () => {
    const mapping = compile(letters)
    assert.equal(mapping.in('en', 'styled'), mapping)
  })

  test('plain has no accented letter that may be drawn as a box', () => {
    const plain = compile(letters, { accents: 'keep' }).in('en', 'plain')
    assert.equal(plain.replaceIn('abcde áďê ñœ çß'), '𝐚ɓс𝐝\uff45 áďê ñœ с\u0327🆂🆂')
    assert.deepEqual(['á', 'ñ', 'œ'].filter((key) => plain.has(key)), [])
    assert.equal([...plain].some(([key]) => 'áñœ'.includes(key)), false)
  })

  test('plain keeps the other rules, and is made once', () => {
    const mapping = compile(letters, { accents: 'keep', caseFallback: true, complete: true })
    const plain = mapping.in('en', 'plain')
    assert.equal(plain.replaceIn('ÁÇÆ'), 'Áс\u0327𝐚\uff45')
    assert.equal(plain.in('en', 'plain'), plain)
    assert.equal(mapping.in('en', 'plain'), plain)
  })
})
