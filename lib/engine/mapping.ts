import { isDrawnApart, withoutBoxes } from './drawn-apart.ts'
import type { Accents } from './drawn-apart.ts'
import { expandTable } from './mapping-data.ts'
import type { MappingData, MappingEntries } from './mapping-data.ts'
import { precomposedLetters, toNfc } from './normal-form.ts'
import { Replacer } from './replacer.ts'
import { turkishLetters } from './turkish-letters.ts'

/** A mapping as clients read it: one code point → the text that replaces it. */
export type PublishedMapping = Readonly<Record<string, string>>

/**
 * Maps one code point to the text that replaces it: what the table names, letters that use the text
 * of their other case, and every precomposed letter whose base or mark is mapped (é from e and
 * U+0301). The last are computed when they are first needed, because most never are.
 */
export class Mapping implements Iterable<readonly [key: string, text: string]> {
  readonly #data: MappingEntries
  readonly #accents: MappingData['accents']
  #table: ReadonlyMap<string, string> | undefined
  /** The computed texts of precomposed letters, also of those without one. */
  #derived: Map<string, string | undefined> | undefined
  #droppedMarks: ReadonlySet<string> | undefined
  #replacer: Replacer | undefined
  readonly #variant: Variant
  #completed: Mapping | undefined
  #plain: Mapping | undefined
  readonly #languages = new Map<string, Mapping>()

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
    const derived = (this.#derived ??= new Map())
    if (derived.has(point)) return derived.get(point)
    const decomposed = precomposedLetters().get(point)
    if (decomposed === undefined) return this.#drops(point) ? '' : undefined
    const worked = this.#derive(point, decomposed)
    derived.set(point, worked)
    return worked
  }

  /** Returns whether there is a text for the code point. */
  has(point: string): boolean {
    return this.get(point) !== undefined
  }

  /** Replaces each code point that has a key; everything else is copied unchanged. */
  replaceIn(text: string): string {
    return (this.#replacer ??= new Replacer((point) => this.get(point))).replaceIn(text)
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
      if (table.has(letter)) continue
      const text = this.#derive(letter, decomposed)
      if (text === undefined) continue
      yield [letter, text]
      if (this.#accents === 'keep') continue
      for (const mark of marksOf(decomposed)) {
        if (!table.has(mark) && !dropped.has(mark)) yield [mark, '']
        dropped.add(mark)
      }
    }
  }

  toJSON(): PublishedMapping {
    return Object.fromEntries(this)
  }

  #entries(): ReadonlyMap<string, string> {
    return (this.#table ??= this.#expand())
  }

  #expand(): ReadonlyMap<string, string> {
    const { isPlain, bases } = this.#variant
    const table = expandTable(this.#data)
    return isPlain === true ? withoutBoxes(table, bases ?? table) : table
  }

  #in(language: string): Mapping {
    const own = this.#data.languages?.get(language)
    if (own === undefined && language !== 'tr') return this
    const known = this.#languages.get(language) ?? this.#workOut(language, own)
    this.#languages.set(language, known)
    return known
  }

  #workOut(language: string, own: ReadonlyMap<string, string> = new Map()): Mapping {
    const { languages: _tables, ...rules } = this.#data
    // The entries of a language come first, also if other keys have the same text.
    const data = { ...rules, characters: new Map([...own, ...rules.characters, ...own]) }
    const mapping = own.size === 0 ? this : new Mapping(data)
    if (language !== 'tr') return mapping
    const named = new Mapping({ ...data, caseFallback: false })
    const letters = turkishLetters(
      (letter) => mapping.get(letter),
      (letter) => named.get(letter),
      {
        ...data,
        folds: this.#accents === 'none' && data.complete !== true,
        spelled: data.complete === true && data.characters.has('i') && !data.characters.has('ı'),
      },
    )
    if (letters.size === 0) return mapping
    const bases = mapping.#entries()
    const characters = new Map(bases)
    for (const [letter, text] of letters) {
      if (text === undefined) characters.delete(letter)
      else characters.set(letter, text)
    }
    return new Mapping({ characters, accents: this.#accents }, { bases })
  }

  #derive(letter: string, decomposed: string): string | undefined {
    const table = this.#variant.bases ?? this.#entries()
    if (this.#accents === 'drop') return table.get(firstOf(decomposed))
    let text = ''
    for (const point of decomposed) text += table.get(point) ?? point
    text = toNfc(text)
    const isBox = this.#variant.isPlain === true && isDrawnApart(text)
    return text === letter || isBox ? undefined : text
  }

  /** Returns whether it is a mark of a letter whose accents are dropped. */
  #drops(point: string): boolean {
    if (this.#accents !== 'drop' || !/\p{M}/u.test(point)) return false
    this.#droppedMarks ??= new Set(
      [...this].flatMap(([key, text]) => (text === '' && /\p{M}/u.test(key) ? [key] : [])),
    )
    return this.#droppedMarks.has(point)
  }
}

/** How a mapping differs from the one it was made from. */
interface Variant {
  /** The table for precomposed letters, if it is not the mapping's own. */
  readonly bases?: ReadonlyMap<string, string>
  /** Whether accented letters that a browser may draw as boxes are left out. */
  readonly isPlain?: boolean
}

function firstOf(decomposed: string): string {
  return String.fromCodePoint(decomposed.codePointAt(0) ?? 0)
}

function marksOf(decomposed: string): string[] {
  return [...decomposed].slice(1)
}
