import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loadShipped } from '../support/shared-catalogue.ts'
import { show } from '../support/texts.ts'

/** A bound of a decoder: what it reads, and how, and what it leaves as it is. */
type Bound = readonly [
  slug: string,
  bound: string,
  read: Readonly<Record<string, string>>,
  unread: readonly string[],
]

/** The texts are just inside and just outside of each bound. */
const bounds: readonly Bound[] = [
  ['plain-text', 'three marks on a letter that is restored',
    { '𝐚\u0358\u0321\u0358': 'a', '𝐚\u0321\u0358': 'a\u0321\u0358' }, []],
  ['plain-text', 'three marks on a plain letter', { 'x\u0358\u0321\u0358': 'x' },
    ['x\u0358\u0321', 'x\u0358\u0321\ufe0f']],
  ['plain-text', 'three superscript letters', { 'ᵃᵇᶜ': 'abc', 'say ᵃᵇᶜ cd': 'say abc cd' },
    ['ᵃᵇ', 'ab ᵃᵇ cd']],
  ['plain-text', 'four styled letters with blanks between them, or eight with a wider gap',
    { 'ａ ｂ ｃ ｄ': 'abcd', 'a b c d  e f g h': 'abcd efgh' },
    ['a b c d', 'a b c  d e f g', 'A B C D  E F G H', 'é è ê ë']],
  ['plain-text', 'three letters with signs between them', { 'a★b★c': 'abc' }, ['a★b']],
  ['plain-text', 'ornaments on both sides', { '★ ab ★': 'ab' }, ['★ ab', 'ab ★']],
  ['plain-text', 'one turned letter in four', { 'ɐɔoxzsoo': 'ooszxoca', 'ɐɔ oxzsoo': 'ooszxo ca' },
    ['ɐɔoxzsoox', 'ɐɔ oxzsoox']],
  ['upside-down-decoder', 'a Latin or turned letter beside signs of mathematics',
    { '∀ɐ': 'aA', '∀Ǝ': 'EA' }, ['∀']],
  ['plain-text', 'eight binary digits', { '01101000': 'h' }, ['0110100']],
  ['plain-text', 'eight signs of hexadecimal bytes', { '61 6a 6b': 'ajk', '616a6b62': 'ajkb' },
    ['616a 6b', '61 6a']],
  ['plain-text', 'four digits of a code point', { 'U+0041': 'A', '%u0041': 'A' }, ['U+041', 'U+41', 'U+9']],
  ['plain-text', 'two escapes in an address', { 'a%20b%20c': 'a b c', 'caf%C3%A9': 'café' },
    ['a%20b', 'a%2-b%20c', 'a%20b%2-c', 'caf%C3%A']],
  ['plain-text', 'eight letters of Base64, with a digit', { 'SGVsbG8g': 'Hello ', 'aGVsbG8=': 'hello' },
    ['aGVsbG8', 'QUJDREVG']],
  ['plain-text', '16 letters of Base64, without a digit', { dXMgYWxsIGxhdGVy: 'us all later' },
    ['dGltZSBhbGwgdGk']],
  ['tap-code-decoder', 'more than one dot', { '. ..': 'b', '.. ..': 'g' }, ['. .', '. . . .', '. .. .']],
  ['tap-code-decoder', 'two pairs below other lines', { 'words\n23 15': 'words\nhe', 11: 'a' },
    ['words\n23', 'words\n23 15 1', '111', '1', '2 3 1 5']],
  ['phone-keypad-decoder', 'five digits in runs of two or more',
    { 44333: 'HF', 22333: 'BF', 222333: 'CF', 44: 'H' }, ['4433', '2023', '20233', '23456', '223']],
  ['bacon-decoder', 'whole groups of five', { aaaaa: 'A', aaaaaaaaab: 'AB' }, ['aaaa', 'aaaaaaaaabb']],
  ['polybius-decoder', 'six digits side by side', { 231531: 'HEL', '23 15': 'HE' }, ['2315', '23153']],
  ['polybius-decoder', 'one more sign between words than within them',
    { '23/15//31': 'HE L', '23,,15,,,31': 'HEL' }, []],
  ['morse-decoder', 'two blanks and three, but not three and four',
    { '.-  -...   -.-.': 'AB C', '.-   -...    -.-.': 'ABC' }, []],
  ['morse-decoder', 'one code in a text of its own, two in a line', { '.': 'E', 'words\n. .': 'words\nEE' },
    ['words\n.']],
  ['morse-decoder', 'three codes in lines of their own', { '.\n-\n.': 'ETE', '.\n-': 'E\nT' }, []],
  ['morse-decoder', 'two codes of both signs, or three of them, in a sentence',
    { 'is .- -... ok': 'is AB ok', 'is ... --- ... ok': 'is SOS ok' },
    ['is .- ok', 'is ... --- ok', 'is ... ... ... ok', 'is ... - --- ok', 'is ... - ok']],
  ['nato-decoder', 'three words in a sentence', { 'the Alfa Romeo Bravo ok': 'the ARB ok' },
    ['the Alfa Romeo ok', 'the Alfa ok']],
  ['spelling-french-decoder', 'five names in a sentence',
    { 'le Louis Joseph Xavier François Nicolas ok': 'le LJXFN ok' },
    ['le Louis Joseph Xavier François ok']],
  ['a1z26-decoder', 'four numbers in a sentence, one of two digits',
    { 'is 8-5-12-12 ok': 'is HELL ok', 'is 8-5-11-2 ok': 'is HEKB ok' },
    ['is 8-5-12 ok', 'is 8-5-1-2 ok']],
  ['a1z26-decoder', 'three numbers with other signs, or with zeros',
    { '8:5:12': 'HEL', '8:5': 'H:E', '08 05 12': 'HEL', '08-05-12': 'HEL' },
    ['08 05', '08-05', '08-5-12']],
  ['unicode-escapes-decoder', 'one to six digits in braces',
    { '\\u{9}.': '\t.', '\\u{01f600}': '😀', '\\N{U+9}.': '\t.', '\\N{U+01f600}': '😀' },
    ['\\u{}', '\\u{001f600}', '\\u{10ffff}', '\\N{U+}', '\\N{U+001f600}']],
  ['unicode-escapes-decoder', 'one to seven digits of a reference, six hexadecimal ones',
    { '&#9;.': '\t.', '&#0000065;': 'A', '&#x9;.': '\t.', '&#x000041;': 'A' },
    ['&#;', '&#00000065;', '&#x;', '&#x0000041;']],
  ['unicode-escapes-decoder', 'two to six digits after U+',
    { 'U+09': '\t', 'U+41': 'A', 'U+000041': 'A' }, ['U+9', 'U+4', 'U+0000041']],
  ['octal-decoder', 'one to three digits, or four with a zero',
    { '110 7 151': 'H 7 i', '0110 0151': 'Hi', 110151: 'Hi', '51 51': '))' },
    ['110 1101 151', '1101', '0o 110', '01100151']],
  ['decimal-decoder', 'seven digits', { '0000072': 'H', '0000072 0000105': 'Hi', 128512: '😀' },
    ['00000072', '00000072 00000105', '1114111']],
  ['decimal-decoder', 'two numbers, or four of three digits, mostly letters, in a sentence',
    {
      'is 72 105 ok': 'is Hi ok',
      'is 72 105 33 ok': 'is Hi! ok',
      'is 072101108108 ok': 'is Hell ok',
    },
    ['is 72 ok', 'is 72 33 ok', 'is 72 105 33 33 ok', 'is 072101108 ok']],
  ['binary-decoder', 'eight digits, two groups of four, seven, or six to eight',
    {
      '01000001': 'A',
      '0100 0001': 'A',
      1000001: 'A',
      '1000001 100000': 'A ',
      '100000 100001': ' !',
    },
    ['0100 0001 0100', '10000 100001', '010000001 010000001', '100001']],
  ['binary-decoder', 'two bytes, or four side by side, in a sentence',
    {
      'is 01000001 01000010 ok': 'is AB ok',
      'is 01000001010000100100001101000100 ok': 'is ABCD ok',
    },
    ['is 01000001 ok', 'is 010000010100001001000011 ok']],
  ['hexadecimal-decoder', 'two words of bytes, or four bytes, in a sentence',
    { 'is 48 65 ok': 'is He ok', 'is 48656c6c ok': 'is Hell ok', 'words\n48 65': 'words\nHe', 48: 'H' },
    ['is 48 ok', 'is 48656c ok', 'words\n48']],
  ['base64-decoder', 'eight letters in a sentence, or padding after six',
    {
      'say aGVsbG8h now': 'say hello! now',
      'say aGVsbG8= now': 'say hello now',
      'say aGVsbA== now': 'say hell now',
    },
    ['say aGVsbG8 now', 'say YWJjZA now', 'say aGVs now', 'say YWI= now', 'say aGVsbG8h%x now']],
  ['base64-decoder', 'an even number of bytes of UTF-16', { QQBCAEMA: 'ABC' }, ['QQBCAEM=']],
  ['url-decoder', 'an escape of two digits in a word with a plus', { 'a+b%20': 'a b ' }, ['a+b%2']],
  ['roman-numerals-decoder', 'four of a sign, in a text of its own',
    { IIII: '4', VIIII: '9', LXXXX: '90', DCCCC: '900', MMMM: '4000', I: '1' },
    ['IIIII', 'VIIIII', 'LXXXXX', 'DCCCCC', 'MMMMM', 'words\nI']],
  ['roman-numerals-decoder', 'two small capitals or four others, three of a sign, in a sentence',
    { 'the II ok': 'the 2 ok', 'the MMMI ok': 'the 3001 ok', 'the MDCX ok': 'the 1610 ok' },
    ['the I ok', 'the MMM ok', 'the MDC ok', 'the MMMM ok', 'the VIIII ok', 'the MCCCC ok']],
]

