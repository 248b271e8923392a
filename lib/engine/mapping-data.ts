import {
  characterTable,
  characterTables,
  withOtherCases,
  withSpelledLetters,
} from './character-table.ts'
import { flag, oneOf, optional } from './fields.ts'
import type { Values } from './fields.ts'

/** The fields of a mapping in a generator file, see `generators/README.md`. */
export const mappingFields = {
  characters: characterTable,
  /** A letter without an entry takes that of its other case. */
  caseFallback: flag,
  /** What becomes of accents: kept on the mapped letter, dropped, or only as the table says. */
  accents: optional(oneOf('keep', 'drop', 'none'), 'keep'),
  /** ı œ æ ß and their like, where they have no entry, are written as i, oe, ae, ss. */
  complete: flag,
  /** Language tag → what the table has otherwise there, such as ñ of the Spanish alphabet. */
  languages: optional(characterTables, new Map<string, ReadonlyMap<string, string>>()),
}

/** A mapping as a generator file holds it, checked. */
export type MappingData = Values<typeof mappingFields>

/** Characters alone, or with the rules of a file. */
export type MappingEntries = Pick<MappingData, 'characters'> & Partial<MappingData>

/** The table with what its rules add: letters of the other case, and those that are spelled out. */
export function expandTable({
  characters,
  caseFallback,
  complete,
}: MappingEntries): ReadonlyMap<string, string> {
  const table = caseFallback === true ? withOtherCases(characters) : characters
  return complete === true ? withSpelledLetters(table) : table
}
