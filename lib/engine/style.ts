import { createDraw, mapText, textOf } from './draft.ts'
import type { Draw } from './draft.ts'
import type { Accents } from './drawn-apart.ts'
import { DataError, list } from './fields.ts'
import type { GeneratorFile } from './generator-file.ts'
import type { Kept } from './keep.ts'
import type { Kind } from './kind.ts'
import type { Layer } from './layer.ts'
import { memoize } from './memo.ts'
import { createOperationReader, loneMapping } from './operation.ts'
import type { LaterParts, Operation, Siblings } from './operation.ts'
import { defaultSample, normalize } from './text.ts'

/** The fields of a generator file that a style is made of; browsers get these alone. */
export interface StyleSource {
  readonly sample?: string | undefined
  readonly example?: string | undefined
  readonly restore?: boolean
  /** The JSON value. */
  readonly operations: unknown
}

/** A style, whose operations are read and compiled when they are first used. */
export interface Style {
  readonly slug: string
  /** The text that shows the style if the visitor has typed none. */
  readonly sample: string
  /** What the style makes of its sample: the same in every language. */
  readonly example: string
  readonly restore: boolean
  /** Empty where the operations have a fault, so that this disturbs no other style. */
  readonly operations: readonly Operation[]
  /** Throws a DataError if the style has a fault. */
  readonly transform: Transform
  /** Returns the fault of the operations, or of what they take from other styles. */
  fault(): string | undefined
  /** Throws a DataError if the style has a fault. */
  check(): void
}

/** The styles of a catalogue by slug, and what they may ask of each other. */
export interface StyleSet {
  readonly all: ReadonlyMap<string, Style>
  readonly siblings: Siblings
}

/** Makes styles from the JSON of their files; those that decode or restore call `decoding`. */
export function createStyleSet(
  sources: Iterable<readonly [slug: string, StyleSource]>,
  parts: LaterParts,
): StyleSet {
  const all = new Map<string, Style>()
  const siblings = createSiblings(all, parts)
  const read: Reader = (operations) =>
    list(1, createOperationReader(parts.types()))(operations, 'operations')
  for (const [slug, source] of sources) all.set(slug, createStyle(slug, source, siblings, read))
  return { all, siblings }
}

/** Returns what the operations of these styles, by slug, may ask of each other. */
export function createSiblings(
  styles: ReadonlyMap<string, Pick<Style, 'restore' | 'operations'>>,
  { decoding, extras }: Omit<LaterParts, 'types'>,
): Siblings {
  const operationsOf = (slug: string): readonly Operation[] => {
    const style = styles.get(slug)
    if (style === undefined) throw new DataError(`"${slug}" is no generator`)
    return style.operations
  }
  return {
    operationsOf,
    mappingOf(slug) {
      const mapping = styles.get(slug)?.operations[0]?.mapping
      if (mapping !== undefined) return mapping
      throw new DataError(`"${slug}" is no generator whose first operation is a map`)
    },
    restoreTable: memoize(() => {
      const restored = [...styles.values()].filter(({ restore }) => restore)
      const operations = restored.flatMap((style) => style.operations)
      return decoding().createRestoreTable(operations.flatMap((one) => [...one.restoreEntries()]))
    }),
    decoding,
    extras,
  }
}

/** Reads the operations of a style; throws a DataError that names the field. */
type Reader = (operations: unknown) => readonly Operation[]

function createStyle(
  slug: string,
  source: StyleSource,
  siblings: Siblings,
  readAll: Reader,
): Style {
  const { sample = defaultSample, restore = false } = source
  const read = memoize(() => attempt(() => readAll(source.operations)))
  const compile = memoize(() => {
    const operations = read()
    if (operations instanceof DataError) return operations
    return attempt(() => compileTransform(slug, operations, siblings))
  })
  const compiled = (): Transform => {
    const result = compile()
    if (!(result instanceof DataError)) return result
    throw new DataError(`The style "${slug}" has a fault: ${result.message}`)
  }
  const transform: Transform = (...input) => compiled()(...input)
  const example = memoize(() => source.example ?? transform(sample, 'en'))
  return {
    slug,
    sample,
    restore,
    get example() {
      return example()
    },
    get operations() {
      const operations = read()
      return operations instanceof DataError ? [] : operations
    },
    transform,
    fault() {
      const result = compile()
      return result instanceof DataError ? result.message : undefined
    },
    check: () => void compiled(),
  }
}

function attempt<Value>(work: () => Value): Value | DataError {
  try {
    return work()
  } catch (error) {
    if (error instanceof DataError) return error
    throw error
  }
}

/** A generator file with its operations. */
export interface GeneratorData extends GeneratorFile {
  readonly kind: Kind
  readonly layer: Layer
  readonly operations: readonly Operation[]
}

/**
 * Decorates a text. `language` is a tag such as `tr`, for styles that depend on case or alphabet.
 * `accents` is for letters that some browsers show as boxes; by default they are `styled`. Random
 * choices differ between versions; the service has only the one without a name. `sent` is what was
 * sent where other styles have changed the text. The runs of the text that are `kept` are hidden.
 */
export type Transform = (
  text: string,
  language: string,
  accents?: Accents,
  version?: string,
  sent?: string,
  kept?: Kept,
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
  return (text, language, accents = 'styled', version = '', sent = text, kept) => {
    if (mapping !== undefined) return mapText(text, mapping.in(language, accents))
    let known: Draw | undefined
    // Composed and decomposed letters get the same random choices.
    const seed = (): string =>
      `${slug}${version}\n${normalize(kept?.neutral(text) ?? text, 'NFC')}`
    const draw: Draw = (count) => (known ??= createDraw(seed()))(count)
    const draft = { text, cells: undefined, language, accents, sent, draw, kept }
    for (const step of steps) step(draft)
    return textOf(draft)
  }
}
