import type { Mapping } from '../mapping.ts'
import { toNfc } from '../text.ts'
import { createTokenizer, isCode } from './code-lines.ts'
import type { ReadWord, Token, Tokenizer } from './code-lines.ts'
import { createCountReader, createRowReader } from './counted-codes.ts'

/** The codes of a table with separators between them, in either case, and its other notations. */
export class CodeWords {
  readonly isSpaced: boolean
  /** The code of a blank between words. */
  readonly blank: string | undefined
  /** Whether all codes are numbers with blanks between them. */
  readonly isOfDigits: boolean
  /** How many codes that are words make a name: people have up to four, as Louis Joseph Xavier. */
  readonly mostNames: number
  readonly tokensOf: Tokenizer
  readonly readCounts: (line: string, isAlone: boolean) => string | undefined
  readonly #mapping: Mapping
  readonly #codes: ReadonlyMap<string, string>
  readonly #signs: ReadonlyMap<string, string>
  /** The characters of codes without a separator inside. */
  readonly #known: ReadonlySet<string>
  readonly #readRow: ReadWord

  constructor(
    mapping: Mapping,
    separator: string,
    characters: ReadonlyMap<string, string>,
    signs: ReadonlyMap<string, string>,
  ) {
    this.#mapping = mapping
    this.#signs = signs
    this.isSpaced = separator === ' '
    this.blank = mapping.get(' ')
    // A blank that is a number, as on the keypad of a phone, is a code like others.
    const single = [...characters].filter(([code]) => {
      return (code !== this.blank || /\d/.test(code)) && !code.includes(separator)
    })
    this.#codes = new Map(single.map(([code, plain]) => [code.toUpperCase(), plain]))
    const all = [...this.#codes.keys()]
    const compounds = all.filter((code) => /^\p{L}.*-/u.test(code))
    const others = all.filter((code) => !compounds.includes(code))
    const ownSigns = [...signs.keys()].filter((sign) => signs.get(sign) !== this.blank)
    this.#known = new Set([...others, ...ownSigns].flatMap((code) => [...code]))
    this.isOfDigits = this.isSpaced && others.every((code) => /^\d/.test(code))
    this.mostNames = others.some((code) => /[^\0-\x7f]\p{L}/u.test(code)) ? 4 : 2
    this.#readRow = createRowReader(all, (word) => this.#find(word))
    this.readCounts = createCountReader(this.#codes, (word) => this.normalize(word))
    const inText = compounds.map((code) => code.replace('-', '[ -]'))
    this.tokensOf = createTokenizer((word) => this.read(word), this.#known, inText)
  }

  /** Writes the signs of others as those of the code. */
  normalize(word: string): string {
    return Array.from(word, (sign) => this.#signs.get(sign) ?? sign).join('')
  }

  /** Reads a code in any notation. */
  read(word: string): string | undefined {
    const inRow = this.isSpaced
      ? (findMarked(word, (code) => this.#find(code)) ?? this.#readRow(word))
      : undefined
    // X Ray is X-ray.
    return this.#find(word) ?? inRow ?? this.#find(word.replace(' ', '-'))
  }

  /** Returns the words of a text that names each letter, as H for Hotel; or the text. */
  withoutNames(text: string): string {
    if (this.isOfDigits || !naming.test(text)) return text
    const words = text.replace(naming, ' ')
    const areCodes = this.tokensOf(words).every((token) => token.kind !== 'word' || isCode(token))
    return areCodes ? words.trim() : text
  }

  /** Reads a code as the encoder writes it, also with accents. */
  readOwn(word: string): string | undefined {
    return this.#findExactly(word) ?? findMarked(word, (code) => this.#findExactly(code))
  }

  /** Returns whether the encoder leaves a word as it is. */
  isText(word: string): boolean {
    const isSeparator = [...word].length !== 1 && /^[\s,;.:/|_-]*$/.test(word)
    const isAlike = !/^[ -~]$/.test(word) && [...word].some((point) => this.#known.has(point))
    return !isSeparator && !isAlike && !this.#isEncoded(word)
  }

  /** Returns whether a token is a word that the encoder would not have left. */
  isForeign(token: Token): boolean {
    const isNumber = this.isOfDigits && /^\d{2,}$/.test(token.text)
    return token.kind === 'word' && !isCode(token) && (isNumber || this.#isEncoded(token.text))
  }

  #findExactly(word: string): string | undefined {
    return this.#codes.get(word.toUpperCase())
  }

  #find(word: string): string | undefined {
    return this.#findExactly(word) ?? this.#findExactly(this.normalize(word))
  }

  #isEncoded(word: string): boolean {
    return [...word].some((character) => this.#mapping.has(character))
  }
}

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