describe('the bound of a decoder', () => {
  for (const [slug, bound, read, unread] of bounds) {
    test(`${slug}: ${bound}`, () => {
      const rows = [...Object.entries(read), ...unread.map((text) => [text, text] as const)]
      for (const [text, expected] of rows) {
        const output = loadShipped().catalogue.get(slug)?.transform(text, 'en') ?? assert.fail(slug)
        assert.equal(output, expected, `${show(text)} became ${show(output)}`)
      }
    })
  }
})

describe('a Roman numeral', () => {
  const decode = (text: string): string =>
    loadShipped().catalogue.get('roman-numerals-decoder')?.transform(text, 'en') ?? ''
  /** How the digits 0 to 9 are written with the signs for one, five and ten. */
  const digitsOf = (one: string, five: string, ten: string): readonly string[] =>
    ['', 'a', 'aa', 'aaa', 'ab', 'b', 'ba', 'baa', 'baaa', 'ac'].map((digit) =>
      digit.replaceAll('a', one).replaceAll('b', five).replaceAll('c', ten))
  const places = [digitsOf('M', '', ''), digitsOf('C', 'D', 'M'), digitsOf('X', 'L', 'C'), digitsOf('I', 'V', 'X')]
  const write = (number: number): string =>
    Array.from(String(number).padStart(4, '0'), (digit, at) => places[at]?.[Number(digit)]).join('')
  const numbers = Array.from({ length: 3_999 }, (_, index) => index + 1)
  const known = new Map(numbers.map((number) => [write(number), String(number)]))

  test('is read from 1 to 3999 in lines of its own, in either case', () => {
    const [numerals, expected] = [[...known.keys()].join('\n'), numbers.join('\n')]
    assert.ok(decode(numerals) === expected)
    assert.ok(decode(numerals.toLowerCase()) === expected)
  })

  test('is read in a sentence exactly if it is well-formed and can hardly be a word', () => {
    const words = ['']
    for (const word of words) {
      if (word.length < 4) words.push(...Array.from('IVXLCDM', (sign) => word + sign))
    }
    for (const word of [...words.slice(1), ...known.keys()]) {
      const isSure = /^(?:[IVX]{2,}|.{4,})$/.test(word)
      const expected = (isSure ? known.get(word) : undefined) ?? word
      assert.equal(decode(`the ${word} ok`), `the ${expected} ok`)
    }
  })
})
