import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { invert } from '../../lib/engine/decoding/code-table.ts'
import { decodersOf, isOwnInverse } from '../../lib/engine/decoding/decoding.ts'
import { Mapping } from '../../lib/engine/mapping.ts'
import { noObjects, noTexts, takesAnyText, takesText } from '../support/faults.ts'
import { describeFields } from '../support/operation-tests.ts'
import {
  compileDecoder,
  describeOperations,
  describeTexts,
  readOperations,
} from '../support/operations.ts'
import type { OperationFields, Row } from '../support/operations.ts'

const encodingNames = 'binary, octal, decimal, hexadecimal, code-points, base64, character-references, percent'
describeFields({ type: 'encode', as: 'base64' }, [
  ['as', [undefined, 'rot13', 'Base64'], `must be one of ${encodingNames}`],
])

const encodings: Readonly<Record<string, readonly Row[]>> = {
  binary: [['has eight digits a byte', 'Aé', '01000001 11000011 10101001']],
  octal: [['has three digits a byte', 'A\n😀', '101 012 360 237 230 200']],
  decimal: [['has a number a byte', 'A\n😀', '65 10 240 159 152 128']],
  hexadecimal: [['has two digits a byte', 'J\n😀', '4A 0A F0 9F 98 80']],
  'code-points': [['has four digits or more a code point', 'A\n😀', 'U+0041 U+000A U+1F600']],
  'character-references': [
    ['has a decimal number a code point', 'A\n😀', '&#65;&#10;&#128512;'],
    ['leaves what no reference can stand for', '\r\0\u0085\ud800\uffff', '\r\0\u0085\ud800\uffff'],
  ],
  base64: [
    ['is that of the UTF-8 bytes', 'Aé😀', Buffer.from('Aé😀').toString('base64')],
    ['is padded', 'A', 'QQ=='],
  ],
}
for (const [as, rows] of Object.entries(encodings)) {
  describeOperations(`encoded as ${as}`, [{ type: 'encode', as }], [
    ...rows,
    ['has nothing for nothing', '', ''],
  ])
}

/** A text that stays as it is has no `to`. */
type Rows = ReadonlyArray<readonly [title: string, from: string, to?: string]>

function describeReading(as: string, rows: Rows, style: OperationFields = {}): void {
  describeTexts(
    `what is encoded as ${as}`,
    compileDecoder([{ type: 'encode', as }], style),
    rows.map(([title, from, to = from]) => [title, from, to]),
  )
}

describeReading('binary', [
  ['is read with commas or nothing between', '01000001, 01000010,0100001101000100', 'ABCD'],
  ['is read with a prefix, in either case', '0b01000001 0B01000010', 'AB'],
  ['has eight digits a byte', '0100001 010000010'],
  ['is read beside words, which stay', 'is 01000001 01000010!', 'is AB!'],
])

describeReading('octal', [
  ['is read with a prefix, or without leading zeros', '0o101 0O102 60', 'AB0'],
  ['is read as escapes within words', 'x\\101\\102y \\303\\251', 'xABy é'],
  ['is a byte at most', '101 400', 'A 400'],
])

describeReading('decimal', [
  ['is read with commas, semicolons and line breaks', '72, 101; 108,\n108\t111', 'Hello'],
  ['is no price, share, fraction, date or time', '$72 72% 65.66 1/65 65:66 -65 +65'],
  ['is no part of a word or an address', 'a65 65a #65 &65 @65 _65 65_ é65'],
  ['is read before the end of a sentence', 'It is 72 105.', 'It is Hi.'],
  ['keeps a number that is not a byte, and reads those beside it', '65, 200, 66; 3, 67', 'A, 200, B; 3, C'],
  ['is read where a character of several bytes is whole', '195 169, 195', 'é, 195'],
])

describeReading('hexadecimal', [
  ['is read with a prefix for each byte, or for all', '0x41 0X42 0x4344', 'ABCD'],
  ['is read as escapes within words', 'x\\x41\\x42y', 'xABy'],
  ['has no other prefix', '410b42 0b41', 'A0bB 0bA'],
  ['has two digits a byte', '414 4'],
  ['is no word of its letters', 'decade facade deaf'],
  ['keeps blanks beside escapes', '\\x41 \\x42 43', 'A B C'],
  ['reads no byte across the blank between two escapes', '\\xc3 \\xa9'],
])

