import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { loadCatalogue } from '../../lib/catalogue/catalogue.ts'
import { DataError } from '../../lib/engine/fields.ts'
import { StartError } from '../../lib/start-error.ts'
import { categories, checkGenerator } from '../../lib/engine/generator.ts'
import { languages } from '../../lib/catalogue/locale.ts'
import { temporaryFolder } from '../support/service.ts'

type Fields = Readonly<Record<string, unknown>>

const words = {
  category: categories.join(', '),
  type: [
    'map, map-like, cycle, choose, marks, scatter, around, between, run, fill, reverse, case',
    'encode, wrap, box, stack, numerals, flags, restore',
  ].join(', '),
  case: 'upper, lower, title, sentence, inverse, alternating, random',
  encoding: 'binary, octal, decimal, hexadecimal, code-points, base64',
}

const text = 'takes a non-empty, well-formed text'
const maybeEmpty = 'takes a well-formed text'
const flag = 'takes true or false'

/** What every text field refuses. */
const noTexts = [undefined, null, 1, '', '\ud83d', ['a']]
const noFlags = [null, 0, 'true', '']
const noObjects = [undefined, null, 'a', 1, []]

/** A field, values that it refuses, and what the message says behind the field's name. */
type Fault = readonly [field: string, values: readonly unknown[], message: string]

/** What the fields of a map refuse. */
const mapFaults: readonly Fault[] = [
  ['characters', noObjects, 'takes an object'],
  ['characters', [{ a: 1 }, { a: null }, { a: {} }, { a: '\ud83d' }], `["a"] ${maybeEmpty}`],
  ['characters', [{ a: [] }], '["a"] takes a list of at least 1'],
  ['characters', [{ a: [1] }, { a: ['\ud83d'] }], `["a"][0] ${maybeEmpty}`],
  ['characters', [{ 'a-c': 'xy' }], ': "a-c" has 2 texts and takes 3, one a key'],
  ['characters', [{ a: 'x', ba: 'yz' }], ': "ba" maps U+0061 a second time'],
  ['characters', [{ a: 'a' }], ': "a" maps U+0061 to itself; leave it out'],
  ['characters', [{ '': 'a' }], ': "" names no code point'],
  [
    'characters',
    [JSON.parse('{"__proto__":"x"}')],
    ': "__proto__" has 1 texts and takes 9, one a key',
  ],
  ['caseFallback', noFlags, flag],
  ['accents', [null, '', 'strip', true], 'takes one of keep, drop, none'],
]

