import type { Accents } from '../../engine/drawn-apart.ts'
import { memoize } from '../../engine/memo.ts'
import type { Layer } from '../../engine/layer.ts'
import type { Decoding } from '../../engine/operation.ts'
import { createStyleSet } from '../../engine/style.ts'
import type { StyleSource } from '../../engine/style.ts'
import { defaultSample } from '../../engine/text.ts'
import { sampleIn } from './styled-text.ts'
import type { Sample } from './styled-text.ts'

/** A style as browsers get it; without operations if it reads texts back. */
export type StyleRow = readonly [
  slug: string,
  style: Pick<StyleSource, 'sample' | 'restore'> & Partial<StyleSource> & Layered,
]

/** Styles of codes and of frames have a layer: they cannot take every addition. */
interface Layered {
  readonly layer?: Layer
}

/** The operations of the styles that read texts back. */
export type DecoderRows = ReadonlyArray<readonly [slug: string, operations: unknown]>

/** What is loaded when the first style that reads texts back is used. */
export interface Decoders {
  readonly decoding: Decoding
  readonly rows: DecoderRows
}

/** In folded JSON, replaces the code points between the first and the last one of a run. */
export const runMark = '\ue000'

/** Parses JSON in which runs of code points are folded. */
export function parseJson<Value>(folded: string): Value {
  const parts = folded.split(runMark)
  const json = parts.map((part, index) => {
    const first = Array.from(part.slice(-2)).at(-1)?.codePointAt(0) ?? 0
    const last = parts[index + 1]?.codePointAt(0) ?? 0
    const length = Math.max(0, last - first - 1)
    return part + String.fromCodePoint(...Array.from({ length }, (_, n) => first + 1 + n))
  })
  return JSON.parse(json.join(''))
}

/** A style in the language of the page. */
export interface Style extends Layered {
  readonly slug: string
  /** The JSON of its operations, unless it is loaded later. */
  readonly operations: unknown
  /** Returns whether the style is loaded; until then it changes nothing. */
  isLoaded(): boolean
  /** Returns what is shown until the visitor types a text. */
  sample(): Sample
  /** Whether the style reads texts back, and is loaded later. */
  readonly isLate: boolean
  /** Returns a text in this style: another one for each version, if the style is random. */
  transform(text: string, accents: Accents, version?: string): string
  /** Returns whether a text can hardly be anything but what this style decodes. */
  isSureOf(text: string): boolean
}

/** All styles. */
export interface Styles {
  /** All styles by slug, in the order of the list. */
  readonly all: ReadonlyMap<string, Style>
  /** Loads the styles that read texts back, unless they are there; rejects if it fails. */
  load(): Promise<void>
}

/** Makes the styles of these rows; each is read when it is first used. */
export function createStyles(
  rows: readonly StyleRow[],
  language: string,
  loadDecoders: () => Promise<Decoders>,
  usualSample = defaultSample,
): Styles {
  let decoders: Decoders | undefined
  const later = new Map<string, unknown>()
  const operationsOf = new Map(rows.map(([slug, { operations }]) => [slug, operations]))
  const sources = rows.map(([slug, source]): [string, StyleSource] => {
    const { operations } = source
    return [slug, { ...source, get operations() { return operations ?? later.get(slug) } }]
  })
  const early = new Set(rows.flatMap(([slug, { operations }]) => (operations ? [slug] : [])))
  const { all, siblings } = createStyleSet(sources, () => {
    if (decoders === undefined) throw new Error('the decoders are not loaded')
    return decoders.decoding
  })
  const layers = new Map(rows.map(([slug, { layer }]) => [slug, layer]))
  const styles = [...all].map(([slug, style]): [string, Style] => {
    const layer = layers.get(slug)
    const { transform, fault } = style
    const isLoaded = (): boolean => decoders !== undefined || early.has(slug)
    // A damaged style must not stop the script: it changes nothing.
    const isUsable = (): boolean => isLoaded() && fault() === undefined
    const inLanguage: Style = {
      slug,
      ...(layer && { layer }),
      operations: operationsOf.get(slug),
      isLoaded,
      isLate: !early.has(slug),
      sample() {
        if (isUsable()) return sampleIn(language, usualSample, style.sample, style)
        return { plain: style.sample, styled: style.sample }
      },
      transform(text, accents, version) {
        return isUsable() ? transform(text, language, accents, version) : text
      },
      isSureOf(text) {
        return isUsable() && style.operations.some(({ sureOf }) => {
          return sureOf?.(siblings)?.(text, language) === true
        })
      },
    }
    return [slug, inLanguage]
  })
  return {
    all: new Map(styles),
    load: memoize(async () => {
      decoders = await loadDecoders()
      for (const [slug, operations] of decoders.rows) later.set(slug, operations)
    }),
  }
}
