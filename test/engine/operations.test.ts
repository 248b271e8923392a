import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { operationReaders, readOperation } from '../../lib/engine/operations.ts'
import {
  assertRefused,
  behind,
  noFlags,
  noObjects,
  noTexts,
  takesAnyText,
  takesFlag,
  takesText,
} from '../support/faults.ts'
import type { Fault } from '../support/faults.ts'
import { readOperations, siblings } from '../support/operations.ts'
import type { OperationFields } from '../support/operations.ts'
import { root } from '../support/service.ts'

const words = {
  case: 'upper, lower, title, sentence, inverse, alternating, random',
  encoding: 'binary, octal, decimal, hexadecimal, code-points, base64',
}

/** What the fields of a map refuse. */
const mapFaults: readonly Fault[] = [
  ['characters', noObjects, 'takes an object'],
  ['characters', [{ a: 1 }, { a: null }, { a: {} }, { a: '\ud83d' }], `["a"] ${takesAnyText}`],
  ['characters', [{ a: [] }], '["a"] takes a list of at least 1'],
  ['characters', [{ a: [1] }, { a: ['\ud83d'] }], `["a"][0] ${takesAnyText}`],
  ['characters', [{ 'a-c': 'xy' }], ': "a-c" has 2 texts and takes 3, one a key'],
  ['characters', [{ a: 'x', ba: 'yz' }], ': "ba" maps U+0061 a second time'],
  ['characters', [{ a: 'a' }], ': "a" maps U+0061 to itself; leave it out'],
  ['characters', [{ '': 'a' }], ': "" names no code point'],
  [
    'characters',
    [JSON.parse('{"__proto__":"x"}')],
    ': "__proto__" has 1 texts and takes 9, one a key',
  ],
  ['caseFallback', noFlags, takesFlag],
  ['accents', [null, '', 'strip', true], 'takes one of keep, drop, none'],
]

/** For each type of operation: a good one, and what its fields refuse. */
const operations: ReadonlyArray<readonly [good: OperationFields, faults: readonly Fault[]]> = [
  [{ type: 'map', characters: { a: 'b' } }, mapFaults],
  [{ type: 'map-like', generator: 'bold' }, [['generator', noTexts, takesText]]],
  ...['cycle', 'choose'].map(
    (type) =>
      [
        { type, mappings: ['plain', { characters: { a: 'b' } }] },
        [
          ['mappings', [undefined, {}, 'bold', [], ['bold']], 'takes a list of at least 2'],
          ['mappings', [['', 'plain']], `[0] ${takesText}`],
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
      ['marks', noTexts, takesText],
      ['marks', ['a', '\u0336a', ' \u0336'], 'takes combining marks alone'],
      ['spaces', noFlags, takesFlag],
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
      ['pools', [[{ least: 0, most: 1 }]], `[0].marks ${takesText}`],
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
          ['before', [undefined, null, 1, '\ud83d'], takesAnyText],
          ['after', [undefined, null, 1, '\ud83d'], takesAnyText],
        ],
      ] as const,
  ),
  [
    { type: 'between', units: 'words', texts: ['*', ' '] },
    [
      ['units', [undefined, 'letters', 1], 'takes one of clusters, words'],
      ['where', [null, 'none', ''], 'takes one of visible, mapped, all'],
      ['texts', [undefined, '*', []], 'takes a list of at least 1'],
      ['texts', [['*', ''], ['*', 1], ['*', '\ud83d']], `[1] ${takesText}`],
    ],
  ],
  [
    { type: 'run', members: 'digits', before: '#', stop: { followers: 'ab', text: ';' } },
    [
      ['members', [undefined, 'letters'], 'takes one of capitals, digits'],
      ['before', noTexts, takesText],
      ['joiners', noTexts.slice(1), takesText],
      ['many', noTexts.slice(1), takesText],
      ['stop', noObjects, 'takes an object'],
      ['stop', [{ text: ';' }], `.followers ${takesText}`],
      ['stop', [{ followers: 'a' }], `.text ${takesText}`],
      [
        'stop',
        [{ followers: 'a', text: ';', at: 1 }],
        'has an unknown field "at"; it takes followers, text',
      ],
    ],
  ],
  [{ type: 'fill', text: '█' }, [['text', noTexts, takesText]]],
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
      ['corners', noTexts, takesText],
      ['corners', ['┌┐└', '┌┐└┘┘'], 'takes four code points'],
      ['horizontal', noTexts, takesText],
      ['vertical', noTexts, takesText],
    ],
  ],
  [{ type: 'stack' }, []],
  [{ type: 'numerals' }, []],
  [
    { type: 'flags', codes: 'ES FR TR' },
    [
      ['codes', noTexts, takesText],
      [
        'codes',
        ['es', 'ESP', 'ES,FR', 'ES  FR', ' ES', 'ES '],
        'takes codes of two capitals, separated by spaces',
      ],
    ],
  ],
  [{ type: 'restore' }, []],
]

