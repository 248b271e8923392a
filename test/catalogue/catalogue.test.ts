import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { loadCatalogue } from '../../lib/catalogue/catalogue.ts'
import { languages } from '../../lib/catalogue/locale.ts'
import { StartError } from '../../lib/start-error.ts'
import { change, copyData, generatorWith, removeEntry } from '../support/catalogue-copy.ts'
import { temporaryFolder } from '../support/folders.ts'

const good = { category: 'small', position: 1, operations: [{ type: 'restore' }] }

describe('a faulty catalogue', () => {
  const file = JSON.stringify(good)
  const locale = '{"generators":{"one":{"name":"One","page":"one"}}}'
  const cases: ReadonlyArray<
    readonly [title: string, files: Readonly<Record<string, string | undefined>>, message: RegExp]
  > = [
    ['a generator that is no JSON', { 'generators/one.json': '{' }, /one\.json: is not JSON: /],
    [
      'a generator with a wrong field',
      { 'generators/one.json': file.replace('1', '0') },
      /generators\/one\.json: position takes a whole number from 1 to 9999$/,
    ],
    [
      'a mapping of a generator that does not exist',
      { 'generators/one.json': file.replace('"restore"', '"map-like","generator":"two"') },
      /one\.json: "two" is no generator whose first operation is a map$/,
    ],
    [
      'a mapping of a generator that has none',
      { 'generators/one.json': file.replace('"restore"', '"cycle","mappings":["plain","one"]') },
      /one\.json: "one" is no generator whose first operation is a map$/,
    ],
    [
      'a choice of a generator that does not exist',
      { 'generators/one.json': file.replace('"restore"', '"choose","mappings":["plain","two"]') },
      /one\.json: "two" is no generator whose first operation is a map$/,
    ],
    [
      'a file called plain.json',
      { 'generators/plain.json': file },
      /plain\.json: take another name: "plain" stands for unchanged letters in mappings$/,
    ],
    ...['One', 'o_ne', 'one-', '.one', 'ö'].map(
      (slug) =>
        [
          `a file called ${slug}.json`,
          { [`generators/${slug}.json`]: file },
          /\.json: a file name takes lower-case ASCII letters, digits and single hyphens$/,
        ] as const,
    ),
    ['no generator', { 'generators/one.json': undefined }, /generators holds no generator/],
    [
      'a generator without an English entry',
      { 'generators/two.json': file },
      /en\.json: generators\["two"\] is missing; each generator takes an entry here$/,
    ],
    [
      'several generators without an English entry',
      { 'generators/two.json': file, 'generators/three.json': file },
      /en\.json: generators\["three"\], generators\["two"\] are missing; each generator takes an/,
    ],
    [
      'a tag without a file',
      { 'locales/tr.json': undefined },
      /locales\/tr\.json is missing: lib\/catalogue\/locale\.ts has its tag$/,
    ],
    [
      'a locale with a wrong field',
      { 'locales/fr.json': locale.replace('One', '') },
      /locales\/fr\.json: generators\["one"\]\.name takes a non-empty, well-formed text$/,
    ],
    [
      'a locale that is no JSON',
      { 'locales/es.json': `\ufeff${locale}` },
      /locales\/es\.json: is not JSON: /,
    ],
  ]
  for (const [title, files, message] of cases) {
    test(`${title} stops the start, and the message names the file`, (t) => {
      const folder = temporaryFolder(t)
      mkdirSync(join(folder, 'generators'))
      mkdirSync(join(folder, 'locales'))
      const all: Record<string, string | undefined> = { 'generators/one.json': file }
      for (const language of languages) all[`locales/${language}.json`] = locale
      for (const [path, content] of Object.entries({ ...all, ...files })) {
        if (content !== undefined) writeFileSync(join(folder, path), content)
      }
      assert.throws(
        () => loadCatalogue(join(folder, 'generators'), join(folder, 'locales')),
        (error) => {
          assert.ok(error instanceof StartError)
          assert.match(error.message, message)
          assert.ok(error.message.startsWith(folder), error.message)
          return true
        },
      )
    })
  }

  test('a folder that is not there stops the start', () => {
    assert.throws(() => loadCatalogue('/nowhere', '/nowhere'), {
      message: /^\/nowhere cannot be read: .*ENOENT/,
    })
  })
})

