import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { invert } from '../../lib/engine/decoding/code-table.ts'
import { Mapping } from '../../lib/engine/mapping.ts'
import { encoders } from '../../lib/engine/operations/code.ts'
import { noObjects, noTexts, takesAnyText, takesText } from '../support/faults.ts'
import { describeFields } from '../support/operation-tests.ts'
import {
  compileDecoder,
  describeOperations,
  describeTexts,
} from '../support/operations.ts'
import type { OperationFields, Row } from '../support/operations.ts'

const encodingNames = 'binary, octal, decimal, hexadecimal, code-points, base32, base64, character-references, percent'
describeFields({ type: 'reread' }, [])

describeFields({ type: 'clean' }, [
  ['punctuation', ['yes', 1, null], 'must be true or false'],
])

describeFields({ type: 'encode', as: 'base64' }, [
  ['as', [undefined, 'rot13', 'Base64'], `must be one of ${encodingNames}`],
])

const encodings: Readonly<Record<string, readonly Row[]>> = {
  binary: [['has eight digits per byte', 'Aé', '01000001 11000011 10101001']],
  octal: [['has three digits per byte', 'A\n😀', '101 012 360 237 230 200']],
  decimal: [['has one number per byte', 'A\n😀', '65 10 240 159 152 128']],
  hexadecimal: [['has two digits per byte', 'J\n😀', '4A 0A F0 9F 98 80']],
  'code-points': [['has four or more digits per code point', 'A\n😀', 'U+0041 U+000A U+1F600']],
  'character-references': [
    ['has one decimal number per code point', 'A\n😀', '&#65;&#10;&#128512;'],
    ['leaves what references cannot represent', '\r\0\u0085\ud800\uffff', '\r\0\u0085\ud800\uffff'],
  ],
  base64: [
    ['encodes the UTF-8 bytes', 'Aé😀', Buffer.from('Aé😀').toString('base64')],
    ['is padded', 'A', 'QQ=='],
  ],
}
for (const [as, rows] of Object.entries(encodings)) {
  describeOperations(`encoded as ${as}`, [{ type: 'encode', as }], [
    ...rows,
    ['is empty for an empty text', '', ''],
  ])
}

/** A row without `to` is a text that stays as it is. */
type Rows = ReadonlyArray<readonly [title: string, from: string, to?: string]>

function describeReading(as: string, rows: Rows, style: OperationFields = {}): void {
  describeTexts(
    `text encoded as ${as}`,
    compileDecoder([{ type: 'encode', as }], style),
    rows.map(([title, from, to = from]) => [title, from, to]),
  )
}

describeReading('binary', [
  ['is read with commas or nothing between', '01000001, 01000010,0100001101000100', 'ABCD'],
  ['is read with a prefix, in either case', '0b01000001 0B01000010', 'AB'],
  ['must have eight digits per byte', '0100001 010000010'],
  ['is left alone among words', 'is 01000001 01000010!'],
])

describeReading('octal', [
  ['is read with a prefix, or without leading zeros', '0o101 0O102 60', 'AB0'],
  ['is read as escapes within words', 'x\\101\\102y \\303\\251', 'xABy é'],
  ['is left alone where a number exceeds a byte', '101 400', 'A 400'],
])

describeReading('decimal', [
  ['is read with commas, semicolons and line breaks', '72, 101; 108,\n108\t111', 'Hello'],
  ['is not read in prices, shares, fractions, dates or times', '$72 72% 65.66 1/65 65:66 -65 +65'],
  ['is not read within a word or an address', 'a65 65a #65 &65 @65 _65 65_ é65'],
  ['is read after a colon, and in quotes', 'It is: 72 105 and "72 105".', 'It is: 72 105 and "Hi".'],
  ['is read after the last colon', 'Now: it is: 72 105.', 'Now: it is: Hi.'],
  ['keeps numbers that are not text, and reads the others', '65, 200, 66; 3, 67', 'A, 200, B; 3, C'],
  ['is read only where a multi-byte character is complete', '195 169, 195', 'é, 195'],
])

describeReading('hexadecimal', [
  ['is read with a prefix for each byte, or for all', '0x41 0X42 0x4344', 'ABCD'],
  ['is read as escapes within words', 'x\\x41\\x42y', 'xABy'],
  ['leaves a word with another prefix', '410b42 0b41'],
  ['must have two digits per byte', '414 4'],
  ['is not read in words of hexadecimal letters', 'decade facade deaf'],
  ['keeps blanks next to escapes', '\\x41 \\x42 43', 'A B C'],
  ['does not join the bytes of two escapes across a blank', '\\xc3 \\xa9'],
])

