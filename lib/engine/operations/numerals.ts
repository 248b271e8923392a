import { onText } from '../draft.ts'
import { integer, list, text } from '../fields.ts'
import type { Fields } from '../fields.ts'
import { longest, withoutMappings } from '../operation.ts'
import type { Operation } from '../operation.ts'

/** Reads `numerals`: writes each whole number from 1 to 3999 in Roman numerals (U+2160 on). */
export function readNumerals(fields: Fields): Operation {
  fields.read({})
  return {
    ...withoutMappings,
    type: 'numerals',
    effect: 'rewrites',
    compile: () => onText(writeRomanNumerals),
    // MMMDCCCLXXXVIII has fifteen letters for four digits.
    growth: () => ({ factor: 4, added: 0 }),
    // Ⅿ is 1000.
    inverse: () => ({ kind: 'step', step: onText(readRomanNumerals), factor: 4 }),
    toJSON: () => ({ type: 'numerals' }),
  }
}

/** Reads `numbers`: writes whole numbers, `first` and those that follow it, as these texts. */
export function readNumbers(fields: Fields): Operation {
  const { first, texts } = fields.read({ first: integer(0, mostNumber), texts: list(1, text) })
  return {
    ...withoutMappings,
    type: 'numbers',
    effect: 'rewrites',
    compile: () => onText((input) => replaceNumbers(input, (number) => texts[number - first])),
    growth: () => ({ factor: longest(texts), added: 0 }),
    toJSON: () => ({ type: 'numbers', first, texts }),
  }
}

const mostNumber = 3999

const numerals = [
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

function writeRomanNumerals(text: string): string {
  return replaceNumbers(text, (number) => (number === 0 ? undefined : romanNumeral(number)))
}

/** `text` with each whole number up to 3999 for which there is a text replaced by it. */
function replaceNumbers(text: string, textOf: (number: number) => string | undefined): string {
  // The digit of a keycap is an emoji, and 3.14, 1,234 and 007 are no whole numbers.
  return text.replace(/(?<!\d[.,:]?)(?:0|[1-9]\d{0,3})(?![.,:]?\d|[\ufe0f\u20e3])/g, (digits) => {
    const number = Number(digits)
    return number > mostNumber ? digits : (textOf(number) ?? digits)
  })
}

function romanNumeral(number: number): string {
  // Twelve and below have a character each, which the last piece of a larger number takes, too.
  if (number <= 12) return String.fromCodePoint(0x215f + number)
  let rest = number
  let roman = ''
  for (const [numeral, value] of numerals) {
    while (rest >= value) {
      roman += numeral
      rest -= value
    }
  }
  return rest === 0 ? roman : roman + romanNumeral(rest)
}

/** Numerals of their own characters, and words of two or more capitals that look like them. */
const romanNumerals = new RegExp(
  [
    '[\\u2160-\\u216f]+',
    '[\\u2170-\\u217f]+',
    '(?<![\\p{L}\\p{M}\\p{N}])[IVXLCDM]{2,}(?![\\p{L}\\p{M}\\p{N}])',
  ].join('|'),
  'gu',
)

function readRomanNumerals(text: string): string {
  return text.replace(romanNumerals, (numeral) => {
    const letters = numeral.normalize('NFKC').toUpperCase()
    const number = valueOf(letters)
    // IIII and VX are no numerals, and DDDM would be a number below zero.
    const isInRange = number >= 1 && number <= mostNumber
    const isNumeral = isInRange && romanNumeral(number).normalize('NFKC') === letters
    return isNumeral ? String(number) : numeral
  })
}

function valueOf(letters: string): number {
  let sum = 0
  let highest = 0
  for (const letter of [...letters].reverse()) {
    const value = [1, 5, 10, 50, 100, 500, 1000]['IVXLCDM'.indexOf(letter)] ?? 0
    sum += value < highest ? -value : value
    highest = Math.max(highest, value)
  }
  return sum
}
