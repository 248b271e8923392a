import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { invert } from '../../lib/engine/decoding/code-table.ts'
import { decodersOf, isOwnInverse } from '../../lib/engine/decoding/compile-inverse.ts'
import { readUtf8, shownCharacter } from '../../lib/engine/decoding/shown-characters.ts'
import { Mapping } from '../../lib/engine/mapping.ts'
import { noObjects, noTexts, takesAnyText, takesText } from '../support/faults.ts'
import { describeFields } from '../support/operation-tests.ts'
import {
  compileDecoder,
  describeTexts,
  readOperations,
} from '../support/operations.ts'
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

const codes = { '..-..': 'É', '.': 'X' }
const cipher = { type: 'map', characters: { a: 'x', e: 'z', 1: '2' }, languages: { tr: { ı: 'q' } } }
const cipherTwice: readonly OperationFields[] = [
  { type: 'map', characters: { a: 'x' } },
  { type: 'reverse', units: 'clusters' },
  { type: 'map', characters: { x: 'z' } },
]

describeTexts('decode', compileDecoder([letters, apart], { signs: { '•': '.' }, codes }), [
  ['takes its signs from others', '•- -•••', 'AB'],
  ['knows further codes, and other texts for some', '. ..-.. •', 'XÉX'],
  ['keeps accents', '.-\u0301', 'Á'],
])
describeTexts('decode of a cipher', compileDecoder([cipher]), [
  ['keeps accents', 'x\u0301ź', 'áé'],
  ['leaves emoji', '2 2\ufe0f\u20e3', '1 2\ufe0f\u20e3'],
  ['reads what a language has', 'xq', 'aq'],
  ['reads it in that language alone', 'xq', 'aı', 'tr'],
])
describeTexts('decode of several operations', compileDecoder(cipherTwice), [
  ['undoes the last one first', 'bz', 'ab'],
])

describe('decode', () => {
  const run = { type: 'run', members: 'digits', before: '#', stop: { followers: 'a', text: '' } }
  const unreadable: ReadonlyArray<readonly OperationFields[]> = [
    [letters, { type: 'case', to: 'upper' }],
    [letters, { type: 'between', units: 'words', texts: ['*'] }],
    [letters, { type: 'between', units: 'clusters', where: 'all', texts: ['*', '+'] }],
    [letters, { type: 'between', units: 'clusters', where: 'all', texts: ['*'] }],
    [letters, { type: 'between', units: 'clusters', where: 'mapped', texts: [' '] }],
    [letters, { type: 'box', corners: '┌┐└┘', horizontal: '─', vertical: '│' }],
    // Separators and signs without a table, or both.
    [apart],
    [run],
    [letters, run, apart],
    [letters, apart, apart],
    // Whatever comes between a table and its separators takes codes for text.
    [letters, { type: 'reverse', units: 'clusters' }, apart],
  ]
  for (const operations of unreadable) {
    test(`refuses ${operations.map((one) => JSON.stringify(one)).join()}`, () => {
      assert.throws(() => compileDecoder(operations), /"code" is no generator whose texts can be/)
    })
  }
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

test('decodersOf names the first that reads the texts of each', () => {
  const decode = readOperations({ type: 'decode', generator: 'code' })
  const decoders = decodersOf(new Map(['one', 'other'].map((slug) => [slug, { operations: decode }])))
  assert.deepEqual([...decoders], [['code', 'one']])
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
    const faults = [[0x80], [0xc0, 0x80], [0xe0, 0x81, 0x81], [0xf0, 0x80, 0x81, 0x81], [0xed, 0xa0, 0x80], [0xf5], [0xf4, 0x90, 0x80, 0x80]]
    for (const bytes of [...faults, [0xc3], [0xc3, 0x41], [300], [NaN]]) {
      assert.equal(read(...bytes), undefined, bytes.join())
    }
  })
})
