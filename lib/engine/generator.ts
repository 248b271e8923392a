import { mapText } from './cell-mapping.ts'
import { textOf } from './draft.ts'
import type { Accents } from './drawn-apart.ts'
import { Fields, flag, integer, list, oneOf, optional, text, textLike } from './fields.ts'
import { toNfc } from './normal-form.ts'
import { loneMapping } from './operation.ts'
import type { Operation, Siblings } from './operation.ts'
import { readOperation } from './operations.ts'
import { createDraw } from './seeded-random.ts'
import type { Draw } from './seeded-random.ts'
import type { SharedText } from './text.ts'

/** The categories, in the order in which the catalogue lists them. */
export const categories = [
  'mathematical',
  'enclosed',
  'small',
  'turned',
  'marked',
  'latin',
  'greek-cyrillic',
  'scripts',
  'symbols',
  'separated',
  'wrapped',
  'coded',
  'decoded',
] as const
/** What kind of style a generator is. */
export type Category = (typeof categories)[number]

/** What a generator file holds, checked. */
export interface GeneratorData {
  readonly category: Category
  /** Place within the category, ascending. */
  readonly position: number
  /** The text whose transformation is the `example` of the answers. */
  readonly sample: string
  /** Whether `plain-text` knows this generator's characters and marks and takes them back. */
  readonly restore: boolean
  /** The newest Unicode version that the output needs, such as `5.2`. */
  readonly unicode: string | undefined
  readonly operations: readonly Operation[]
}

/** Reads the JSON value of a generator file; throws a DataError that names the field. */
export function readGenerator(value: unknown): GeneratorData {
  return new Fields(value, 'the file', '').read({
    category: oneOf(...categories),
    position: integer(1, 9999),
    sample: sampleField,
    restore: flag,
    unicode: optional(textLike(/^\d+\.\d$/, 'a version such as 5.2'), undefined),
    operations: operationsField,
  })
}

/** What it takes to transform texts: the part of a generator file that browsers are given. */
export type StyleData = Pick<GeneratorData, 'sample' | 'restore' | 'operations'>

/** Reads the JSON value of that part; throws a DataError that names the field. */
export function readStyle(value: unknown): StyleData {
  return new Fields(value, 'the style', '').read({
    sample: sampleField,
    restore: flag,
    operations: operationsField,
  })
}

const sampleField = optional(text, 'Hello World')
const operationsField = list(1, readOperation)

/**
 * Decorates a text; `language` (a tag such as `tr`) matters where a style goes by case or alphabet,
 * and `accents` to letters that some browsers show as boxes: `styled` unless said.
 */
export type Transform = (
  text: string | SharedText,
  language: string,
  accents?: Accents,
) => string

/**
 * Compiles the operations of a generator to a function. The slug and the text seed every choice,
 * so that the same text always gives the same output. Throws a DataError for a mapping that is
 * asked for and does not exist.
 */
export function compileTransform(
  slug: string,
  operations: readonly Operation[],
  siblings: Siblings,
): Transform {
  const mapping = loneMapping(operations)
  if (mapping !== undefined) {
    return (given, language, accents) => mapText(plainText(given), mapping.in(language, accents))
  }
  const steps = operations.map((operation) => operation.compile(siblings))
  return (given, language, accents = 'styled') => {
    const text = plainText(given)
    const shared = typeof given === 'string' ? undefined : given
    let known: Draw | undefined
    // Composed and decomposed letters are one, to chance, too.
    const draw: Draw = (count) => (known ??= createDraw(`${slug}\n${toNfc(text)}`))(count)
    const draft = { text, cells: undefined, shared, language, accents, draw }
    for (const step of steps) step(draft)
    return textOf(draft)
  }
}

function plainText(given: string | SharedText): string {
  return typeof given === 'string' ? given : given.text
}