describeReading('code-points', [
  ['is read in every notation', 'U+0041 u+1F600 \\u0042\\u{43}&#68;&#x45;', 'A😀 BCDE'],
  ['is read from a pair of surrogates, not from a lone one', '\\ud83d\\ude00 \\ud83d', '😀 \\ud83d'],
  ['is read within words, except for U+', 'a\\u0041b aU+0041 U+0041g', 'aAb aU+0041 U+0041g'],
  ['is left alone if a text may not contain the character', 'U+0000 U+D800 U+FFFF U+110000'],
])

const names = { '&amp;': '&', '&Eacute;': 'É', '&lt;': '<' }

describeReading('character-references', [
  ['is decimal or hexadecimal, with any zeros', '&#65;&#x42;&#X43; &#0000000000068;', 'ABC D'],
  ['is read only once', '&amp;lt; &amp;#65; &#38;amp;', '&lt; &#65; &amp;'],
  ['may be a case-sensitive name', '&Eacute;&eacute;&EACUTE; &other;', 'É&eacute;&EACUTE; &other;'],
  ['may lack its semicolon', '&amp &#65 &lt5 &amp=1 AT&T; R&D', '& A <5 &amp=1 AT&T; R&D'],
  ['is Windows-1252 from 128 to 159', '&#128;&#x96;&#159; &#129;', '€–Ÿ &#129;'],
  ['is left alone if a text may not contain the character', '&#0;&#27;&#55296;&#xFFFF;&#1114112;'],
  ['is left alone if its number is too large', `&#${'9'.repeat(400)};`],
  ['does not include other notations', 'U+0041 \\u0041 \\x41 65'],
], { codes: names })

describeReading('base32', [
  // https://www.rfc-editor.org/rfc/rfc4648#section-10
  ...Object.entries({
    f: 'MY======', fo: 'MZXQ====', foo: 'MZXW6===', foob: 'MZXW6YQ=', fooba: 'MZXW6YTB',
    foobar: 'MZXW6YTBOI======',
  }).flatMap(([text, code]): Rows => [
    [`is read as in RFC 4648: ${code}`, code, text],
    [`is read in small letters: ${code}`, code.toLowerCase(), text],
  ]),
  ['may lack padding, and have line breaks', 'JBSWY3DP\nEBLW64TMMQ', 'Hello World'],
  ['is left alone if its unused last bits are not zero', 'MZ======'],
  ['is left alone in both cases, and among words', 'mZXW6YTB is MZXW6YTB'],
  ['is read after a colon', 'Code: MZXW6YTB', 'Code: fooba'],
  ['is no word without a digit', 'ORSXG ABCDEFGH IMPORTANT'],
])

describeReading('percent', [
  // The example of https://www.rfc-editor.org/rfc/rfc2045#section-6.7
  ['is read in mails, with soft line breaks',
    "Now's the time =\r\nfor all folk to come=\r\n to the aid of their country.",
    "Now's the time for all folk to come to the aid of their country."],
  // As Python's quopri and email.header write them.
  ['is read as quoted-printable', '=C2=BFQu=C3=A9 tal=3F =E2=82=AC5 =F0=9F=98=80', '¿Qué tal? €5 😀'],
  ['is read in the heads of mails', '=?utf-8?q?caf=C3=A9_ol=C3=A9?= and =?UTF-8?Q?=C3=A9t=C3=A9?=', 'café olé and été'],
  ['leaves what is not UTF-8', 'caf=C3=A9 =FF =C3', 'café =FF =C3'],
  ['leaves other equals signs', 'a=20 b=C3 c==D4 =\n 5 ?x=12'],
])

test('Base32 is written as in RFC 4648', () => {
  const vectors = { '': '', f: 'MY======', fo: 'MZXQ====', foob: 'MZXW6YQ=', foobar: 'MZXW6YTBOI======' }
  for (const [text, code] of Object.entries(vectors)) assert.equal(encoders.base32(text), code)
})

