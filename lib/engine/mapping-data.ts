import { anyText, DataError, flag, list, object, oneOf, optional } from './fields.ts'
import type { Values } from './fields.ts'
import { pointsBetween, toNfc } from './text.ts'

/** The fields of a mapping in a generator file, see `generators/README.md`. */
export const mappingFields = {
  characters: characterTable,
  /** Whether a letter without an entry takes that of its other case. */
  caseFallback: flag,
  /**
   * What happens to accents: kept on the mapped letter, dropped from it, dropped from every letter,
   * or only as the table says.
   */
  accents: optional(oneOf('keep', 'drop', 'strip', 'none'), 'keep'),
  /** Whether ı œ æ ß and the like, if they have no entry, are written as i, oe, ae, ss. */
  complete: flag,
  /** Language tag → the entries that differ there, such as ñ in the Spanish alphabet. */
  languages: optional(characterTables, new Map<string, ReadonlyMap<string, string>>()),
}

/** A mapping in a generator file, checked. */
export type MappingData = Values<typeof mappingFields>

/** Characters alone, or with the rules of a file. */
export type MappingEntries = Pick<MappingData, 'characters'> & Partial<MappingData>

/** Adds what the rules say: letters of the other case, and letters that are spelled out. */
export function expandTable({
  characters,
  caseFallback,
  complete,
}: MappingEntries): ReadonlyMap<string, string> {
  const table = caseFallback === true ? withOtherCases(characters) : characters
  return complete === true ? withSpelledLetters(table) : table
}

/**
 * Reads the character table of a JSON file and returns one code point → the text that replaces it.
 * A key is a range (`A-Z`) or a run of code points (`abc`). Its value is a text with one code point
 * for each, alone or with the marks that follow it, or a list of texts; for more than three, it can
 * be a range, too. Throws a DataError that names the row.
 */
export function characterTable(value: unknown, path: string): ReadonlyMap<string, string> {
  const rows = Object.entries(object(value, path)).map(([row, texts]): Row => {
    return [row, (Array.isArray(texts) ? readTexts : anyText)(texts, `${path}["${row}"]`)]
  })
  try {
    return expandRows(rows)
  } catch (error) {
    throw error instanceof Error ? new DataError(`${path}: ${error.message}`) : error
  }
}

function characterTables(
  value: unknown,
  path: string,
): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const tables = Object.entries(object(value, path))
  return new Map(tables.map(([tag, table]) => [tag, characterTable(table, `${path}.${tag}`)]))
}

const readTexts = list(1, anyText)

type Row = readonly [keys: string, texts: string | readonly string[]]

function expandRows(rows: readonly Row[]): ReadonlyMap<string, string> {
  const characters = new Map<string, string>()
  for (const [row, text] of rows) {
    const keys = expandKeys(row)
    const texts = typeof text === 'string' ? splitAligned(text, keys.length) : text
    if (texts.length !== keys.length) {
      throw new Error(`"${row}" is ${keys.length} code points and needs a text for each; it has ${
        texts.length
      }`)
    }
    keys.forEach((key, index) => {
      const text = texts[index] ?? ''
      if (characters.has(key) || key === text) {
        throw new Error(`"${row}" maps ${name(key)} ${
          characters.has(key) ? 'a second time' : 'to itself; leave it out'
        }`)
      }
      characters.set(key, text)
    })
  }
  return characters
}

function expandKeys(row: string): string[] {
  if (row === '') throw new Error('"" names no code point')
  if (!row.isWellFormed()) throw new Error('a key holds a lone surrogate')
  const points = rangeOf(row)
  if (points === undefined && /^.-.$/su.test(row)) {
    throw new Error(`"${row}" is no range: its end comes before its start`)
  }
  return points ?? [...row]
}

/** Returns the code points of an ascending range such as `A-Z`; `undefined` for any other text. */
export function rangeOf(text: string): string[] | undefined {
  if (!/^.-.$/su.test(text)) return undefined
  const [first = 0, , last = 0] = Array.from(text, (point) => point.codePointAt(0))
  return last > first ? pointsBetween(first, last) : undefined
}

