import { mapText } from './cell-mapping.ts'
import { textOf } from './draft.ts'
import type { Accents } from './drawn-apart.ts'
import { list } from './fields.ts'
import type { GeneratorFile } from './generator-file.ts'
import type { Layer } from './layer.ts'
import { toNfc } from './normal-form.ts'
import { loneMapping } from './operation.ts'
import type { Operation, Siblings } from './operation.ts'
import { readOperation } from './operations.ts'
import { createDraw } from './seeded-random.ts'
import type { Draw } from './seeded-random.ts'
import type { SharedText } from './text.ts'

/** A generator file with its operations. */
export interface GeneratorData extends GeneratorFile {
  readonly layer: Layer
  readonly operations: readonly Operation[]
}

/** Reads the operations of a generator file; throws a DataError that names the field. */
export const readOperations = list(1, readOperation)

/**
 * Decorates a text. `language` is a tag such as `tr`, for styles that depend on case or alphabet.
 * `accents` is for letters that some browsers show as boxes; by default they are `styled`.
 */
export type Transform = (
  text: string | SharedText,
  language: string,
  accents?: Accents,
) => string

/**
 * Compiles the operations of a generator to a function. The slug and the text seed every random
 * choice, so the same text always gives the same output. Throws a DataError for a mapping that
 * does not exist.
 */
export function compileTransform(
  slug: string,
  operations: readonly Operation[],
  siblings: Siblings,
): Transform {
  const mapping = loneMapping(operations)
  const steps = operations.map((operation) => operation.compile(siblings))
  return (given, language, accents = 'styled') => {
    const shared = typeof given === 'string' ? undefined : given
    const text = typeof given === 'string' ? given : given.text
    if (mapping !== undefined) return mapText(text, mapping.in(language, accents))
    let known: Draw | undefined
    // Composed and decomposed letters get the same random choices.
    const draw: Draw = (count) => (known ??= createDraw(`${slug}\n${toNfc(text)}`))(count)
    const draft = { text, cells: undefined, shared, language, accents, draw }
    for (const step of steps) step(draft)
    return textOf(draft)
  }
}
