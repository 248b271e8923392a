import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { invert } from '../../lib/engine/decoding/code-table.ts'
import { isOwnInverse } from '../../lib/engine/decoding/decoders.ts'
import { readUtf8, shownCharacter } from '../../lib/engine/decoding/shown-characters.ts'
import { Mapping } from '../../lib/engine/mapping.ts'
import { noObjects, noTexts, takesAnyText, takesText } from '../support/faults.ts'
import { describeFields } from '../support/operation-tests.ts'
import { compileDecoder, readOperations } from '../support/operations.ts'
import type { OperationFields } from '../support/operations.ts'

describeFields({ type: 'decode', generator: 'morse' }, [
  ['generator', noTexts, takesText],
  ['signs', noObjects.slice(1), 'takes an object'],
  ['signs', [{ '•': 1 }], `["•"] ${takesAnyText}`],
  ['codes', noObjects.slice(1), 'takes an object'],
  ['codes', [{ '.-': '' }, { '.-': 1 }], `[".-"] ${takesText}`],
  ['codes', [{ '': 'A' }], `: a name ${takesText}`],
])

const letters = { type: 'map', characters: { A: '.-', B: '-...', E: '.', ' ': '/' }, caseFallback: true }
const apart = { type: 'between', units: 'clusters', where: 'all', texts: [' '] }

describe('decode', () => {
  const rows: ReadonlyArray<readonly [title: string, read: (text: string) => string, from: string, to: string]> = [
    ['takes its signs from others', compileDecoder([letters, apart], { signs: { '•': '.' } }), '•- •', 'AE'],
    ['knows further codes', compileDecoder([letters, apart], { codes: { '..-..': 'É' } }), '. ..-..', 'EÉ'],
    ['keeps accents', compileDecoder([letters, apart]), '.\u0301', 'É'],
    ['undoes the last operation first', compileDecoder([
      { type: 'map', characters: { a: 'x' } },
      { type: 'reverse', units: 'clusters' },
      { type: 'map', characters: { x: 'z' } },
    ]), 'bz', 'ab'],
    ['reads numbers', compileDecoder([{ type: 'numerals' }]), 'Ⅳ', '4'],
    ['takes the longest code', compileDecoder([
      { type: 'map', characters: { a: '1', b: '12', c: '123' } },
    ]), '123121', 'cba'],
  ]
  for (const [title, read, from, to] of rows) {
    test(title, () => assert.equal(read(from), to))
  }

  const others: readonly OperationFields[] = [
    { type: 'case', to: 'upper' },
    { type: 'between', units: 'words', texts: ['*'] },
    { type: 'between', units: 'clusters', where: 'all', texts: ['*', '+'] },
    { type: 'box', corners: '┌┐└┘', horizontal: '─', vertical: '│' },
  ]
  for (const other of others) {
    test(`refuses ${JSON.stringify(other)}`, () => {
      assert.throws(() => compileDecoder([letters, other]), /"code" is no generator whose texts can be/)
    })
  }

  test('refuses separators and signs without a table', () => {
    assert.throws(() => compileDecoder([apart]), /can be read back/)
  })
})

describe('a table read backwards', () => {
  const table = (characters: Readonly<Record<string, string>>): Mapping =>
    new Mapping({ characters: new Map(Object.entries(characters)) })

  test('has the first of several characters, in the case that the table names', () => {
    const upper = invert(table({ A: '1', I: '2', i: '2', İ: '3', B: '4', C: '4' }), 'tr', [])
    assert.deepEqual([...upper.characters], [['1', 'A'], ['2', 'I'], ['3', 'İ'], ['4', 'B']])
    const lower = invert(table({ a: '1', A: '1', B: '2', b: '2' }), 'en', [])
    assert.deepEqual([...lower.characters.values()], ['a', 'b'])
  })

  test('has the opening sign where a word begins, unless a straight one goes for both', () => {
    const paired = invert(table({ '?': '1', '¿': '1', '(': '2', ')': '2' }), 'es', [])
    assert.deepEqual([...paired.characters.values()], ['?', ')'])
    assert.deepEqual([...paired.openings.values()], ['¿', '('])
    assert.equal(invert(table({ '"': '1', '«': '1', '»': '1' }), 'es', []).openings.size, 0)
  })
})

test('isOwnInverse tells what is undone by doing it again', () => {
  const map = (characters: object): ReturnType<typeof readOperations> =>
    readOperations({ type: 'map', characters })
  assert.ok(isOwnInverse(map({ ab: 'ba' })))
  assert.ok(!isOwnInverse(map({ abc: 'bca' })))
  assert.ok(!isOwnInverse(map({ é: 'è' })))
  assert.ok(!isOwnInverse(readOperations({ type: 'reverse', units: 'words' })))
})

describe('what a text gets of numbers', () => {
  test('is no control, surrogate or noncharacter, and nothing beyond U+10FFFF', () => {
    const refused = [0, 8, 0x0b, 0x1b, 0x7f, 0x9f, 0xd800, 0xdfff, 0xfdd0, 0xfffe, 0x1ffff]
    for (const point of [...refused, 0x110000, -1, 0.5, NaN]) {
      assert.equal(shownCharacter(point), undefined, String(point))
    }
    const given = [9, 10, 13, 0x20, 0xa0, 0xfeff, 0xfffd, 0xe000, 0x1f600, 0x10fffd]
    for (const point of given) assert.equal(shownCharacter(point), String.fromCodePoint(point))
  })

  test('is read of well-formed UTF-8 alone', () => {
    const read = (...bytes: readonly number[]): string | undefined =>
      readUtf8((index) => bytes[index], 0)?.text
    assert.equal(read(0xf0, 0x9f, 0x98, 0x80), '😀')
    const faults = [[0x80], [0xc0, 0x80], [0xe0, 0x80, 0x80], [0xed, 0xa0, 0x80], [0xf5], [0xf4, 0x90, 0x80, 0x80]]
    for (const bytes of [...faults, [0xc3], [0xc3, 0x41], [300], [NaN]]) {
      assert.equal(read(...bytes), undefined, bytes.join())
    }
  })
})