describeReading('base64', [
  ['is read as a whole, wherever its lines are broken', ' SGVs\r\nbG8= \n', 'Hello'],
  ['is read in both alphabets, padded or not', 'w7_Dvw', 'ÿÿ'],
  ['is read in a list of words', 'SGVsbG8h, d29ybGQ=', 'Hello!, world'],
  ['is left alone among words', 'say SGVsbG8h or QUJDRA=='],
  ['is left alone if one letter is left over', 'QUJDR'],
  ['is left alone if its unused last bits are not zero', 'SGVsbG9='],
  ['is left alone if its bytes are not text', '/////w== AAAAAAAA'],
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
  ['reads other signs as its own', '•- -•••', 'AB'],
  ['reads additional codes, and replaces the texts of some', '. ..-.. •', 'XÉX'],
  ['keeps accents', '.-\u0301', 'Á'],
])
describeTexts('decode of a cipher', compileDecoder([cipher]), [
  ['keeps accents', 'x\u0301ź', 'áé'],
  ['leaves emoji', '2 2\ufe0f\u20e3', '1 2\ufe0f\u20e3'],
  ['leaves the letters of another language', 'xq', 'aq'],
  ['reads the letters of a language in that language', 'xq', 'aı', 'tr'],
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
    // Separators or signs without a table, or more than one of them after it.
    [apart],
    [run],
    [letters, run, apart],
    [letters, apart, apart],
    // An operation between a table and its separators treats codes as text.
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

  test('gives the first of several characters, in the case that the table names', () => {
    const upper = invert(table({ A: '1', I: '2', i: '2', İ: '3', B: '4', C: '4' }), 'tr', [])
    assert.deepEqual([...upper.characters], [['1', 'A'], ['2', 'I'], ['3', 'İ'], ['4', 'B']])
    const lower = invert(table({ a: '1', A: '1', B: '2', b: '2' }), 'en', [])
    assert.deepEqual([...lower.characters.values()], ['a', 'b'])
  })

  test('gives the opening sign where a word begins, unless a straight sign serves for both', () => {
    const paired = invert(table({ '?': '1', '¿': '1', '(': '2', ')': '2' }), 'es', [])
    assert.deepEqual([...paired.characters.values()], ['?', ')'])
    assert.deepEqual([...paired.openings.values()], ['¿', '('])
    assert.equal(invert(table({ '"': '1', '«': '1', '»': '1' }), 'es', []).openings.size, 0)
  })
})

/** A braille that is written in ASCII. */
const brailleCharacters = {
  ...{ a: 'w', b: 'x', c: 'y', ç: 'ys', d: 'w~', e: 'z', É: 'z', '\u0301': 'v' },
  ...{ ',': 'k', '.': 'p', '…': 'ppp', '-': 'h', '?': 'q', '¿': 'q', '(': 'g', ')': 'g' },
}
const braille: OperationFields = { type: "map", characters: brailleCharacters, caseFallback: true }
/** The same with digits: the codes of 1 and 2 are those of a and b, after a sign for digits. */
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
  ['are read as the longest ones possible', 'w~ww', 'daa'],
  ['are read one by one where they would form another code', 'ppp ys', '... cs'],
  ['are opening signs at the start of a word', 'qwq wqw qwhqw gwg', '¿a? a?a ¿a-¿a (a)'],
  ['are opening signs after other opening signs', 'qgqw', '¿(¿a'],
  ['are closing ones where no word follows', 'q w q', '? a ?'],
  ['are composed with their marks', 'wv', 'á'],
  ['leave the rest as it was sent', 'n\u0303 ñ\ud83d 👍', 'n\u0303 ñ\ud83d 👍'],
])

describeTexts('digits after their sign', compileDecoder([withDigits, digits]), [
  ['are digits until something else comes', '#wx wx', '12 ab'],
  ['continue after a joiner', '#wkxkw#wky', '1,2,11,c'],
  ['end at their stop', '#w;w #wk;w', '1a 1,a'],
  ['keep a stop where none is needed', '#w;y #wk;y #w;', '1;c 1,;c 1;'],
  ['need a digit after the sign', '# #k #y', '# #, #c'],
])

describeTexts('capitals', compileDecoder([withDigits, digits, { ...capitals, many: '^^' }]), [
  ['are one after the sign for one, and many after the sign for many', '^wx ^^wx wx', 'Ab AB ab'],
  ['end at anything but a letter', '^^wxkw ^^w#wx', 'AB,a A12'],
  ['end at their stop', '^^wx!y ^^wx!k', 'ABc AB!,'],
  ['can have codes of their own', '^z ^^zw', 'É ÉA'],
  ['need a letter after the sign', '^ ^k ^^k', '^ ^, ^^,'],
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
  ['form words, separated by a sign or a wider gap', '. / . ./.  .', 'E EE E E'],
  ['are not joined across a blank', '. - .-', 'ETA'],
  ['keep line breaks and tabs, not the blanks next to them', '. \n .\t-\u00a0-', 'E\nE\tT\u00a0T'],
  ['keep words that are not codes, with their blanks', '. is  . or', 'E is  E or'],
  ['lose the blanks next to punctuation that has no code', '. , .- ?', 'E,A?'],
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
  ['are not read within a word or a number', 'b8-1 8-1b é8 8é 𝟖8 18', 'b8-1 8-1b é8 8é 𝟖8 18'],
  ['are read next to other signs', '(8-1), 8-1-!', '(ha), ha-!'],
])
