import type { Accents } from '../../engine/drawn-apart.ts'
import { compileTransform, readStyle } from '../../engine/generator.ts'
import type { StyleData, Transform } from '../../engine/generator.ts'
import { createSiblings } from '../../engine/siblings.ts'
import type { SharedText } from '../../engine/text.ts'
import type { StyleRow } from './style-row.ts'

/** A style, ready for use. */
export interface Style {
  readonly slug: string
  /** The text that is shown where nobody has typed one. */
  readonly sample: string
  /** What it makes of its sample: the same in every language. */
  example(): string
  transform(text: string | SharedText, accents: Accents): string
}

/** All styles by slug, in the order of the list. */
export type Styles = ReadonlyMap<string, Style>

/** The language of the page. */
export const language = document.documentElement.lang

/** Loads the styles of this page; rejects where they are not to be had. */
export async function loadStyles(): Promise<Styles> {
  const rows = (await loadJson('styles.json')) as readonly StyleRow[]
  const data = new Map(rows.map(([slug, value]) => [slug, readStyle(value)]))
  const siblings = createSiblings(data)
  return new Map([...data].map(([slug, one]) => [slug, createStyle(slug, one, siblings)]))
}

/** The value of a JSON file beside the scripts; rejects where it is not to be had. */
export async function loadJson(file: string): Promise<unknown> {
  const response = await fetch(new URL(file, import.meta.url))
  if (!response.ok) throw new Error(`${file}: ${response.status}`)
  return response.json()
}

function createStyle(
  slug: string,
  { sample, operations }: StyleData,
  siblings: ReturnType<typeof createSiblings>,
): Style {
  let compiled: Transform | undefined
  const transform: Transform = (text, tag, accents) => {
    compiled ??= compileTransform(slug, operations, siblings)
    return compiled(text, tag, accents)
  }
  return {
    slug,
    sample,
    example: () => transform(sample, 'en'),
    transform: (text, accents) => transform(text, language, accents),
  }
}