describeReading('code-points', [
  ['is read in every notation', 'U+0041 u+1F600 \\u0042\\u{43}&#68;&#x45;', 'A😀 BCDE'],
  ['is read as a pair of surrogates', '\\ud83d\\ude00 \\ud83d', '😀 \\ud83d'],
  ['is read within words but for U+', 'a\\u0041b aU+0041 U+0041g', 'aAb aU+0041 U+0041g'],
  ['is what a text may hold', 'U+0000 U+D800 U+FFFF U+110000'],
])

const names = { '&amp;': '&', '&Eacute;': 'É', '&lt;': '<' }

describeReading('character-references', [
  ['is decimal or hexadecimal, with any zeros', '&#65;&#x42;&#X43; &#0000000000068;', 'ABC D'],
  ['is read once', '&amp;lt; &amp;#65; &#38;amp;', '&lt; &#65; &amp;'],
  ['has names, in one case each', '&Eacute;&eacute;&EACUTE; &other;', 'É&eacute;&EACUTE; &other;'],
  ['may lack its semicolon', '&amp &#65 &lt5 &amp=1 AT&T; R&D', '& A <5 &amp=1 AT&T; R&D'],
  ['is Windows-1252 from 128 to 159', '&#128;&#x96;&#159; &#129;', '€–Ÿ &#129;'],
  ['is what a text may hold', '&#0;&#27;&#55296;&#xFFFF;&#1114112;'],
  ['is no number beyond numbers', `&#${'9'.repeat(400)};`],
  ['is nothing else', 'U+0041 \\u0041 \\x41 65'],
], { codes: names })

describeReading('base64', [
  ['is read as a whole, however it is broken', ' SGVs\r\nbG8= \n', 'Hello'],
  ['is read in both alphabets, padded or not', 'w7_Dvw', 'ÿÿ'],
  ['is read word by word of eight letters or more', 'say SGVsbG8h or QUJDRA or QUJDRA==', 'say Hello! or QUJDRA or ABCD'],
  ['has no letter left alone', 'QUJDR'],
  ['is no word whose last bits mean nothing', 'SGVsbG9='],
  ['is text', '/////w== AAAAAAAA'],
])

