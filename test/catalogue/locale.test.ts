import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findSharedPages, placeholdersOf, readLocale } from '../../lib/catalogue/locale.ts'

const entry = { name: 'Bold', page: 'bold-text' }
const aliases = ['heavy', 'black letters']

describe('readLocale', () => {
  test('keeps entries, names of categories and texts', () => {
    const generators = { bold: { ...entry, aliases, note: 'Reads all.' }, 'x-2': { name: `Ünlü ${'𝐱'.repeat(35)}`, page: '2-x' } }
    const categories = { marked: 'Lines', other: 'Other' }
    const pages = { title: 'All {count} styles', 'a.b': 'x'.repeat(999) }
    const faults: string[] = []
    const locale = readLocale({ letters: 'ñÑ', generators, categories, pages }, faults)
    assert.deepEqual(faults, [])
    assert.deepEqual(locale.letters, ['ñ', 'Ñ'])
    assert.deepEqual(Object.fromEntries(locale.generators), {
      bold: { ...generators.bold, shift: '' },
      'x-2': { ...generators['x-2'], aliases: [], shift: '', note: '' },
    })
    assert.deepEqual(Object.fromEntries(locale.categories), categories)
    assert.deepEqual(Object.fromEntries(locale.pages), pages)
  })

  const long = 'x'.repeat(61)
  const pageRule = '.page must be lower-case ASCII letters, digits and single hyphens'
  const pages = ['Bold', 'a_b', 'a--b', '-a', 'a-', 'é', 'a/b', 'a b', 'a\n']
  const entryFaults: ReadonlyArray<readonly [title: string, entry: object, message: string]> = [
    ['an unknown field', { ...entry, title: 'x' }, ' has an unknown field "title"; known fields: name, page, aliases, shift, note'],
    ['no name', { page: 'x' }, '.name is missing; it must be a non-empty, well-formed text'],
    ['a name of 61 code points', { ...entry, name: long }, '.name must have at most 60 code points'],
    ...pages.map((page) => [`the page ${JSON.stringify(page)}`, { ...entry, page }, pageRule] as const),
    ['an empty alias list', { ...entry, aliases: [] }, '.aliases must be a list of at least 1'],
    ['a long alias', { ...entry, aliases: ['x', long] }, '.aliases[1] must have at most 60 code points'],
  ]
  const lettersRule = 'letters must be letters that are not among A to Z, each once'
  const faults: ReadonlyArray<readonly [title: string, value: unknown, message: string]> = [
    [
      'an unknown part',
      { bold: entry },
      'the file has an unknown field "bold"; known fields: letters, generators, categories, pages',
    ],
    ...['a', 'ññ', 'ñ ', '1', 'n\u0303'].map(
      (letters) => [`the letters ${letters}`, { letters }, lettersRule] as const,
    ),
    ['a part that is not an object', { pages: [] }, 'pages must be an object'],
    ['a number as a text', { pages: { 'a\nb': 1 } }, 'pages["a\\nb"] must be a non-empty, well-formed text'],
    ...entryFaults.map(
      ([title, bold, message]) => [title, { generators: { bold } }, `generators["bold"]${message}`] as const,
    ),
  ]
  for (const [title, value, message] of faults) {
    test(`reports ${title}, and leaves it out`, () => {
      const found: string[] = []
      const sound = { 'x-2': entry }
      const { generators } = Object(value)
      const parts = { ...Object(value), generators: { ...generators, ...sound } }
      const locale = readLocale(parts, found)
      assert.deepEqual(found, [message])
      assert.deepEqual([...locale.generators.keys()], ['x-2'])
      assert.deepEqual([...locale.categories, ...locale.pages, locale.letters], [undefined])
    })
  }

  test('throws for anything but an object', () => {
    for (const value of [[], null, 'a', 1]) {
      assert.throws(() => readLocale(value, []), /^Error: the file must be an object$/)
    }
  })
})

test('findSharedPages names the entries with the same address', () => {
  const generators = { bold: entry, heavy: { ...entry, name: 'Heavy' }, other: { ...entry, page: 'x' } }
  assert.deepEqual(findSharedPages(readLocale({ generators }, [])), [
    'generators["bold"].page and generators["heavy"].page are both "bold-text"; give one of them another',
  ])
})

describe('placeholdersOf', () => {
  test('finds each placeholder of a text once, sorted by name', () => {
    const rows: Array<[text: string, ...places: string[]]> = [
      ['none'],
      ['{b} {a_b} {b}', 'a_b', 'b'],
      ['{} {1} { a } {A} {a'],
    ]
    for (const [text, ...places] of rows) assert.deepEqual(placeholdersOf(text), places, text)
  })
})
