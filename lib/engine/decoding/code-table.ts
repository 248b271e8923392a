import type { Mapping } from '../mapping.ts'
import type { RunSigns } from '../inverse.ts'

/** A table read backwards: the codes of a language, each with its character. */
export interface CodeTable {
  readonly characters: ReadonlyMap<string, string>
  /** The character of a code after a sign for capitals. */
  readonly capitals: ReadonlyMap<string, string>
  /** The character of a code after a sign for digits. */
  readonly digits: ReadonlyMap<string, string>
  /** The character of a code at the start of a word, if it differs there: ¿ instead of ?. */
  readonly openings: ReadonlyMap<string, string>
}

/**
 * Reads the table backwards. If several characters have the same code, the first one is used, in
 * the case of the letters that the table names.
 */
export function invert(mapping: Mapping, language: string, signs: readonly RunSigns[]): CodeTable {
  const [hasCapitals, hasDigits] = ['capitals', 'digits'].map((members) => {
    return signs.some((one) => one.members === members)
  })
  const prefer = preferredCase(mapping, language)
  const [characters, openings] = [new Map<string, string>(), new Map<string, string>()]
  const [capitals, digits] = [new Map<string, string>(), new Map<string, string>()]
  const keysOf = new Map<string, string[]>()
  for (const [key, text] of mapping) {
    const code = withoutPresentation(text)
    // A dropped mark has no code, and a letter that keeps its marks has no code of its own.
    if (code === '' || keepsMarks(mapping, key, code)) continue
    const isDigit = hasDigits && /^\p{Nd}/u.test(key)
    const table = isDigit ? digits : hasCapitals && /^\p{Lu}/u.test(key) ? capitals : undefined
    if (table === undefined) keysOf.set(code, [...(keysOf.get(code) ?? []), key])
    else if (!table.has(code)) table.set(code, key)
  }
  for (const [code, keys] of keysOf) {
    const opening = keys.find(isOpening)
    characters.set(code, prefer(keys.find((key) => !isOpening(key)) ?? opening ?? '', code))
    // A straight quotation mark both opens and closes.
    if (opening !== undefined && !keys.includes('"')) openings.set(code, opening)
  }
  return { characters, capitals, digits, openings }
}

/** Removes what asks for black signs instead of emoji (U+FE0E), which others leave out. */
function withoutPresentation(text: string): string {
  return text.replaceAll('\ufe0e', '')
}

function keepsMarks(mapping: Mapping, key: string, code: string): boolean {
  const [base = '', ...marks] = key.normalize('NFD')
  if (marks.length === 0) return false
  const parts = [base, ...marks].map((point) => mapping.get(point) ?? point)
  return code === parts.join('').normalize('NFC')
}

/** Returns whether a character opens what another closes: a bracket, a quotation mark, ¿ or ¡. */
export function isOpening(character: string): boolean {
  return /^[\p{Ps}\p{Pi}¿¡]/u.test(character)
}

/** Returns a function that gives letters with one code for both cases the case in the table. */
function preferredCase(mapping: Mapping, language: string): (key: string, code: string) => string {
  const isUpper = [...mapping].find(([key]) => /^[Aa]$/.test(key))?.[0] === 'A'
  return (key, code) => {
    const other = isUpper ? key.toLocaleUpperCase(language) : key.toLocaleLowerCase(language)
    return withoutPresentation(mapping.get(other) ?? '') === code ? other : key
  }
}

/** Removes codes that are sequences of other codes, because those would be read instead. */
export function withoutComposed(
  characters: ReadonlyMap<string, string>,
  mapping: Mapping,
): ReadonlyMap<string, string> {
  const isCode = (point: string): boolean =>
    // A letter without a code is written as it is, and so are marks.
    characters.has(point) ||
    /\p{M}/u.test(point) ||
    (/\p{L}/u.test(point) && !mapping.has(point))
  const isComposed = (code: string): boolean => [...code].length > 1 && [...code].every(isCode)
  return new Map([...characters].filter(([code]) => !isComposed(code)))
}
