import { noFlags, noObjects, noTexts, takesAnyText, takesFlag, takesText } from './faults.ts'
import type { Fault } from './faults.ts'
import type { OperationFields } from './operations.ts'

const words = {
  case: 'upper, lower, title, sentence, inverse, alternating, random',
  encoding: 'binary, octal, decimal, hexadecimal, code-points, base64, character-references',
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
  ['complete', noFlags, takesFlag],
]

/** What tells which letters of a word count refuses. */
const countedFaults: readonly Fault[] = [
  ['letters', noTexts, takesText],
  ['glides', [null, 1, '\ud83d'], takesAnyText],
  ['mute', [{}, 'que', null], 'takes a list'],
  ['mute', [['que', 'qu'], ['que', 'QUE'], ['que', 'que?']], '[1] takes three small letters'],
]

/** For each type of operation: a good one, and what its fields refuse. */
export const operationFaults: ReadonlyArray<readonly [good: OperationFields, faults: readonly Fault[]]> = [
  [{ type: 'map', characters: { a: 'b' } }, mapFaults],
  [
    { type: 'map-like', generator: 'bold' },
    [
      ['generator', noTexts, takesText],
      ['complete', noFlags, takesFlag],
    ],
  ],
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
            '[1] has an unknown field "type"; it takes characters, caseFallback, accents, complete, languages',
          ],
          ['complete', noFlags, takesFlag],
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
      ['stop', [{ followers: 'a' }], `.text ${takesAnyText}`],
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
    [
      ['units', [undefined, 'lines', 1], 'takes one of clusters, words, letters'],
      ['lines', [null, 'first', 2], 'takes one of all, second'],
    ],
  ],
  [{ type: 'case', to: 'upper' }, [['to', [undefined, 'camel'], `takes one of ${words.case}`]]],
  [
    { type: 'encode', as: 'base64' },
    [['as', [undefined, 'rot13', 'Base64'], `takes one of ${words.encoding}`]],
  ],
  [
    { type: 'decode', generator: 'morse' },
    [
      ['generator', noTexts, takesText],
      ['signs', noObjects.slice(1), 'takes an object'],
      ['signs', [{ '•': 1 }], `["•"] ${takesAnyText}`],
      ['codes', noObjects.slice(1), 'takes an object'],
      ['codes', [{ '.-': '' }, { '.-': 1 }], `[".-"] ${takesText}`],
      ['codes', [{ '': 'A' }], `: a name ${takesText}`],
    ],
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
  [
    { type: 'break', columns: 30 },
    [['columns', [undefined, 1, 201, 2.5], 'takes a whole number from 2 to 200']],
  ],
  [
    { type: 'stack', indent: '-' },
    [
      ['indent', noTexts.slice(1), takesText],
      ['steps', [null, 0, 21, '3'], 'takes a whole number from 1 to 20'],
    ],
  ],
  [
    { type: 'atop', letters: { a: '\u0363' } },
    [
      ['letters', noObjects, 'takes an object'],
      ['letters', [{ a: 'x' }, { a: 'a\u0363' }], 'takes combining marks alone'],
    ],
  ],
  ...['insert', 'echo'].map(
    (type) =>
      [
        { type, letters: 'ae', text: 'p' },
        [...countedFaults, ['text', noTexts, takesText]],
      ] as const,
  ),
  [
    { type: 'move', letters: 'ae', after: 'ay', unmoved: 'way' },
    [...countedFaults, ['after', noTexts, takesText], ['unmoved', noTexts, takesText]],
  ],
  [{ type: 'remove', letters: 'ae' }, countedFaults],
  [{ type: 'numerals' }, []],
  [
    { type: 'numbers', first: 1, texts: ['①'] },
    [
      ['first', [undefined, -1, 4000, 1.5], 'takes a whole number from 0 to 3999'],
      ['texts', [undefined, '①', []], 'takes a list of at least 1'],
      ['texts', [['①', ''], ['①', 1]], `[1] ${takesText}`],
    ],
  ],
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