/** For each type of operation: a good one, and what its fields refuse. */
const operations: ReadonlyArray<readonly [good: Fields, faults: readonly Fault[]]> = [
  [{ type: 'map', characters: { a: 'b' } }, mapFaults],
  [{ type: 'map-like', generator: 'bold' }, [['generator', noTexts, text]]],
  ...['cycle', 'choose'].map(
    (type) =>
      [
        { type, mappings: ['plain', { characters: { a: 'b' } }] },
        [
          ['mappings', [undefined, {}, 'bold', [], ['bold']], 'takes a list of at least 2'],
          ['mappings', [['', 'plain']], `[0] ${text}`],
          ['mappings', [['plain', 1], ['plain', null]], '[1] takes an object'],
          ['mappings', [['plain', {}]], '[1].characters takes an object'],
          [
            'mappings',
            [['plain', { characters: {}, type: 'map' }]],
            '[1] has an unknown field "type"; it takes characters, caseFallback, accents',
          ],
        ],
      ] as const,
  ),
  [
    { type: 'marks', marks: '\u0336\u0332' },
    [
      ['marks', noTexts, text],
      ['marks', ['a', '\u0336a', ' \u0336'], 'takes combining marks alone'],
      ['spaces', noFlags, flag],
    ],
  ],
  [
    { type: 'scatter', pools: [{ marks: '\u0336\u0337', least: 0, most: 2 }] },
    [
      ['pools', [undefined, {}, '\u0336', []], 'takes a list of at least 1'],
      ['pools', [['\u0336'], [null]], '[0] takes an object'],
      [
        'pools',
        [[{ marks: '\u0336', least: 0, most: 1, more: 1 }]],
        '[0] has an unknown field "more"; it takes marks, least, most',
      ],
      ['pools', [[{ least: 0, most: 1 }]], `[0].marks ${text}`],
      ['pools', [[{ marks: 'x', least: 0, most: 1 }]], '[0].marks takes combining marks alone'],
      [
        'pools',
        [undefined, '1', -1, 0.5, 21, null].map((least) => [{ marks: '\u0336', least, most: 20 }]),
        '[0].least takes a whole number from 0 to 20',
      ],
      [
        'pools',
        [undefined, 0, 21, 1.5].map((most) => [{ marks: '\u0336', least: 0, most }]),
        '[0].most takes a whole number from 1 to 20',
      ],
      [
        'pools',
        [[{ marks: '\u0336', least: 3, most: 2 }]],
        '[0].most takes a whole number from 3 to 20',
      ],
    ],
  ],
  ...['around', 'wrap'].map(
    (type) =>
      [
        { type, before: '(', after: '' },
        [
          ['before', [undefined, null, 1, '\ud83d'], maybeEmpty],
          ['after', [undefined, null, 1, '\ud83d'], maybeEmpty],
        ],
      ] as const,
  ),
  [
    { type: 'between', units: 'words', texts: ['*', ' '] },
    [
      ['units', [undefined, 'letters', 1], 'takes one of clusters, words'],
      ['where', [null, 'none', ''], 'takes one of visible, mapped, all'],
      ['texts', [undefined, '*', []], 'takes a list of at least 1'],
      ['texts', [['*', ''], ['*', 1], ['*', '\ud83d']], `[1] ${text}`],
    ],
  ],
  [
    { type: 'run', members: 'digits', before: '#', stop: { followers: 'ab', text: ';' } },
    [
      ['members', [undefined, 'letters'], 'takes one of capitals, digits'],
      ['before', noTexts, text],
      ['joiners', noTexts.slice(1), text],
      ['many', noTexts.slice(1), text],
      ['stop', noObjects, 'takes an object'],
      ['stop', [{ text: ';' }], `.followers ${text}`],
      ['stop', [{ followers: 'a' }], `.text ${text}`],
      [
        'stop',
        [{ followers: 'a', text: ';', at: 1 }],
        'has an unknown field "at"; it takes followers, text',
      ],
    ],
  ],
  [{ type: 'fill', text: '█' }, [['text', noTexts, text]]],
  [
    { type: 'reverse', units: 'letters' },
    [['units', [undefined, 'lines', 1], 'takes one of clusters, words, letters']],
  ],
  [{ type: 'case', to: 'upper' }, [['to', [undefined, 'camel'], `takes one of ${words.case}`]]],
  [
    { type: 'encode', as: 'base64' },
    [['as', [undefined, 'rot13', 'Base64'], `takes one of ${words.encoding}`]],
  ],
  [
    { type: 'box', corners: '┌┐└┘', horizontal: '─', vertical: '│' },
    [
      ['corners', noTexts, text],
      ['corners', ['┌┐└', '┌┐└┘┘'], 'takes four code points'],
      ['horizontal', noTexts, text],
      ['vertical', noTexts, text],
    ],
  ],
  [{ type: 'stack' }, []],
  [{ type: 'numerals' }, []],
  [
    { type: 'flags', codes: 'ES FR TR' },
    [
      ['codes', noTexts, text],
      [
        'codes',
        ['es', 'ESP', 'ES,FR', 'ES  FR', ' ES', 'ES '],
        'takes codes of two capitals, separated by spaces',
      ],
    ],
  ],
  [{ type: 'restore' }, []],
]

const good = { category: 'small', position: 1, operations: [{ type: 'restore' }] }

describe('a generator file', () => {
  const faults: readonly Fault[] = [
    ['category', [undefined, null, 'Small', 'fancy', 1], `takes one of ${words.category}`],
    ['position', [undefined, null, '1', 0, -1, 1.5, 10_000, Infinity], wholeNumber(1, 9_999)],
    ['sample', noTexts.slice(1), text],
    ['restore', noFlags, flag],
    ['unicode', noTexts.slice(1), text],
    ['unicode', ['5', '5.2.0', 'v5.2', ' 5.2', '5.2\n'], 'takes a version such as 5.2'],
    ['operations', [undefined, null, {}, 'map', []], 'takes a list of at least 1'],
    ['operations', [['map'], [null], [[]], [undefined]], '[0] takes an object'],
    [
      'operations',
      [[{}], [{ type: 'rotate' }], [{ type: 1 }], [{ type: '__proto__' }], [{ type: 'toString' }]],
      `[0].type takes one of ${words.type}`,
    ],
  ]
  for (const [field, values, message] of faults) {
    test(`${field} that ${message}`, () => {
      for (const value of values) {
        assertRefused({ ...good, [field]: value }, field + behind(message))
      }
    })
  }

  for (const value of noObjects) {
    test(`that is ${JSON.stringify(value)} takes an object`, () => {
      assertRefused(value, 'the file takes an object')
    })
  }

  for (const field of ['name', 'slug', 'Category', '__proto__', 'constructor']) {
    test(`has no field "${field}"`, () => {
      const value: unknown = JSON.parse(`{"${field}":1,${JSON.stringify(good).slice(1)}`)
      const known = 'category, position, sample, restore, unicode, operations'
      assertRefused(value, `the file has an unknown field "${field}"; it takes ${known}`)
    })
  }

  test('gets what it leaves out', () => {
    const left = { sample: 'Hello World', restore: false, unicode: undefined }
    assert.deepEqual(checkGenerator(good), { ...good, ...left })
  })
})

