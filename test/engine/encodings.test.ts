import { compileDecoder, describeTexts } from '../support/operations.ts'
import type { OperationFields } from '../support/operations.ts'

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
  ['is a byte at most', '101 400 \\477', 'A 400 \\477'],
])

describeReading('decimal', [
  ['is read with commas, semicolons and line breaks', '72, 101; 108,\n108\t111', 'Hello'],
  ['is no price, share, fraction, date or time', '$72 72% 65.66 1/65 65:66 -65 +65'],
  ['is no part of a word or an address', 'a65 65a #65 &65 @65 _65 65_ é65'],
  ['is read before the end of a sentence', 'It is 65. 66.', 'It is A. B.'],
  ['keeps what stands beside a byte that is none', '65, 200, 66; 3, 67', 'A, 200, B; 3, C'],
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
  ['ends in a semicolon', '&amp &#65 AT&T; R&D'],
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
