import { anyText, DataError, list, object } from './fields.ts'

/**
 * Reads the character table of a JSON file and returns one code point → the text that replaces it.
 * Each key of the table is a range (`A-Z`) or a run of code points (`abc`), each value as many code
 * points in one string, alone or with the marks that follow them, or a list of as many texts.
 * Throws a DataError that names the row, what is wrong with it and what it takes.
 */
export function characterTable(value: unknown, place: string): ReadonlyMap<string, string> {
  const rows = Object.entries(object(value, place)).map(([row, texts]): Row => {
    return [row, textsOf(texts, `${place}["${row}"]`)]
  })
  try {
    return expandRows(rows)
  } catch (error) {
    throw error instanceof Error ? new DataError(`${place}: ${error.message}`) : error
  }
}

/** Reads an object of character tables; throws a DataError that names the one with a fault. */
export function characterTables(
  value: unknown,
  place: string,
): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const tables = Object.entries(object(value, place))
  return new Map(tables.map(([tag, table]) => [tag, characterTable(table, `${place}.${tag}`)]))
}

const readTexts = list(1, anyText)

function textsOf(value: unknown, place: string): string | readonly string[] {
  return Array.isArray(value) ? readTexts(value, place) : anyText(value, place)
}

type Row = readonly [keys: string, texts: string | readonly string[]]

function expandRows(rows: readonly Row[]): ReadonlyMap<string, string> {
  const characters = new Map<string, string>()
  for (const [row, value] of rows) {
    const keys = expandKeys(row)
    const texts = typeof value === 'string' ? splitAligned(value, keys.length) : value
    if (texts.length !== keys.length) {
      const takes = `is ${keys.length} code points and takes a text for each`
      throw new Error(`"${row}" ${takes}; it has ${texts.length}`)
    }
    keys.forEach((key, index) => {
      const text = texts[index] ?? ''
      if (characters.has(key)) throw new Error(`"${row}" maps ${name(key)} a second time`)
      if (key === text) throw new Error(`"${row}" maps ${name(key)} to itself; leave it out`)
      characters.set(key, text)
    })
  }
  return characters
}

function expandKeys(row: string): string[] {
  const points = [...row]
  const [first = '', dash, last = ''] = points
  if (points.length === 0) throw new Error('"" names no code point')
  if (!row.isWellFormed()) throw new Error('a key holds a lone surrogate')
  if (points.length !== 3 || dash !== '-') return points
  const from = codePoint(first)
  const length = codePoint(last) - from + 1
  if (length < 2) throw new Error(`"${row}" is no range: its end comes before its start`)
  return Array.from({ length }, (_, offset) => String.fromCodePoint(from + offset))
}

function splitAligned(value: string, count: number): string[] {
  if (count === 1) return [value]
  const points = [...value]
  return points.length === count ? points : (value.match(/\P{M}\p{M}*/gu) ?? [])
}

function codePoint(text: string): number {
  return text.codePointAt(0) ?? 0
}

function name(key: string): string {
  return `U+${codePoint(key).toString(16).toUpperCase().padStart(4, '0')}`
}

/**
 * The entries, and for each letter without one that of its other case; an accented letter takes it
 * only where its base does, too.
 */
export function withOtherCases(
  characters: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
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

/** The entries, and for letters without one those of the letters that are written for them. */
export function withSpelledLetters(
  characters: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const table = new Map(characters)
  for (const [letter, others] of spelledLetters) {
    const texts = Array.from(others, (other) => characters.get(other))
    if (table.has(letter) || texts.includes(undefined)) continue
    const text = texts.join('')
    if (text !== letter) table.set(letter, text)
  }
  return table
}

/** Letters that Unicode does not decompose, with those that are written for them. */
const spelledLetters = [
  ['Æ', 'AE'],
  ['Ð', 'D'],
  ['Ø', 'O'],
  ['Þ', 'TH'],
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['ð', 'd'],
  ['ø', 'o'],
  ['þ', 'th'],
  ['Đ', 'D'],
  ['đ', 'd'],
  ['ı', 'i'],
  ['Ł', 'L'],
  ['ł', 'l'],
  ['Œ', 'OE'],
  ['œ', 'oe'],
  ['ẞ', 'SS'],
] as const
