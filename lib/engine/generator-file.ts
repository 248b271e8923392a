import { anyText, flag, integer, list, oneOf, optional, readFields } from './fields.ts'
import { text, textLike } from './fields.ts'
import type { Values } from './fields.ts'
import { kinds, readings } from './kind.ts'
import { defaultSample } from './text.ts'

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

const shape = {
  category: oneOf(...categories),
  /** What the style is; without it, the operations decide. */
  kind: optional(oneOf(...kinds), undefined),
  /** Position within the category, ascending. */
  position: integer(1, 9999),
  /** Position among the styles that most people look for, which the pages show first. */
  popular: optional(integer(1, 99), undefined),
  /** The text that shows the style: its transformation is the `example` of the answers. */
  sample: optional(text, defaultSample),
  /** What the style makes of the sample; computed where the file does not have it. */
  example: optional(text, undefined),
  /** What a decoder reads: a text in each way to write its code. */
  notations: optional(list(0, text), []),
  /** Whether `plain-text` recognises this generator's characters and marks and takes them back. */
  restore: flag,
  /** Whether pages offer to add this style to others. */
  addition: flag,
  /** Whether lists and searches leave it out: its slug and its page go on working. */
  retired: flag,
  /** The slug of the style that the page of a retired one names instead. */
  instead: optional(text, undefined),
  /** The newest Unicode version that the output needs, such as `5.2`. */
  unicode: optional(textLike(/^\d+\.\d$/, 'a version such as 5.2'), undefined),
  /** How screen readers read the style. */
  reading: optional(oneOf(...readings), undefined),
  /** The letters and digits of all languages that the style leaves alone, such as `0–9 ñ`. */
  keeps: optional(anyText, undefined),
  /** The scripts from which the style borrows letters. https://www.unicode.org/iso15924/ */
  scripts: optional(list(0, textLike(/^[A-Z][a-z]{3}$/, 'a tag such as Grek')), []),
  /** Still JSON: operations are read when they are needed. */
  operations: (operations: unknown): unknown => operations,
}

/** The fields of a generator file. */
export type GeneratorFile = Values<typeof shape>

/** Reads the JSON value of a generator file; throws a DataError that names the field. */
export function readGeneratorFile(value: unknown): GeneratorFile {
  return readFields(value, 'the file', shape, '')
}
