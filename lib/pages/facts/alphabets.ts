import type { Words } from '../../catalogue/words.ts'
import type { Language } from '../../catalogue/locale.ts'

/** The letters and digits that a page tells of. */
export interface Alphabet {
  readonly language: Language
  /** The letters of the language that are not among A to Z. */
  readonly special: readonly string[]
  /** Every letter and digit of the language. */
  readonly all: readonly string[]
}

/** The groups of characters that every language has, by what they are called together. */
export const commonGroups: ReadonlyMap<string, readonly string[]> = new Map([
  ['a–z', [...'abcdefghijklmnopqrstuvwxyz']],
  ['A–Z', [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']],
  ['0–9', [...'0123456789']],
])

/** The alphabet of a language, of which its locale says what it has beside A to Z. */
export function alphabetOf(language: Language, { letters }: Pick<Words, 'letters'>): Alphabet {
  const special = letters(language)
  return { language, special, all: [...commonGroups.values()].flat().concat(special) }
}