describeFields({ type: 'decode', generator: 'morse' }, [
  ['generator', noTexts, takesText],
  ['signs', noObjects.slice(1), 'must be an object'],
  ['signs', [{ '•': 1 }], `["•"] ${takesAnyText}`],
  ['codes', noObjects.slice(1), 'must be an object'],
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

test('isOwnInverse finds styles that undo themselves', () => {
  const map = (characters: object): ReturnType<typeof readOperations> =>
    readOperations({ type: 'map', characters })
  assert.ok(isOwnInverse(map({ ab: 'ba' })))
  assert.ok(!isOwnInverse(map({ abc: 'bca' })))
  assert.ok(!isOwnInverse(map({ é: 'è' })))
  assert.ok(!isOwnInverse(readOperations({ type: 'reverse', units: 'words' })))
})

/** A braille of ASCII. */
const brailleCharacters = {
  ...{ a: 'w', b: 'x', c: 'y', ç: 'ys', d: 'w~', e: 'z', É: 'z', '\u0301': 'v' },
  ...{ ',': 'k', '.': 'p', '…': 'ppp', '-': 'h', '?': 'q', '¿': 'q', '(': 'g', ')': 'g' },
}
const braille: OperationFields = { type: "map", characters: brailleCharacters, caseFallback: true }
/** In which 1 is a and 2 is b, as their signs tell. */
const withDigits: OperationFields = { ...braille, characters: { ...brailleCharacters, 1: 'w', 2: 'x' } }
const digits: OperationFields = {
  ...{ type: 'run', members: 'digits', joiners: ',', before: '#' },
  stop: { followers: 'ab', text: ';' },
}
const capitals: OperationFields = {
  ...{ type: 'run', members: 'capitals', before: '^' },
  stop: { followers: 'abc', text: '!' },
}

describeTexts('codes side by side', compileDecoder([braille]), [
  ['are the longest that are there', 'w~ww', 'daa'],
  ['are none that others make together', 'ppp ys', '... cs'],
  ['are opening signs at the start of a word', 'qwq wqw qwhqw gwg', '¿a? a?a ¿a-¿a (a)'],
  ['are opening signs after others', 'qgqw', '¿(¿a'],
  ['are closing ones where no word follows', 'q w q', '? a ?'],
  ['are put together with their marks', 'wv', 'á'],
  ['leave the rest as it was sent', 'n\u0303 ñ\ud83d 👍', 'n\u0303 ñ\ud83d 👍'],
])

describeTexts('digits after their sign', compileDecoder([withDigits, digits]), [
  ['are digits until something else comes', '#wx wx', '12 ab'],
  ['continue after a joiner', '#wkxkw#wky', '1,2,11,c'],
  ['end at their stop', '#w;w #wk;w', '1a 1,a'],
  ['keep a stop where none is needed', '#w;y #wk;y #w;', '1;c 1,;c 1;'],
  ['are none without a digit', '# #k #y', '# #, #c'],
])

describeTexts('capitals', compileDecoder([withDigits, digits, { ...capitals, many: '^^' }]), [
  ['are one after the sign for one, and many after the sign for many', '^wx ^^wx wx', 'Ab AB ab'],
  ['end at anything but a letter', '^^wxkw ^^w#wx', 'AB,a A12'],
  ['end at their stop', '^^wx!y ^^wx!k', 'ABc AB!,'],
  ['have braille of their own', '^z ^^zw', 'É ÉA'],
  ['are none without a letter', '^ ^k ^^k', '^ ^, ^^,'],
])

describeTexts('capitals without a sign for many', compileDecoder([braille, capitals]), [
  ['have one sign each', '^w^x ^wx', 'AB Ab'],
])

const morseCharacters = { A: '.-', E: '.', T: '-', ' ': '/' }
const morse: OperationFields = { type: 'map', characters: morseCharacters, caseFallback: true }
const [blank, hyphen] = [{ where: 'all', texts: [' '] }, { where: 'mapped', texts: ['-'] }].map(
  (fields): OperationFields => ({ type: 'between', units: 'clusters', ...fields }),
)
const morseStyle = { signs: { '•': '.', '—': '-' }, codes: { xy: 'X' } }

describeTexts('codes with blanks between them', compileDecoder([morse, blank ?? {}], morseStyle), [
  ['are read word by word', '. .- -', 'EAT'],
  ['are read in either case, and in other signs', 'XY Xy •—', 'XXA'],
  ['are parted by their sign, or a wider gap', '. / . ./.  .', 'E EE E E'],
  ['are none of several codes', '. - .-', 'ETA'],
  ['keep line breaks and tabs, not the blanks beside them', '. \n .\t-\u00a0-', 'E\nE\tT\u00a0T'],
  ['keep words that are not codes, with their blanks', '. is  . or', 'E is  E or'],
  ['lose the blanks beside a mark that has no code', '. , .- ?', 'E,A?'],
  ['keep the sign of a blank elsewhere', 'a / b, . / .', 'a / b, . / .'],
  ['keep a path', '/ // x/y /', '/ // x/y /'],
  ['keep the accents of morse', '.\u0301 .-\u0308', 'ÉÄ'],
  ['are read next to invisible characters', '\ufeff. .\u200b', '\ufeffEE\u200b'],
])

test('any number of blanks between words becomes one, with and without their sign', () => {
  const decode = compileDecoder([morse, blank ?? {}], morseStyle)
  const gaps = Array.from({ length: 5 }, (_, width) => ' '.repeat(width))
  for (const before of gaps) {
    for (const after of gaps) {
      if (before + after === '') continue
      assert.equal(decode(`.${before}/${after}-`), 'E T', `"${before}/${after}"`)
    }
  }
  for (const gap of gaps.slice(2)) assert.equal(decode(`.${gap}-`), 'E T', `"${gap}"`)
})

const numbers = { type: 'map', characters: { a: '1', h: '8', A: 'x1', œ: '8-8' } }

describeTexts('codes with a sign between them', compileDecoder([numbers, hyphen ?? {}]), [
  ['are read where all are known', '8-1-1 8-11 X1-x1', 'haa 8-11 AA'],
  ['are no part of a word or a number', 'b8-1 8-1b é8 8é 𝟖8 18', 'b8-1 8-1b é8 8é 𝟖8 18'],
  ['are read next to other signs', '(8-1), 8-1-!', '(ha), ha-!'],
])
