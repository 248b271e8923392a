import { createTokenizer, linesOf, wordSigns } from './code-lines.ts'
import type { Token } from './code-lines.ts'

const tokensOf = createTokenizer(wordSigns)

/**
 * Reads Roman numerals: their own characters everywhere; letters in lines of nothing else, in
 * either case; and in a sentence, capitals that are hardly a word.
 */
export function readRomanNumerals(text: string): string {
  const lines = linesOf(text).map(([line, end]) => {
    const tokens = tokensOf(line)
    const words = tokens.filter(({ kind }) => kind === 'word')
    const isPure = words.every((word) => /^\d+$/.test(word.text) || numberOf(word.text, 4) !== 0)
    return { tokens, end, isPure, count: words.length }
  })
  const isAlone = lines.every(({ isPure }) => isPure)
  return lines
    .map(({ tokens, end, isPure, count }) => {
      const areCodes = isPure && (isAlone || count > 1)
      return (areCodes ? tokens.map(readAlone) : readSentence(tokens)).join('') + end
    })
    .join('')
}

function readAlone({ kind, text }: Token): string {
  return kind === 'word' && !/\d/.test(text) ? String(numberOf(text, 4)) : text
}

/** Capitals that are a number, but not MIX, CD or XL; French and English put letters after them. */
const inSentence =
  /^([IVX]{2,}|[IVXLCDM]{4,}|I(?=er|re|ère))((?:ère|ème|er|re|e|nde?|rd|st|th|ᵉʳ|ʳᵉ|ᵉ|º|ª)?)$/u

function readSentence(tokens: readonly Token[]): readonly string[] {
  const numbers = tokens.map(({ text }) => {
    const [, numeral = '', ending = ''] = inSentence.exec(text) ?? []
    const number = numberOf(numeral, 3)
    return number === 0 ? undefined : `${String(number)}${ending}`
  })
  return tokens.map(({ text }, index) => {
    const known = numbers[index]
    if (known !== undefined) return known
    // A single letter is read beside another numeral: I, II.
    const isBeside = numbers[index - 2] !== undefined || numbers[index + 2] !== undefined
    if (/^[IVX]$/.test(text) && isBeside) return String(numberOf(text, 3))
    return text.replace(/[\u2160-\u216f]+|[\u2170-\u217f]+/g, (numeral) => {
      return String(numberOf(numeral.normalize('NFKC').toUpperCase(), 3) || numeral)
    })
  })
}

const values = [1, 5, 10, 50, 100, 500, 1000]

/** Returns the value of a numeral with at most `most` equal letters in a row; 0 for others. */
function numberOf(word: string, most: 3 | 4): number {
  const written = word.normalize('NFKC')
  const letters = written.toUpperCase()
  const form = most === 3 ? strict : additive
  if (!form.test(letters) || (letters !== written && letters.toLowerCase() !== written)) return 0
  let sum = 0
  let highest = 0
  for (const letter of [...letters].reverse()) {
    const value = values['IVXLCDM'.indexOf(letter)] ?? 0
    sum += value < highest ? -value : value
    highest = Math.max(highest, value)
  }
  return sum
}

const strict = /^M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/
/** As on clocks: IIII for IV. */
const additive = /^M{0,4}(?:CM|CD|D?C{0,4})(?:XC|XL|L?X{0,4})(?:IX|IV|V?I{0,4})$/
