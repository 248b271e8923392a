import { normalize } from '../text.ts'
import { createTokenizer, linesOf, wordSigns } from './code-lines.ts'
import type { Token } from './code-lines.ts'

/**
 * Reads Roman numerals: their own characters everywhere; letters in lines of nothing else, in
 * either case; and in a sentence, capitals that are hardly a word.
 */
export function readRomanNumerals(text: string): string {
  const lines = linesOf(text, tokensOf)
  const isAlone = lines.every(({ isPure }) => isPure)
  const readLine = ({ tokens, isPure }: (typeof lines)[number]): readonly string[] => {
    const areCodes = isPure && (isAlone || tokens.filter(({ kind }) => kind === 'word').length > 1)
    return areCodes ? tokens.map((token) => token.plain ?? token.text) : readSentence(tokens)
  }
  return lines.map((line) => readLine(line).join('') + line.end).join('')
}

const tokensOf = createTokenizer((word) => {
  return /^\d+$/.test(word) ? word : decimalOf(word, additive)
}, wordSigns)

/** Capitals that are a number, but not MIX, CD or XL; French and English put letters after them. */
const inSentence =
  /^([IVX]{2,}|[IVXLCDM]{4,}|I(?=er|re|ère))((?:ère|ème|er|re|e|nde?|rd|st|th|ᵉʳ|ʳᵉ|ᵉ|º|ª)?)$/u

function readSentence(tokens: readonly Token[]): readonly string[] {
  const numbers = tokens.map(({ text }) => {
    const [, numeral = '', ending = ''] = inSentence.exec(text) ?? []
    const number = decimalOf(numeral)
    return number && number + ending
  })
  return tokens.map(({ text }, index) => {
    // A single letter is read beside another numeral: I, II.
    const isBeside = numbers[index - 2] !== undefined || numbers[index + 2] !== undefined
    const known = numbers[index] ?? (/^[IVX]$/.test(text) && isBeside ? decimalOf(text) : undefined)
    if (known !== undefined) return known
    return text.replace(/[\u2160-\u216f]+|[\u2170-\u217f]+/g, (numeral) => {
      return decimalOf(numeral.normalize('NFKC').toUpperCase()) ?? numeral
    })
  })
}

const strict = /^M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/
/** As on clocks: IIII for IV. */
const additive = /^M{0,4}(?:CM|CD|D?C{0,4})(?:XC|XL|L?X{0,4})(?:IX|IV|V?I{0,4})$/

const values = [1, 5, 10, 50, 100, 500, 1000]

/** Returns the value of a numeral in letters of one case; `undefined` for other words. */
function decimalOf(word: string, form = strict): string | undefined {
  const written = normalize(word, 'NFKC')
  const letters = written.toUpperCase()
  const isOfOneCase = letters === written || letters.toLowerCase() === written
  if (word === '' || !form.test(letters) || !isOfOneCase) return undefined
  let [sum, highest] = [0, 0]
  for (const letter of [...letters].reverse()) {
    const value = values['IVXLCDM'.indexOf(letter)] ?? 0
    sum += value < highest ? -value : value
    highest = Math.max(highest, value)
  }
  return String(sum)
}
