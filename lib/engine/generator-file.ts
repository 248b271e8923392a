import { flag, integer, list, oneOf, optional, readFields, text, textLike } from './fields.ts'

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

/** The fields of a generator file. Its operations are still JSON: they are read when needed. */
export interface GeneratorFile {
  readonly category: Category
  /** Position within the category, ascending. */
  readonly position: number
  /** Position among the styles that most people look for, which the pages show first. */
  readonly popular: number | undefined
  /** The text that shows the style: its transformation is the `example` of the answers. */
  readonly sample: string
  /** What the style makes of the sample; computed where the file does not have it. */
  readonly example: string | undefined
  /** What a decoder reads: a text in each way to write its code. */
  readonly notations: readonly string[]
  /** Whether `plain-text` recognises this generator's characters and marks and takes them back. */
  readonly restore: boolean
  /** Whether pages offer to add this style to others. */
  readonly addition: boolean
  /** The newest Unicode version that the output needs, such as `5.2`. */
  readonly unicode: string | undefined
  readonly operations: unknown
}

/** Generator files by slug. */
export type GeneratorFiles = ReadonlyMap<string, GeneratorFile>

/** The sample of styles whose files name none. */
export const defaultSample = 'Hello World'

const shape = {
  category: oneOf(...categories),
  position: integer(1, 9999),
  popular: optional(integer(1, 99), undefined),
  sample: optional(text, defaultSample),
  example: optional(text, undefined),
  notations: optional(list(0, text), []),
  restore: flag,
  addition: flag,
  unicode: optional(textLike(/^\d+\.\d$/, 'a version such as 5.2'), undefined),
  operations: (operations: unknown): unknown => operations,
}

/** Reads the JSON value of a generator file; throws a DataError that names the field. */
export function readGeneratorFile(value: unknown): GeneratorFile {
  return readFields(value, 'the file', shape, '')
}
