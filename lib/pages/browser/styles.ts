import type { Accents } from '../../engine/drawn-apart.ts'
import { createStyleSet } from '../../engine/style.ts'
import type { Names, SearchWords } from '../../engine/ranking.ts'
import type { StyleSource } from '../../engine/style.ts'
import type { SharedText } from '../../engine/text.ts'

/** A style as browsers get it. */
export type StyleRow = readonly [slug: string, style: StyleSource]

/** What the search knows in a language, with the names of each style in the order of the list. */
export type SearchData = SearchWords & { readonly names: readonly Names[] }

/** In folded JSON, replaces the code points between the first and the last one of a run. */
export const runMark = '\ue000'

/** Parses rows from JSON in which runs of code points are folded. */
export function parseRows(folded: string): readonly StyleRow[] {
  const unfold = (_folded: string, first: string, last: string): string => {
    const [start = 0, end = 0] = [first.codePointAt(0), last.codePointAt(0)]
    return String.fromCodePoint(...Array.from({ length: end - start + 1 }, (_, n) => start + n))
  }
  return JSON.parse(folded.replace(/(.)\ue000(.)/gu, unfold))
}

/** A style in the language of the page. */
export interface Style {
  readonly slug: string
  /** The text that is shown until the visitor types one. */
  readonly sample: string
  /** Returns the sample in this style: the same in every language. */
  example(): string
  /** Returns a text in this style. */
  transform(text: string | SharedText, accents: Accents): string
}

/** All styles by slug, in the order of the list. */
export type Styles = ReadonlyMap<string, Style>

/** Makes the styles of these rows; each is read when it is first used. */
export function createStyles(rows: readonly StyleRow[], language: string): Styles {
  const { all } = createStyleSet(rows)
  return new Map(
    [...all].map(([slug, style]) => {
      const { sample, transform, fault } = style
      const inLanguage: Style = {
        slug,
        sample,
        // A damaged style must not stop the script: it changes nothing.
        example: () => (fault() === undefined ? style.example : sample),
        transform(text, accents) {
          if (fault() === undefined) return transform(text, language, accents)
          return typeof text === 'string' ? text : text.text
        },
      }
      return [slug, inLanguage]
    }),
  )
}
