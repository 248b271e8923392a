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
  ['Ⅸ', 9],
  ['Ⅴ', 5],
  ['Ⅳ', 4],
  ['Ⅰ', 1],
] as const

function writeRomanNumerals(text: string): string {
  // The digit of a keycap is an emoji.
  return text.replace(/(?<!\d)\d+(?![\d\ufe0f\u20e3])/g, (digits) => {
    let rest = Number(digits)
    if (rest < 1 || rest > 3999) return digits
    // Twelve and below have a character each.
    if (rest <= 12) return String.fromCodePoint(0x215f + rest)
    let roman = ''
    for (const [numeral, value] of numerals) {
      while (rest >= value) {
        roman += numeral
        rest -= value
      }
    }
    return roman
  })
}
