import { normalize } from '../text.ts'
import { createTokenizer, linesOf, readGiven, wordSigns } from './code-lines.ts'

/**
 * Reads Roman numerals: their own characters everywhere; letters in lines of nothing else, in
 * either case; and capitals that are hardly a word after a colon or in quotes.
 */
export function readRomanNumerals(text: string): string {
  const lines = linesOf(text, tokensOf)
  const isAlone = lines.every(({ isPure }) => isPure)
  const readLine = ({ line, tokens, isPure }: (typeof lines)[number]): string => {
    const areCodes = isPure && (isAlone || tokens.filter(({ kind }) => kind === 'word').length > 1)
    if (areCodes) return tokens.map((token) => token.plain ?? token.text).join('')
    const read = readGiven(line, (part) => (inSentence.test(part) ? decimalOf(part) : undefined))
    return read.replace(/[\u2160-\u216f]+|[\u2170-\u217f]+/g, (numeral) => {
      return decimalOf(numeral.normalize('NFKC').toUpperCase()) ?? numeral
    })
  }
  return lines.map((line) => readLine(line) + line.end).join('')
}

const tokensOf = createTokenizer((word) => {
  return /^\d+$/.test(word) ? word : decimalOf(word, additive)
}, wordSigns)

/** Capitals that are a number, but not MIX, CD or XL. */
const inSentence = /^(?:[IVX]{2,}|[IVXLCDM]{4,})$/

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
