import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DataError } from '../../lib/engine/fields.ts'
import {
  chooseLanguage,
  defaultLanguage,
  languages,
  readLocale,
} from '../../lib/catalogue/locale.ts'

const entry = { name: 'Bold', page: 'bold-text' }

describe('readLocale', () => {
  test('keeps slugs, names and pages', () => {
    const value = { bold: entry, 'x-2': { name: 'Ünlü 𝐱', page: '2-x' } }
    assert.deepEqual(Object.fromEntries(readLocale(value)), value)
  })

  const faults: ReadonlyArray<readonly [title: string, value: unknown, message: string]> = [
    ['a list', [], 'the file takes an object'],
    ['null', null, 'the file takes an object'],
    ['a text', 'bold', 'the file takes an object'],
    ['an entry that is no object', { bold: 'Bold' }, '"bold" takes an object'],
    [
      'an unknown field',
      { bold: { ...entry, title: 'x' } },
      '"bold" has an unknown field "title"; it takes name, page',
    ],
    [
      'no name',
      { bold: { page: 'x' } },
      '"bold".name takes a non-empty, well-formed text',
    ],
    [
      'an empty name',
      { bold: { ...entry, name: '' } },
      '"bold".name takes a non-empty, well-formed text',
    ],
    [
      'a name with a lone surrogate',
      { bold: { ...entry, name: '\ud83d' } },
      '"bold".name takes a non-empty, well-formed text',
    ],
    [
      'a name of 41 code points',
      { bold: { ...entry, name: '𝐱'.repeat(41) } },
      '"bold".name takes at most 40 code points',
    ],
    [
      'no page',
      { bold: { name: 'Bold' } },
      '"bold".page takes a non-empty, well-formed text',
    ],
    ...['Bold', 'a_b', 'a--b', '-a', 'a-', 'é', 'a/b', 'a b', 'a\n'].map(
      (page) =>
        [
          `the page ${JSON.stringify(page)}`,
          { bold: { ...entry, page } },
          '"bold".page takes lower-case ASCII letters, digits and single hyphens',
        ] as const,
    ),
    [
      'a page twice',
      { bold: entry, heavy: { ...entry, name: 'Heavy' } },
      '"heavy".page is that of "bold" already',
    ],
  ]
  for (const [title, value, message] of faults) {
    test(`refuses ${title}`, () => {
      assert.throws(
        () => readLocale(value),
        (error) => error instanceof DataError && error.message === message,
      )
    })
  }

  test('takes a name of 40 code points', () => {
    const name = '𝐱'.repeat(40)
    assert.equal(readLocale({ bold: { ...entry, name } }).get('bold')?.name, name)
  })
})

describe('chooseLanguage', () => {
  test('takes each language by its exact tag', () => {
    for (const language of languages) assert.equal(chooseLanguage(language), language)
  })

  test('takes everything else for the default', () => {
    for (const value of [undefined, '', 'ES', 'es-MX', ' es', 'xx', '__proto__', 'toString', '0']) {
      assert.equal(chooseLanguage(value), defaultLanguage)
    }
  })
})
