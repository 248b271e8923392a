import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { noObjects, noTexts, takesAnyText, takesText } from '../support/faults.ts'
import { describeFields } from '../support/operation-tests.ts'
import { compileOperations, describeOperations, family, reverse } from '../support/operations.ts'

describeFields({ type: 'reverse', units: 'letters' }, [
  ['units', [undefined, 'lines', 1], 'must be one of clusters, words, letters'],
  ['lines', [null, 'first', 2], 'must be one of all, second'],
])

describeOperations('reverse clusters', [reverse], [
  ['reverses each line separately', 'abc\ndef\r\nghi', 'cba\nfed\r\nihg'],
  ['keeps every kind of break in its place', 'ab\u2028cd\u0085ef\vgh', 'ba\u2028dc\u0085fe\vhg'],
  ['keeps clusters', `ae\u0301${family}🇹🇷1️⃣`, `1️⃣🇹🇷${family}e\u0301a`],
  ['keeps spaces', ' a b  c', 'c  b a '],
  ['handles a break at either end', '\nab\n', '\nba\n'],
])

describeOperations('reverse letters', [{ type: 'reverse', units: 'letters' }], [
  ['keeps words in their places', 'abc de\tf\nghi', 'cba ed\tf\nihg'],
  ['keeps clusters', `ae\u0301${family} x🇹🇷`, `${family}e\u0301a 🇹🇷x`],
])

describeOperations('reverse words', [{ type: 'reverse', units: 'words' }], [
  ['turns brackets whose words change places', 'Hello, world! (well done)', '(done well) world! Hello,'],
  ['leaves those of one word, and puts others before punctuation', '(a) f(x) [b c].', '[c. b] f(x) (a)'],
  ['turns French quotes that are words, and no face', '« Qui ? » a:)', 'a:) « ? Qui »'],
  ['keeps the letters of a word', 'abc de f', 'f de abc'],
  ['keeps each blank between its words', 'a  b\tc', 'c\tb  a'],
  ['keeps the order within a blank', 'a \tb', 'b \ta'],
  ['reverses each line separately', 'a b\nc d\r\ne f\u0085g h', 'b a\nd c\r\nf e\u0085h g'],
  ['moves blanks at the ends', ' a b', 'b a '],
  ['keeps a blank that carries a mark together', 'a \u0301b c', 'c a \u0301b'],
  ['keeps clusters', `${family}e\u0301 🇹🇷`, `🇹🇷 ${family}e\u0301`],
])

describe('reverse', () => {
  test('handles 300,000 clusters in one line', () => {
    const text = 'ab '.repeat(100_000)
    for (const units of ['clusters', 'words', 'letters']) {
      assert.equal(compileOperations([{ type: 'reverse', units }])(text).length, text.length, units)
    }
  })
})

const second = { type: 'reverse', units: 'clusters', lines: 'second' }

describeOperations('every second line reversed', [second], [
  ['turns every second line', 'ab\ncd\nef\r\ngh', 'ab\ndc\nef\r\nhg'],
  ['does not count empty lines', 'ab\n\r\n \ncd', 'ab\n\r\n \ndc'],
  ['does not count blank lines', 'ab\n\t\ncd\nef', 'ab\n\t\ndc\nef'],
  ['leaves a single line', 'ab', 'ab'],
  ['keeps clusters', `a\n${family}e\u0301`, `a\ne\u0301${family}`],
])

describeFields({ type: 'run', members: 'digits', before: '#', stop: { followers: 'ab', text: ';' } }, [
  ['members', [undefined, 'letters'], 'must be one of capitals, digits'],
  ['before', noTexts, takesText],
  ['joiners', noTexts.slice(1), takesText],
  ['many', noTexts.slice(1), takesText],
  ['stop', noObjects, 'must be an object'],
  ['stop', [{ text: ';' }], `.followers ${takesText}`],
  ['stop', [{ followers: 'a' }], `.text ${takesAnyText}`],
  [
    'stop',
    [{ followers: 'a', text: ';', at: 1 }],
    'has an unknown field "at"; known fields: followers, text',
  ],
])

const small = 'abcdefghijklmnopqrstuvwxyz'
const signs = [
  { type: 'map', characters: { 'A-Z': small, '0-9': 'jabcdefghi', '.,': '46', é: 'È', É: 'È' } },
  {
    type: 'run',
    members: 'digits',
    joiners: '.,',
    before: '#',
    stop: { followers: 'abcdefghijé', text: ';' },
  },
  {
    type: 'run',
    members: 'capitals',
    before: '^',
    many: '^^',
    stop: { followers: `${small}é`, text: '!' },
  },
]
describeOperations('run', signs, [
  ['has its sign once before a run', '12 3', '#ab #c'],
  ['continues over joiners between members', '1.000,5', '#a4jjj6e'],
  ['ends at a joiner after the run', '1.', '#a4'],
  ['ends at two joiners', '1..2', '#a44#b'],
  ['does not begin with a joiner', '.5', '4#e'],
  ['stops before a follower', '1a', '#a;a'],
  ['does not stop before anything else', '1k 1- 1', '#ak #a- #a'],
  ['stops after joiners before a follower', '1.a 2,b', '#a4;a #b6;b'],
  ['has one sign for one capital', 'Ab', '^ab'],
  ['has another sign for more', 'ABC D', '^^abc ^d'],
  ['stops a run of capitals before a follower', 'ABc', '^^ab!c'],
  ['does not stop a single capital', 'Ac', '^ac'],
  ['stops before a composed follower', 'ABé', '^^ab!È'],
  ['stops before a decomposed follower', 'ABe\u0301', '^^ab!È'],
  ['counts an accented capital as one, composed or not', 'AÉ AE\u0301', '^^aÈ ^^aÈ'],
  ['leaves members that are not mapped', 'Я٣', 'Я٣'],
  ['mixes both kinds', 'A1b2C', '^a#a;b#b^c'],
])

const withoutStop = { type: 'run', members: 'capitals', before: '^', stop: { followers: small, text: '' } }
describeOperations('a run without a sign for its end', [signs[0] ?? {}, { ...withoutStop, many: '^^' }], [
  ['has a sign for each before a follower', 'ABc', '^a^bc'],
  ['has one sign elsewhere', 'AB C', '^^ab ^c'],
])
