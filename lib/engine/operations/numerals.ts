import { onText } from '../draft.ts'
import { integer, list, text, textLike } from '../fields.ts'
import { defineOperation } from '../operation.ts'

/** `numerals`: writes each whole number from 1 to 3999 in Roman numerals (from U+2160). */
export const numerals = defineOperation({ layer: 'letters' }, {}, () => ({
  isByLine: true,
  compile: () => onText(writeRomanNumerals),
  inverse: ({ decoding }) => ({ kind: 'step', step: onText(decoding().readRomanNumerals) }),
}))

const mostNumber = 3999

/** `numbers`: writes whole numbers, `first` and those that follow it, as these texts. */
export const numbers = defineOperation(
  { layer: 'letters', kind: 'numbers' },
  { first: integer(0, mostNumber), texts: list(1, text) },
  ({ first, texts }) => ({
    isByLine: true,
    compile: () => onText((input) => replaceNumbers(input, (number) => texts[number - first])),
    restoreEntries: () => texts.map((one, index) => [one, String(first + index)]),
  }),
)

const romanValues = [
  ['Ⅿ', 1000],
  ['ⅭⅯ', 900],
  ['Ⅾ', 500],
  ['ⅭⅮ', 400],
  ['Ⅽ', 100],
  ['ⅩⅭ', 90],
  ['Ⅼ', 50],
  ['ⅩⅬ', 40],
  ['Ⅹ', 10],
] as const

function writeRomanNumerals(input: string): string {
  return replaceNumbers(input, (number) => (number === 0 ? undefined : romanNumeral(number)))
}

/** Replaces each whole number up to 3999 that has a text. */
function replaceNumbers(input: string, textOf: (number: number) => string | undefined): string {
  return input.replace(wholeNumber, (written) => {
    const number = Number(written.replace(/\D/g, ''))
    const text = number > mostNumber ? undefined : textOf(number)
    return text === undefined ? written : text + written.replace(/\d/g, '')
  })
}

/** Characters that are not seen, and so separate neither digits nor letters. */
const unseen = '(?:(?![\\p{M}\\p{White_Space}])[\\p{Cc}\\p{Cf}\\p{DI}])*'

// The digit of a keycap is an emoji, and 3.14, 1,234 and 007 are not whole numbers.
const wholeNumber = new RegExp(
  [
    `(?=\\d)(?<!\\d${unseen}(?:[.,:]${unseen})?)(?:0|[1-9](?:${unseen}\\d){0,3})`,
    `(?!${unseen}(?:[.,:]${unseen})?\\d|[\\ufe0f\\u20e3])`,
  ].join(''),
  'gu',
)

function romanNumeral(number: number): string {
  // Numbers up to 12 have a character each, which also ends a larger number.
  if (number <= 12) return String.fromCodePoint(0x215f + number)
  let rest = number
  let roman = ''
  for (const [numeral, value] of romanValues) {
    while (rest >= value) {
      roman += numeral
      rest -= value
    }
  }
  return rest === 0 ? roman : roman + romanNumeral(rest)
}

/** `flags`: turns words that are one of the codes (ISO 3166), in capitals, into flags. */
export const flags = defineOperation(
  { layer: 'letters', kind: 'flags' },
  { codes: textLike(/^[A-Z]{2}(?: [A-Z]{2})*$/, 'codes of two capitals, separated by spaces') },
  ({ codes }) => ({
    isByLine: true,
    compile: () => onText((input) => writeFlags(input, codes.split(' '))),
  }),
)

// https://www.unicode.org/reports/tr51/#Flags
function writeFlags(input: string, codes: readonly string[]): string {
  return input.replace(twoCapitals, (written) => {
    const word = written.replace(/[^A-Z]/g, '')
    // ISO 3166 reserves UK for the United Kingdom, whose only flag is that of GB.
    const code = word === 'UK' ? 'GB' : word
    if (!codes.includes(code)) return written
    const flag = code.replace(/./g, (letter) => {
      return String.fromCodePoint(0x1f1a5 + letter.charCodeAt(0))
    })
    return flag + written.replace(/[A-Z]/g, '')
  })
}

const inWord = '(?!\\p{DI})[\\p{L}\\p{M}\\p{N}]'
const twoCapitals = new RegExp(
  `(?=[A-Z])(?<!${inWord}${unseen})[A-Z]${unseen}[A-Z](?!${unseen}${inWord})`,
  'gu',
)