describe('loadCatalogue refuses', () => {
  const file = 'generators/reverse.json'
  const rows: Array<[title: string, path: string, text: string | undefined, field: string]> = [
    ['half a file', file, '{\n  "category":', 'is not JSON'],
    ['an empty file', file, '', 'is not JSON'],
    ['a list', file, '[]', 'takes an object'],
    ['a missing field', file, '{}', 'category'],
    ['an unknown category', file, '{"category":"x"}', 'category'],
    ['no operation', file, generatorWith(), 'operations'],
    ['an unknown operation', file, generatorWith({ type: 'x' }), 'operations[0].type'],
    [
      'an unknown field of an operation',
      file,
      generatorWith({ type: 'reverse', units: 'words', x: 1 }),
      'operations[0] has an unknown field "x"',
    ],
    [
      'a mapping of unequal rows',
      file,
      generatorWith({ type: 'map', characters: { 'a-c': 'xy' } }),
      'operations[0].characters',
    ],
    [
      'the mapping of a generator that is none',
      file,
      generatorWith({ type: 'map-like', generator: 'nothing' }),
      '"nothing"',
    ],
    ['a space in a slug', 'generators/re verse.json', '{}', 'file name'],
    ['two hyphens in a slug', 'generators/re--verse.json', '{}', 'file name'],
    ['an underscore in a slug', 'generators/re_verse.json', '{}', 'file name'],
    ['an entry without a page', 'locales/fr.json', entries('{"name":"a"}'), '["reverse"].page'],
    ['an unknown field of an entry', 'locales/es.json', entries('{"title":"a"}'), '"title"'],
    ['a bad page', 'locales/es.json', entries('{"name":"a","page":"A b"}'), '["reverse"].page'],
    ['an unknown part of a locale', 'locales/es.json', '{"words":{}}', '"words"'],
    [
      'two equal pages',
      'locales/es.json',
      entries('{"name":"a","page":"a"},"braille":{"name":"b","page":"a"}'),
      '["braille"].page',
    ],
  ]
  for (const [title, path, text, field] of rows) {
    test(`${title}, and names the file and the field`, (t) => {
      const folder = copyData(t)
      change(folder, path, text)
      assertRefused(folder, (message) => {
        assert.ok(message.startsWith(`${join(folder, path)}: `), message)
        assert.ok(message.includes(field), message)
      })
    })
  }

  test('a generator without an entry in English', (t) => {
    const folder = copyData(t)
    removeEntry(folder, 'en', 'reverse')
    assertRefused(folder, (message) => {
      assert.match(message, /locales\/en\.json: generators\["reverse"\] is missing; each generator takes an entry here$/)
    })
  })

  test('a folder that is not there, and one without a generator', (t) => {
    const folder = copyData(t)
    rmSync(join(folder, 'generators'), { recursive: true })
    assertRefused(folder, (message) => assert.ok(message.startsWith(join(folder, 'generators'))))
    mkdirSync(join(folder, 'generators'))
    assertRefused(folder, (message) => assert.match(message, /holds no generator/))
  })
})

/** The text of a locale file with this entry of `reverse`. */
function entries(text: string): string {
  return `{"generators":{"reverse":${text}}}`
}

function assertRefused(folder: string, check: (message: string) => void): void {
  assert.throws(
    () => loadCatalogue(join(folder, 'generators'), join(folder, 'locales')),
    (error) => {
      assert.ok(error instanceof StartError)
      check(error.message)
      return true
    },
  )
}
