import { mayShowBoxes, withoutBoxes } from './drawn-apart.ts'
import type { Accents } from './drawn-apart.ts'
import { expandTable, turkishLetters } from './mapping-data.ts'
import type { MappingData, MappingEntries } from './mapping-data.ts'
import { memoize } from './memo.ts'
import { pointsBetween, precomposedLetters, toNfc } from './text.ts'

/** How a mapping differs from the one it was made from. */
interface Variant {
  /** The table for precomposed letters, if it is not the mapping's own. */
  readonly bases?: ReadonlyMap<string, string>
  /** Whether accented letters that a browser may draw as boxes are left out. */
  readonly isPlain?: boolean
}

/**
 * Maps one code point to the text that replaces it: what the table names, letters that use the text
 * of their other case, and every precomposed letter whose base or mark is mapped (é from e and
 * U+0301). The last are computed when they are first needed, because most never are.
 */
export class Mapping implements Iterable<readonly [key: string, text: string]> {
  readonly #data: MappingEntries
  readonly #accents: MappingData['accents']
  readonly #variant: Variant
  #table: ReadonlyMap<string, string> | undefined
  /** The texts of precomposed letters. */
  readonly #derived = memoize((letter: string) => this.#derive(letter), 100)
  // Numbers are looked up several times as fast as texts, and in an array as fast again.
  #ascii: ReadonlyArray<string | undefined> | undefined
  #numbers: ReadonlyMap<number, string> | undefined
  /** The texts of what the table does not name: precomposed letters and their marks. */
  readonly #derivedByNumber = memoize((number: number) => {
    return this.get(String.fromCodePoint(number))
  }, 500)
  #droppedMarks: ReadonlySet<string> | undefined
  #completed: Mapping | undefined
  #plain: Mapping | undefined
  readonly #in = memoize((language: string) => this.#workOut(language))

  /** Without the rules of a file only the characters are mapped. */
  constructor(data: MappingEntries, variant: Variant = {}) {
    this.#data = data
    this.#accents = data.accents ?? 'none'
    this.#variant = variant
  }

  /** The same mapping with `complete`. */
  get completed(): Mapping {
    if (this.#data.complete === true) return this
    return (this.#completed ??= new Mapping({ ...this.#data, complete: true }))
  }

  /** Returns the mapping for a language and with those accents, which may be this one. */
  in(language: string, accents: Accents = 'styled'): Mapping {
    const own = this.#in(language)
    if (accents === 'styled' || own.#variant.isPlain === true) return own
    return (own.#plain ??= new Mapping(own.#data, { ...own.#variant, isPlain: true }))
  }

  /** Returns this mapping and those for the languages where it differs. */
  inAll(): readonly Mapping[] {
    const languages = ['tr', ...(this.#data.languages?.keys() ?? [])]
    return [...new Set([this, ...languages.map((language) => this.#in(language))])]
  }

  /** Returns the text for a code point; `undefined` if it is copied unchanged. */
  get(point: string): string | undefined {
    const text = this.#entries().get(point)
    if (text !== undefined || this.#accents === 'none' || point < '\u00c0') return text
    if (precomposedLetters().has(point)) return this.#derived(point)
    return this.#drops(point) ? '' : undefined
  }

  /** Returns whether there is a text for the code point. */
  has(point: string): boolean {
    return this.get(point) !== undefined
  }

  /** Replaces each code point that has a key; everything else is copied unchanged. */
  replaceIn(text: string): string {
    let output = ''
    for (let index = 0; index < text.length; index++) {
      const number = text.codePointAt(index) ?? 0
      if (number > 0xffff) index++
      output += this.#textOf(number) ?? String.fromCodePoint(number)
    }
    return output
  }

  /** Returns whether `replaceIn` changes a text. */
  changes(text: string): boolean {
    for (let index = 0; index < text.length; index++) {
      const number = text.codePointAt(index) ?? 0
      if (number > 0xffff) index++
      const own = this.#textOf(number)
      const isChanged = own !== undefined && own !== String.fromCodePoint(number)
      if (isChanged) return this.replaceIn(text) !== text
    }
    return false
  }

  /** Does the same as `get` for a number. A sign that no table has needs no memory. */
  #textOf(number: number): string | undefined {
    if (number < 0x80) {
      this.#ascii ??= asciiCharacters.map((point) => this.get(point))
      return this.#ascii[number]
    }
    this.#numbers ??= new Map(Array.from(this.#entries(), ([key, text]) => [numberOf(key), text]))
    const text = this.#numbers.get(number)
    if (text !== undefined || this.#accents === 'none') return text
    return composition().has(number) ? this.#derivedByNumber(number) : undefined
  }

  /**
   * Iterates over every code point that has a text: those of the table in its order, then
   * precomposed letters in theirs, each followed by the marks that are dropped from it.
   */
  *[Symbol.iterator](): Generator<readonly [key: string, text: string]> {
    const table = this.#entries()
    yield* table
    if (this.#accents === 'none') return
    const dropped = new Set<string>()
    for (const [letter, decomposed] of precomposedLetters()) {
      const text = table.has(letter) ? undefined : this.#derive(letter)
      if (text === undefined) continue
      yield [letter, text]
      if (this.#accents === 'keep') continue
      for (const mark of decomposed.slice(1)) {
        if (!table.has(mark) && !dropped.has(mark)) yield [mark, '']
        dropped.add(mark)
      }
    }
  }

  toJSON(): Readonly<Record<string, string>> {
    return Object.fromEntries(this)
  }

  #entries(): ReadonlyMap<string, string> {
    if (this.#table !== undefined) return this.#table
    const { isPlain, bases } = this.#variant
    const table = expandTable(this.#data)
    return (this.#table = isPlain === true ? withoutBoxes(table, bases ?? table) : table)
  }

  #workOut(language: string): Mapping {
    const { languages, ...rules } = this.#data
    const own = languages?.get(language)
    if (own === undefined && language !== 'tr') return this
    // The entries of a language come first, also if other keys have the same text.
    const characters = new Map([...(own ?? []), ...rules.characters, ...(own ?? [])])
    const data = { ...rules, characters }
    const mapping = own === undefined ? this : new Mapping(data)
    if (language !== 'tr') return mapping
    const named = new Mapping({ ...data, caseFallback: false })
    const letters = turkishLetters(
      (letter) => mapping.get(letter),
      (letter) => named.get(letter),
      {
        ...data,
        folds: ['strip', 'none'].includes(this.#accents) && data.complete !== true,
        spelled: data.complete === true && characters.has('i') && !characters.has('ı'),
      },
    )
    if (letters.size === 0) return mapping
    const bases = mapping.#entries()
    const table = new Map(bases)
    for (const [letter, text] of letters) {
      if (text === undefined) table.delete(letter)
      else table.set(letter, text)
    }
    return new Mapping({ characters: table, accents: this.#accents }, { bases })
  }

  #derive(letter: string): string | undefined {
    const table = this.#variant.bases ?? this.#entries()
    const points = precomposedLetters().get(letter) ?? []
    const [base = ''] = points
    if (this.#accents !== 'keep') {
      if (this.#accents === 'strip' && ownLetters.test(letter)) return undefined
      return table.get(base) ?? (this.#accents === 'strip' ? base : undefined)
    }
    const text = toNfc(points.map((point) => table.get(point) ?? point).join(''))
    const isBox = this.#variant.isPlain === true && mayShowBoxes(text)
    return text === letter || isBox ? undefined : text
  }

  /** Returns whether it is a mark of a letter whose accents are dropped. */
  #drops(point: string): boolean {
    if (this.#accents === 'keep' || !/\p{M}/u.test(point)) return false
    this.#droppedMarks ??= new Set(
      [...this].flatMap(([key, text]) => (text === '' && /\p{M}/u.test(key) ? [key] : [])),
    )
    return this.#droppedMarks.has(point)
  }
}

/** Letters of Russian, Ukrainian and Belarusian whose mark is no accent: мой is not мои. */
const ownLetters = /^[йїў]$/iu

/** The numbers of all precomposed letters, and of the marks in them. */
const composition = memoize((): ReadonlySet<number> => {
  const points = Array.from(precomposedLetters(), ([letter, [, ...marks]]) => [letter, ...marks])
  return new Set(points.flat().map(numberOf))
})

function numberOf(point: string): number {
  return point.codePointAt(0) ?? 0
}

const asciiCharacters = pointsBetween(0, 0x7f)
