import type { Step } from './draft.ts'
import type { Accents } from './drawn-apart.ts'
import type { Inverse } from './inverse.ts'
import type { Mapping } from './mapping.ts'
import type { Restoration, Undo } from './restoration.ts'
import { countCodePoints } from './text.ts'

/** One step of a generator: all that is known of it. A reader makes it of the fields of a file. */
export interface Operation {
  /** The word for it in a generator file. */
  readonly type: string
  readonly effect: Effect
  /** The slugs of the generators of which it takes something. */
  readonly references: readonly string[]
  /** The slug of the generator whose texts it reads. */
  readonly decodes?: string
  /** Where the operation is nothing but a table of its own: that table. */
  readonly mapping?: Mapping
  /** Prepares what it does to a text; throws a DataError for a mapping that does not exist. */
  compile(siblings: Siblings): Step
  /** The mappings of which some may change a character. */
  mappings(siblings: Siblings): readonly Mapping[]
  /** What it puts into a text, each with the plain text for which it stands. */
  undo(): Iterable<Undo>
  growth(siblings: Siblings): Growth
  /** How a text that it has made is read again, where that can be. */
  inverse?(siblings: Siblings): Inverse
  /** Its published form, defaults included: enough to do the same. */
  toJSON(): unknown
  /** The same in a language and with `accents`, where that may be something else. */
  publishedIn?(language: string, accents: Accents): unknown
}

/**
 * What an operation does to a text: it replaces characters by other characters, puts marks on them,
 * puts something around the whole, or does anything else.
 */
export type Effect = 'replaces' | 'marks' | 'wraps' | 'rewrites'

/** What an operation may ask of the other generators of the catalogue. */
export interface Siblings {
  /** The mapping of another generator; throws a DataError if there is none. */
  mappingOf(slug: string): Mapping
  /** What another generator does; throws a DataError if there is none. */
  operationsOf(slug: string): readonly Operation[]
  /** How decorated characters are taken back; worked out at the first use. */
  restoration(): Restoration
}

/**
 * The most that an operation makes of a text, in code points: `factor` for each of the text,
 * `perCell` for each cell of the draft, and `added` once. Without `perCell` the operation takes the
 * text as a whole, and what follows finds other cells.
 */
export interface Growth {
  readonly factor: number
  readonly perCell?: number
  readonly added: number
}

/** What an operation offers that takes no mapping and of which nothing can be taken back. */
export const withoutMappings = {
  references: [],
  mappings: () => [],
  undo: () => [],
} as const satisfies Partial<Operation>

/** NFC makes three code points of one at most: https://www.unicode.org/faq/normalization#12 */
export const mostComposed = 3

/** Code points of the longest of the texts. */
export function longest(texts: Iterable<string>): number {
  let most = 0
  for (const text of texts) most = Math.max(most, countCodePoints(text))
  return most
}

/** The mapping of operations that do nothing but map by one table, else `undefined`. */
export function loneMapping(operations: readonly Operation[]): Mapping | undefined {
  return operations.length === 1 ? operations[0]?.mapping : undefined
}