describe('an operation', () => {
  test('has a row in this table, whatever its type', () => {
    assert.deepEqual(
      operations.map(([{ type }]) => type).toSorted(),
      words.type.split(', ').toSorted(),
    )
  })

  for (const [fields, faults] of operations) {
    const { type } = fields
    test(`${type}: takes what it should`, () => {
      const [operation] = checkGenerator({ ...good, operations: [fields] }).operations
      assert.equal(operation?.type, type)
    })

    for (const [field, values, message] of faults) {
      test(`${type}: ${field} ${message}`, () => {
        for (const value of values) {
          const changed = { ...fields, [field]: value }
          const expected = `operations[1].${field}${behind(message)}`
          assertRefused({ ...good, operations: [fields, changed] }, expected)
        }
      })
    }

    test(`${type}: has no other field`, () => {
      const changed = { ...fields, other: true }
      assertRefused(
        { ...good, operations: [changed] },
        /^operations\[0\] has an unknown field "other"; it takes type(?:, [a-z]+)*$/i,
      )
    })
  }

  test('gets what it leaves out', () => {
    const left = [
      { type: 'map', characters: { a: 'b' } },
      { type: 'marks', marks: '\u0336' },
      { type: 'between', units: 'words', texts: ['*'] },
      { type: 'run', members: 'digits', before: '#', stop: { followers: 'ab', text: ';' } },
    ]
    const [map, marks, between, run] = checkGenerator({ ...good, operations: left }).operations
    const characters = new Map([['a', 'b']])
    assert.deepEqual(map, { type: 'map', characters, caseFallback: false, accents: 'keep' })
    assert.deepEqual(marks, { ...left[1], spaces: false })
    assert.deepEqual(between, { ...left[2], where: 'visible' })
    assert.deepEqual(run, { ...left[3], joiners: '', many: '#' })
  })
})

describe('a faulty catalogue', () => {
  const file = JSON.stringify(good)
  const locale = '{"one":{"name":"One","page":"one"}}'
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
    ...['One', 'o_ne', 'one-', 'plain', '.one', 'ö'].map(
      (slug) =>
        [
          `a file called ${slug}.json`,
          { [`generators/${slug}.json`]: file },
          /\.json: a file name takes lower-case ASCII letters, digits and single hyphens.*"plain"$/,
        ] as const,
    ),
    ['no generator', { 'generators/one.json': undefined }, /generators holds no generator/],
    [
      'a generator without an English entry',
      { 'generators/two.json': file },
      /en\.json: "two" is missing; each generator takes an entry here$/,
    ],
    ['no locale', { 'locales/tr.json': undefined }, /locales\/tr\.json: .*ENOENT/],
    [
      'a locale with a wrong field',
      { 'locales/fr.json': locale.replace('One', '') },
      /locales\/fr\.json: "one"\.name takes a non-empty, well-formed text$/,
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

function wholeNumber(least: number, most: number): string {
  return `takes a whole number from ${least} to ${most}`
}

/** A message behind a field's name: a path goes on at once, a sentence after a space. */
function behind(message: string): string {
  return /^[[.:]/.test(message) ? message : ` ${message}`
}

function assertRefused(value: unknown, expected: string | RegExp): void {
  assert.throws(
    () => checkGenerator(value),
    (error) => {
      assert.ok(error instanceof DataError, String(error))
      if (typeof expected === 'string') assert.equal(error.message, expected)
      else assert.match(error.message, expected)
      return true
    },
    JSON.stringify(value),
  )
}
