import type { Accents } from '../../engine/drawn-apart.ts'
import { compileTransform, readStyle } from '../../engine/generator.ts'
import type { StyleData, Transform } from '../../engine/generator.ts'
import type { Siblings } from '../../engine/operation.ts'
import { createSiblings } from '../../engine/siblings.ts'
import type { SharedText } from '../../engine/text.ts'
import type { StyleRow } from './style-rows.ts'

/** A style, ready for use. */
export interface Style {
  readonly slug: string
  /** The text that is shown where nobody has typed one. */
  readonly sample: string
  /** What it makes of its sample: the same in every language. */
  example(): string
  /** What it makes of a text, in the language of the page. */
  transform(text: string | SharedText, accents: Accents): string
}

/** All styles by slug, in the order of the list. */
export type Styles = ReadonlyMap<string, Style>

/** Makes the styles of their rows; each is read when it is first used. */
export function createStyles(rows: readonly StyleRow[], language: string): Styles {
  const data = new Map(rows.map(([slug, style]) => [slug, readLater(style)]))
  const replaced = new Map(
    rows.flatMap(([slug, , before]) => {
      return before === undefined ? [] : [[slug, readLater(before)] as const]
    }),
  )
  const siblings = createSiblings(data, replaced)
  return new Map(
    [...data].map(([slug, one]) => [slug, createStyle(slug, one, siblings, language)]),
  )
}

function readLater(value: unknown): StyleData {
  let known: StyleData | undefined
  const read = (): StyleData => (known ??= readStyle(value))
  return {
    get sample() {
      return read().sample
    },
    get restore() {
      return read().restore
    },
    get operations() {
      return read().operations
    },
  }
}

function createStyle(slug: string, data: StyleData, siblings: Siblings, language: string): Style {
  let compiled: Transform | undefined
  const transform: Transform = (text, tag, accents) => {
    compiled ??= compileTransform(slug, data.operations, siblings)
    return compiled(text, tag, accents)
  }
  return {
    slug,
    get sample() {
      return data.sample
    },
    example: () => transform(data.sample, 'en'),
    transform: (text, accents) => transform(text, language, accents),
  }
}