function splitAligned(value: string, count: number): readonly string[] {
  if (count === 1) return [value]
  const range = count > 3 ? rangeOf(value) : undefined
  if (range !== undefined) return range
  const points = [...value]
  return points.length === count ? points : (value.match(/\P{M}\p{M}*/gu) ?? [])
}

function name(key: string): string {
  return `U+${key.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
}

/** Gives a letter without an entry that of its other case; an accented one only as its base. */
function withOtherCases(characters: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const table = new Map(characters)
  for (const [key, text] of characters) {
    const lower = key.toLowerCase()
    const upper = key.toUpperCase()
    const other = key === lower ? upper : lower
    // ı, ſ and the Kelvin sign have an upper or lower case that does not lead back to them.
    const isPair = lower.toUpperCase() === upper && upper.toLowerCase() === lower
    if (!isPair || other === key || other === text || table.has(other)) continue
    const [base = ''] = other.normalize('NFD')
    if (base === other || !characters.has(base)) table.set(other, text)
  }
  return table
}

function withSpelledLetters(characters: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const table = new Map(characters)
  for (const letter of spelledLetters.keys()) {
    const text = table.has(letter) ? undefined : spell(letter, (other) => characters.get(other))
    if (text !== undefined && text !== letter) table.set(letter, text)
  }
  return table
}

function spell(letter: string, textOf: TextOf): string | undefined {
  const texts = spelledLetters.get(letter)?.map(textOf)
  return texts?.includes(undefined) ? undefined : texts?.join('')
}

/** Letters that Unicode does not decompose, each with the letters that are written for it. */
const spelledLetters = new Map(
  'ÆAE ÐD ØO ÞTH ßss æae ðd øo þth ĐD đd ıi ŁL łl ŒOE œoe ẞSS'
    .split(' ').map(([letter = '', ...others]) => [letter, others]),
)

/** A letter, also an enclosed one: a dot above a number or a sign would say nothing. */
const takesDot = /^[\p{L}\u249c-\u24e9\u{1f110}-\u{1f189}]/u

/** Returns the text of a letter; `undefined` if it stays unchanged. */
type TextOf = (letter: string) => string | undefined

/**
 * Returns what i, ı, I and İ become in Turkish if that differs from other languages: the pairs of
 * cases are i/İ and ı/I. `undefined` is a letter that stays unchanged. `whole` is the mapping, and
 * `named` the same without the letters that use the text of their other case.
 *
 * If a style writes i and ı, or İ and I, alike, the dotted one gets a dot above, so that two words
 * (sıkıldım, sikildim) never become the same. A number or sign gets none, so its file needs rows
 * for `tr`. A mapping that `folds` accents by name has no such dots. An ı that is only `spelled` as
 * the small i of a style stays unchanged, because a second dot on that i would hardly be visible.
 */
export function turkishLetters(
  whole: TextOf,
  named: TextOf,
  { caseFallback = false, folds = false, spelled = false },
): ReadonlyMap<string, string | undefined> {
  const own = (letter: string): string | undefined => {
    if (spelled && letter === 'ı') return undefined
    return caseFallback ? named(letter) : whole(letter)
  }
  const texts = new Map(
    ['iİ', 'ıI', 'Iı', 'İi'].map(([letter = '', other = '']) => {
      return [letter, own(letter) ?? (caseFallback ? own(other) : undefined)]
    }),
  )
  const keepApart = (dotted: string, dotless: string): void => {
    const text = texts.get(dotted) ?? dotted
    const isSame = text === (texts.get(dotless) ?? dotless)
    if (isSame && takesDot.test(text)) texts.set(dotted, toNfc(`${text}\u0307`))
  }
  if (!folds) {
    keepApart('İ', 'I')
    if (caseFallback && named('i') === undefined) texts.set('i', texts.get('İ'))
    keepApart('i', 'ı')
    if (caseFallback && named('İ') === undefined) texts.set('İ', texts.get('i'))
  }
  return new Map([...texts].filter(([letter, text]) => text !== whole(letter)))
}