const good = { category: 'small', position: 1 }

describe('an operation', () => {
  test('has a row in this table, whatever its type', () => {
    assert.deepEqual(
      operations.map(([{ type }]) => type).toSorted(),
      [...operationReaders.keys()].toSorted(),
    )
  })

  for (const [fields, faults] of operations) {
    const { type } = fields
    test(`${type}: takes what it should`, () => {
      const [operation] = readOperations(fields)
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
      { type: 'map', characters: { e: 'x' } },
      { type: 'marks', marks: '\u0336' },
      { type: 'between', units: 'words', texts: ['*'] },
      { type: 'run', members: 'digits', before: '#', stop: { followers: 'ab', text: ';' } },
    ]
    const [map, marks, between, run] = readOperations(...left)
    assert.deepEqual(['e', 'E', 'é'].map((key) => map?.mapping?.get(key)), [
      ...['x', undefined, 'x\u0301'],
    ])
    assert.deepEqual(marks?.toJSON(), { ...left[1], spaces: false })
    assert.deepEqual(between?.toJSON(), { ...left[2], where: 'visible' })
    assert.deepEqual(run?.toJSON(), { ...left[3], joiners: '', many: '#' })
  })
})

describe('every operation', () => {
  for (const [fields] of operations) {
    const [operation] = readOperations(fields)
    assert.ok(operation)
    const { type, effect, references, mapping } = operation

    test(`${type}: can be read again from its published form`, () => {
      const published: OperationFields = JSON.parse(JSON.stringify(operation))
      assert.equal(published['type'], type)
      const [again] = readOperations({ ...fields, ...withoutTables(published) })
      assert.deepEqual(again?.toJSON(), operation.toJSON())
    })

    test(`${type}: tells what it does`, () => {
      const mappings = operation.mappings(siblings)
      assert.equal(effect === 'replaces', mappings.length > 0 && type !== 'restore')
      if (mapping !== undefined) assert.deepEqual(mappings, [mapping])
      for (const slug of references) assert.ok(mappings.includes(siblings.mappingOf(slug)))
      for (const [styled, plain] of operation.undo()) assert.notEqual(styled, plain)
      const { factor, added } = operation.growth(siblings)
      assert.ok(factor >= 1 && added >= 0)
    })
  }

  test('is asked for its type nowhere in lib but in its own file', () => {
    const types = [...operationReaders.keys()].join('|')
    const asks = new RegExp(`(?:[!=]==? |case )'(?:${types})'`)
    for (const file of readdirSync(join(root, 'lib'), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts')) continue
      assert.ok(!asks.test(readFileSync(join(root, 'lib', file), 'utf8')), file)
    }
  })
})

/** Without what a published operation writes otherwise than a file does. */
function withoutTables(published: OperationFields): OperationFields {
  const { pools: _pools, characters: _table, mappings: _tables, joiners, ...others } = published
  return joiners === undefined || joiners === '' ? others : { ...others, joiners }
}

describe('the table in generators/README.md', () => {
  const table = readFileSync(join(root, 'generators', 'README.md'), 'utf8').split('## Operations')[1]
  const rows = [...(table ?? '').matchAll(/^\| (`.*?) \| (.*?)\| /gm)]
  const documented = new Map(
    rows.flatMap(([, types = '', fields = '']) =>
      // What a field takes stands in brackets behind it.
      quoted(types).map((type) => [type, quoted(fields.replace(/\(.*?\)/g, ''))] as const),
    ),
  )

  test('names every type of operation once, and no other', () => {
    const types = rows.flatMap(([, names = '']) => quoted(names))
    assert.deepEqual(types.toSorted(), [...operationReaders.keys()].toSorted())
  })

  for (const type of operationReaders.keys()) {
    test(`names the fields of ${type}, all of them, in their order`, () => {
      assert.deepEqual(documented.get(type), fieldsOf(type))
    })
  }
})

function quoted(text: string): string[] {
  return Array.from(text.matchAll(/`(.*?)`/g), ([, word = '']) => word)
}

/** The fields that the reader asks for: the message for another one tells them. */
function fieldsOf(type: string): readonly string[] {
  try {
    readOperation({ type, '?': true }, 'it')
  } catch (error) {
    const [, fields = ''] = String(error).split('"?"; it takes type')
    return fields.split(', ').slice(1)
  }
  return assert.fail(`${type} takes any field`)
}
