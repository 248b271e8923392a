import { onText } from '../draft.ts'
import type { Fields } from '../fields.ts'
import { withoutMappings } from '../operation.ts'
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
    toJSON: () => ({ type: 'numerals' }),
  }
}

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
  // The digit of a keycap is an emoji, and Rome has no 3.14, 1,234 or 007.
  return text.replace(/(?<!\d[.,:]?)[1-9]\d{0,3}(?![.,:]?\d|[\ufe0f\u20e3])/g, (digits) => {
    const number = Number(digits)
    return number > 3999 ? digits : romanNumeral(number)
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
