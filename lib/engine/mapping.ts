import { characterTable, withOtherCases, withSpelledLetters } from './character-table.ts'
import { isDrawnApart } from './drawn-apart.ts'
import type { Accents } from './drawn-apart.ts'
import { flag, oneOf, optional } from './fields.ts'
import type { Values } from './fields.ts'
import { toNfc } from './normal-form.ts'
import { precomposedLetters } from './precomposed-letters.ts'

/** The fields of a mapping in a generator file, see `generators/README.md`. */
export const mappingFields = {
  characters: characterTable,
  /** A letter without an entry takes that of its other case. */
  caseFallback: flag,
  /** What becomes of accents: kept on the mapped letter, dropped, or only as the table says. */
  accents: optional(oneOf('keep', 'drop', 'none'), 'keep'),
  /** ı œ æ ß and their like, where they have no entry, are written as i, oe, ae, ss. */
  complete: flag,
}

/** A mapping as a generator file holds it, checked. */
export type MappingData = Values<typeof mappingFields>

/** Characters alone, or with the rules of a file. */
type Entries = Pick<MappingData, 'characters'> & Partial<MappingData>

/** What a client reads of a mapping: one code point → the text that replaces it. */
export type PublishedMapping = Readonly<Record<string, string>>

/**
 * One code point → the text that replaces it: what the table names, letters that take the text of
 * their other case, and every precomposed letter whose base or mark is mapped (é from e and
 * U+0301). Those are worked out when they are first met, because most never are.
 */
export class Mapping implements Iterable<readonly [key: string, text: string]> {
  readonly #data: Entries
  readonly #accents: MappingData['accents']
  #table: ReadonlyMap<string, string> | undefined
  /** What was worked out of letters, of those without a text, too: bounded by their number. */
  #derived: Map<string, string | undefined> | undefined
  #droppedMarks: ReadonlySet<string> | undefined
  #replacements: Replacements | undefined
  #completed: Mapping | undefined
  #plain: Mapping | undefined
  #isPlain = false

  /** Without the rules of a file nothing but the characters is mapped. */
  constructor(data: Entries) {
    this.#data = data
    this.#accents = data.accents ?? 'none'
  }

  /** The same mapping with `complete`. */
  get completed(): Mapping {
    if (this.#data.complete === true) return this
    return (this.#completed ??= new Mapping({ ...this.#data, complete: true }))
  }

  /** The mapping; with `plain`, without accented letters that a browser may draw as boxes. */
  forAccents(accents: Accents): Mapping {
    if (accents === 'styled' || this.#isPlain) return this
    if (this.#plain === undefined) {
      this.#plain = new Mapping(this.#data)
      this.#plain.#isPlain = true
    }
    return this.#plain
  }

  /** The text for a code point; `undefined` where it is copied unchanged. */
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

  /** Whether there is a text for the code point. */
  has(point: string): boolean {
    return this.get(point) !== undefined
  }

  /** `text` with each code point that has a key replaced; everything else is copied unchanged. */
  replaceIn(text: string): string {
    const known = (this.#replacements ??= this.#replaceAscii())
    // Thousands of pieces are put together faster by their code units, and a few by themselves.
    if (text.length > mostPieces && text.isWellFormed()) return this.#replaceByUnits(known, text)
    let output = ''
    for (let index = 0; index < text.length; index++) {
      const point = text.codePointAt(index) ?? 0
      if (point > 0xffff) index++
      output += point < 0x80 ? known.ascii[point] : this.#replacementOf(known, point)
    }
    return output
  }

  /**
   * Every code point that has a text, with it: those of the table in its order, then precomposed
   * letters in theirs, with marks that are dropped behind the first letter that has them.
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
    return (this.#table ??= this.#isPlain ? withoutBoxes(expand(this.#data)) : expand(this.#data))
  }

  #derive(letter: string, decomposed: string): string | undefined {
    const table = this.#entries()
    if (this.#accents === 'drop') return table.get(firstOf(decomposed))
    let text = ''
    for (const point of decomposed) text += table.get(point) ?? point
    text = toNfc(text)
    return text === letter || (this.#isPlain && isDrawnApart(text)) ? undefined : text
  }

  /** Whether it is a mark of a letter whose accents are dropped. */
  #drops(point: string): boolean {
    if (this.#accents !== 'drop' || !/\p{M}/u.test(point)) return false
    this.#droppedMarks ??= new Set(
      [...this].flatMap(([key, text]) => (text === '' && /\p{M}/u.test(key) ? [key] : [])),
    )
    return this.#droppedMarks.has(point)
  }

  #replaceAscii(): Replacements {
    return {
      ascii: Array.from({ length: 0x80 }, (_, point) => this.#lookUp(point)),
      others: new Map(),
    }
  }

  #replaceByUnits(known: Replacements, text: string): string {
    let units = new Uint16Array(2 * text.length)
    let length = 0
    for (let index = 0; index < text.length; index++) {
      const point = text.codePointAt(index) ?? 0
      if (point > 0xffff) index++
      const piece =
        (point < 0x80 ? known.ascii[point] : undefined) ?? this.#replacementOf(known, point)
      if (length + piece.length > units.length) {
        const more = new Uint16Array(2 * (length + piece.length))
        more.set(units)
        units = more
      }
      for (let at = 0; at < piece.length; at++) units[length++] = piece.charCodeAt(at)
    }
    return new TextDecoder('utf-16le', { ignoreBOM: true }).decode(units.subarray(0, length))
  }

  #replacementOf({ others }: Replacements, point: number): string {
    let replacement = others.get(point)
    if (replacement === undefined) {
      replacement = this.#lookUp(point)
      if (others.size === mostOthers) others.clear()
      others.set(point, replacement)
    }
    return replacement
  }

  #lookUp(point: number): string {
    const character = String.fromCodePoint(point)
    return this.get(character) ?? character
  }
}

/**
 * What becomes of code points, by their number, copied ones too. Numbers are looked up several
 * times as fast as texts, and an array several times as fast again.
 */
interface Replacements {
  readonly ascii: readonly string[]
  /** What texts have held otherwise, at most so many. */
  readonly others: Map<number, string>
}

const mostOthers = 500

/** More pieces than this are put together by their code units. */
const mostPieces = 200

/** Node and browsers have it: https://encoding.spec.whatwg.org/#interface-textdecoder */
declare const TextDecoder: new (
  label: string,
  options: { readonly ignoreBOM: boolean },
) => { decode(input: Uint16Array): string }

function expand({ characters, caseFallback, complete }: Entries): ReadonlyMap<string, string> {
  const table = caseFallback === true ? withOtherCases(characters) : characters
  return complete === true ? withSpelledLetters(table) : table
}

/** The entries but for those of accented letters, and their like, that may be drawn as boxes. */
function withoutBoxes(table: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const entries = [...table].filter(([key, text]) => key < '\x80' || !isDrawnApart(text))
  return new Map(entries)
}

function firstOf(decomposed: string): string {
  return String.fromCodePoint(decomposed.codePointAt(0) ?? 0)
}

function marksOf(decomposed: string): string[] {
  return [...decomposed].slice(1)
}
