import type { Mapping } from '../mapping.ts'
import { memoize } from '../memo.ts'
import { toNfc } from '../text.ts'
import { createTokenizer, isCode, withoutBrackets } from './code-lines.ts'
import type { ReadWord, Token } from './code-lines.ts'
import { createCountReader, createRowReader } from './counted-codes.ts'

/**
 * Returns functions about the words of a code with separators: in either case, and in the other
 * notations of the code.
 */
export function createCodeWords(
  mapping: Mapping,
  separator: string,
  characters: ReadonlyMap<string, string>,
  signs: ReadonlyMap<string, string>,
) {
  const isSpaced = separator === ' '
  const blank = mapping.get(' ')
  // A blank that is a number, as on the keypad of a phone, is a code like others.
  const single = [...characters].filter(([code]) => {
    return (code !== blank || /\d/.test(code)) && !code.includes(separator)
  })
  const codes = new Map(single.map(([code, plain]) => [code.toUpperCase(), plain]))
  const all = [...codes.keys()]
  const compounds = all.filter((code) => /^\p{L}.*-/u.test(code))
  const others = all.filter((code) => !compounds.includes(code))
  const ownSigns = [...signs.keys()].filter((sign) => signs.get(sign) !== blank)
  /** The characters of codes without a separator inside. */
  const known = new Set([...others, ...ownSigns].flatMap((code) => [...code]))
  const isOfNumbers = others.every((code) => /^\d/.test(code))

  /** Writes the signs of others as those of the code. */
  const normalize = (word: string): string =>
    Array.from(word, (sign) => signs.get(sign) ?? sign).join('')
  const findExactly = (word: string): string | undefined => codes.get(word.toUpperCase())
  const find = (word: string): string | undefined =>
    findExactly(word) ?? findExactly(normalize(word))
  const isEncoded = (word: string): boolean => [...word].some((one) => mapping.has(one))
  const readRow = createRowReader(all, find)
  /** Reads a code in any notation. X Ray is X-ray. */
  const read = memoize((word: string): string | undefined => {
    const inRow = isSpaced ? (findMarked(word, find) ?? readRow(word)) : undefined
    return find(word) ?? inRow ?? find(word.replace(' ', '-'))
  }, 2_000)
  const inText = compounds.map((code) => code.replace('-', '[ -]'))
  const tokensOf = createTokenizer(read, known, inText)

  return {
    isSpaced,
    /** The code of a blank between words. */
    blank,
    isOfNumbers,
    hasLetters: all.some((code) => /\p{L}/u.test(code)),
    /** How many codes may be names: people have up to five (Louis Joseph Xavier). */
    mostNames: others.some((code) => /[^\0-\x7f]\p{L}/u.test(code)) ? 5 : 3,
    tokensOf,
    readCounts: createCountReader(codes, normalize),
    normalize,
    read,
    /** Returns codes without what is around them: [8] [5], or H for Hotel; or the text. */
    bareCodes: (text: string): string => {
      // Phones write two hyphens as a dash.
      const dashes = text.includes('-') && signs.get('—') === '-' ? '--' : '—'
      const words = withoutBrackets(text).replace(naming, ' ').replaceAll('—', dashes)
      if (words === text) return text
      const areCodes = tokensOf(words).every((token) => token.kind !== 'word' || isCode(token))
      return areCodes ? words : text
    },
    /** Reads a code as the encoder writes it, also with accents. */
    readOwn: (word: string) => findExactly(word) ?? findMarked(word, findExactly),
    /** Returns whether the encoder leaves a word as it is. */
    isText: (word: string): boolean => {
      const isSeparator = [...word].length !== 1 && /^[\s,;.:/|_-]*$/.test(word)
      const isAlike = !/^[ -~]$/.test(word) && [...word].some((point) => known.has(point))
      return !isSeparator && !isAlike && !isEncoded(word)
    },
    /** Returns whether a token is a word that the encoder would not have left. */
    isForeign: (token: Token): boolean => {
      const isNumber = isSpaced && isOfNumbers && /^\d{2,}$/.test(token.text)
      return token.kind === 'word' && !isCode(token) && (isNumber || isEncoded(token.text))
    },
  }
}

export type CodeWords = ReturnType<typeof createCodeWords>

/**
 * A letter before a word that stands for it, in the languages of the alphabets. A run of blanks is
 * tried once, from its start.
 */
const naming =
  /(?:^|(?<![\s,;])[\s,;]+)\p{L} (?:for|as in|de|como|comme|gibi) (?=\p{L}{2})/giu

/** Reads a code with accents on it, as written for a letter without a code of its own. */
function findMarked(word: string, find: ReadWord): string | undefined {
  const [, code = '', marks = ''] = /^(\P{M}+)([^\P{M}\ufe0f\u20e3]+)$/u.exec(word) ?? []
  const letter = find(code)
  return letter === undefined ? undefined : toNfc(letter + marks)
}
