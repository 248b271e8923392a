/** One code point → the text that replaces it. */
export type Mapping = ReadonlyMap<string, string>

/** What becomes of accents: kept on the mapped letter, dropped, or only as the table says. */
export const accentRules = ['keep', 'drop', 'none'] as const
export type AccentRule = (typeof accentRules)[number]

/** A mapping as an author writes it, see `generators/README.md`. */
export interface MappingData {
  readonly characters: Mapping
  /** A letter without an entry takes that of its other case. */
  readonly caseFallback: boolean
  readonly accents: AccentRule
}

/**
 * The entries of a character table: each key is a range (`A-Z`) or a run of code points (`abc`),
 * each value as many code points in one string, alone or with the marks that follow them, or a list
 * of as many texts.
 * Throws an Error that names the row, what is wrong with it and what it takes.
 */
export function expandCharacters(
  table: Readonly<Record<string, string | readonly string[]>>,
): Map<string, string> {
  const characters = new Map<string, string>()
  for (const [row, value] of Object.entries(table)) {
    const keys = expandKeys(row)
    const texts = typeof value === 'string' ? splitAligned(value, keys.length) : value
    if (texts.length !== keys.length) {
      throw new Error(`"${row}" has ${texts.length} texts and takes ${keys.length}, one a key`)
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
 * The full mapping: the table, letters that take the entry of their other case, and every
 * precomposed letter whose base or mark is mapped (é from e and U+0301).
 */
export function compileMapping(data: MappingData): Mapping {
  const mapping = new Map(data.characters)
  if (data.caseFallback) addOtherCases(mapping)
  return data.accents === 'none' ? mapping : new AccentedMapping(mapping, data.accents)
}

/** `text` with each code point that has a key replaced; everything else is copied unchanged. */
export function applyMapping(mapping: Mapping, text: string): string {
  const tables = tablesOf(mapping)
  // Thousands of pieces are put together faster by their code units, and a few by themselves.
  if (text.length > mostPieces && text.isWellFormed()) return applyByUnits(mapping, tables, text)
  let output = ''
  for (let index = 0; index < text.length; index++) {
    const point = text.codePointAt(index) ?? 0
    if (point > 0xffff) index++
    output += point < 0x80 ? tables.ascii[point] : replacementOf(mapping, tables, point)
  }
  return output
}

const mostPieces = 200

function applyByUnits(mapping: Mapping, tables: Tables, text: string): string {
  let units = new Uint16Array(2 * text.length)
  let length = 0
  for (let index = 0; index < text.length; index++) {
    const point = text.codePointAt(index) ?? 0
    if (point > 0xffff) index++
    const piece =
      (point < 0x80 ? tables.ascii[point] : undefined) ?? replacementOf(mapping, tables, point)
    if (length + piece.length > units.length) {
      const more = new Uint16Array(2 * (length + piece.length))
      more.set(units)
      units = more
    }
    for (let at = 0; at < piece.length; at++) units[length++] = piece.charCodeAt(at)
  }
  return new TextDecoder('utf-16le', { ignoreBOM: true }).decode(units.subarray(0, length))
}

function replacementOf(mapping: Mapping, { others }: Tables, point: number): string {
  let replacement = others.get(point)
  if (replacement === undefined) {
    replacement = lookUp(mapping, point)
    if (others.size === mostOthers) others.clear()
    others.set(point, replacement)
  }
  return replacement
}

function lookUp(mapping: Mapping, point: number): string {
  const character = String.fromCodePoint(point)
  return mapping.get(character) ?? character
}

/** What a mapping makes of ASCII, and of other code points that it has met. */
interface Tables {
  readonly ascii: readonly string[]
  readonly others: Map<number, string>
}

const mostOthers = 500
const allTables = new WeakMap<Mapping, Tables>()

// Numbers are looked up several times as fast as texts, and an array several times as fast again.
function tablesOf(mapping: Mapping): Tables {
  let tables = allTables.get(mapping)
  if (tables === undefined) {
    const ascii = Array.from({ length: 0x80 }, (_, unit) => lookUp(mapping, unit))
    tables = { ascii, others: new Map() }
    allTables.set(mapping, tables)
  }
  return tables
}

function addOtherCases(mapping: Map<string, string>): void {
  for (const [key, text] of [...mapping]) {
    const lower = key.toLowerCase()
    const upper = key.toUpperCase()
    const other = key === lower ? upper : lower
    // ı, ſ and the Kelvin sign have an upper or lower case that does not lead back to them.
    const isPair = lower.toUpperCase() === upper && upper.toLowerCase() === lower
    if (isPair && other !== key && other !== text && !mapping.has(other)) mapping.set(other, text)
  }
}

/** A mapping that works out a precomposed letter when it first meets it: most are never met. */
class AccentedMapping extends Map<string, string> {
  readonly #rule: 'keep' | 'drop'
  #isComplete = false

  constructor(table: Mapping, rule: 'keep' | 'drop') {
    super(table)
    this.#rule = rule
  }

  override get(point: string): string | undefined {
    const text = super.get(point)
    if (text !== undefined || this.#isComplete || point < '\u00c0') return text
    if (this.#rule === 'drop' && /\p{M}/u.test(point)) this.#complete()
    else this.#derive(point)
    return super.get(point)
  }

  override has(point: string): boolean {
    return this.get(point) !== undefined
  }

  override get size(): number {
    this.#complete()
    return super.size
  }

  override keys(): MapIterator<string> {
    this.#complete()
    return super.keys()
  }

  override values(): MapIterator<string> {
    this.#complete()
    return super.values()
  }

  override entries(): MapIterator<[string, string]> {
    this.#complete()
    return super.entries()
  }

  override [Symbol.iterator](): MapIterator<[string, string]> {
    return this.entries()
  }

  override forEach(visit: (text: string, key: string, map: Map<string, string>) => void): void {
    for (const [key, text] of this) visit(text, key, this)
  }

  #complete(): void {
    if (this.#isComplete) return
    for (const letter of precomposedLetters().keys()) if (!super.has(letter)) this.#derive(letter)
    this.#isComplete = true
  }

  #derive(letter: string): void {
    const decomposed = precomposedLetters().get(letter)
    if (decomposed === undefined) return
    const [base = '', ...marks] = decomposed
    if (this.#rule === 'drop') {
      const text = super.get(base)
      if (text === undefined) return
      this.set(letter, text)
      for (const mark of marks) if (!super.has(mark)) this.set(mark, '')
    } else {
      let text = ''
      for (const point of decomposed) text += super.get(point) ?? point
      text = text.normalize('NFC')
      if (text !== letter) this.set(letter, text)
    }
  }
}

/** Latin, Greek and Cyrillic, where precomposed letters with European accents live. */
const precomposedRanges = [
  [0xc0, 0x24f],
  [0x370, 0x52f],
  [0x1e00, 0x1fff],
] as const

let precomposed: ReadonlyMap<string, string> | undefined

/** Every precomposed letter of those scripts → its canonical decomposition. */
export function precomposedLetters(): ReadonlyMap<string, string> {
  if (precomposed !== undefined) return precomposed
  const letters = new Map<string, string>()
  for (const [first, last] of precomposedRanges) {
    for (let point = first; point <= last; point++) {
      const letter = String.fromCodePoint(point)
      const decomposed = letter.normalize('NFD')
      // A letter that NFC does not give back (U+1F71) never stands in normalised text.
      if (/^\p{L}\p{M}+$/u.test(decomposed) && decomposed.normalize('NFC') === letter) {
        letters.set(letter, decomposed)
      }
    }
  }
  precomposed = letters
  return letters
}
