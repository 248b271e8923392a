import type { Accents } from '../../engine/drawn-apart.ts'
import { isOrdinary } from '../../engine/decoding/ordinary.ts'
import { firstTypes } from '../../engine/first-operations.ts'
import { memoize } from '../../engine/memo.ts'
import type { Kept } from '../../engine/keep.ts'
import type { Layer } from '../../engine/layer.ts'
import type { Decoding, Extras, OperationTypes } from '../../engine/operation.ts'
import { createStyleSet } from '../../engine/style.ts'
import type { StyleSource } from '../../engine/style.ts'
import { defaultSample } from '../../engine/text.ts'
import { sampleIn } from './styled-text.ts'
import type { Sample } from './styled-text.ts'

/** A style as browsers get it; without operations if they are loaded later. */
export type StyleRow = readonly [
  slug: string,
  style: Pick<StyleSource, 'sample' | 'restore'> & Partial<StyleSource> & Traits,
]

interface Traits {
  /** Styles of codes and of frames have a layer: they cannot take every addition. */
  readonly layer?: Layer
  /** Whether the style reads texts back. */
  readonly readsBack?: boolean
}

/** The operations of the styles that are loaded later. */
export type LaterRows = ReadonlyArray<readonly [slug: string, operations: unknown]>

/** What is loaded when it is first needed. */
export interface Later {
  rows(): Promise<LaterRows>
  /** The types of their operations. */
  types(): Promise<OperationTypes>
  /** The part of the engine that reads texts back. */
  decoding(): Promise<Decoding>
  /** What it needs for texts that are not ordinary. */
  extras(): Promise<Extras>
}

/** A style in the language of the page. */
export interface Style {
  readonly slug: string
  readonly layer?: Layer
  /** The JSON of its operations; `undefined` until they are loaded. */
  readonly operations: unknown
  /** Returns whether the style is loaded, for a text; until then it changes nothing. */
  isLoaded(text?: string): boolean
  /** Returns what is shown until the visitor types a text. */
  sample(): Sample
  readonly readsBack: boolean
  /** Returns a text in this style: another one for each version, if the style is random. */
  transform(
    text: string,
    accents: Accents,
    version?: string,
    sent?: string,
    kept?: Kept,
  ): string
  /** Returns whether a text can hardly be anything but what this style decodes. */
  recognizes(text: string): boolean
}

/** All styles. */
export interface Styles {
  /** All styles by slug, in the order of the list. */
  readonly all: ReadonlyMap<string, Style>
  /** Loads all styles, for a text, unless they are there; rejects if it fails. */
  load(text?: string): Promise<void>
  /** Does so for all but those that read texts back. */
  loadRows(): Promise<void>
}

/** Makes the styles of these rows; each is read when it is first used. */
export function createStyles(
  rows: readonly StyleRow[],
  language: string,
  later: Later,
  usualSample = defaultSample,
): Styles {
  let types = firstTypes
  let decoding: Decoding | undefined
  let extras: Extras | undefined
  const operations = new Map<string, unknown>(rows.map(([slug, row]) => [slug, row.operations]))
  const sources = rows.map(([slug, source]): [string, StyleSource] => {
    return [slug, { ...source, get operations() { return operations.get(slug) } }]
  })
  const { all, siblings } = createStyleSet(sources, {
    types: () => types,
    extras: () => extras ?? {},
    decoding() {
      if (decoding === undefined) throw new Error('the decoders are not loaded')
      return decoding
    },
  })
  // What comes after another operation gets other texts.
  const isAfterOthers = (): boolean => rows.some(([slug, { example }]) => {
    return example !== undefined && [operations.get(slug)].flat().length > 1
  })
  const lacksExtras = (text = ''): boolean => {
    return text !== '' && extras === undefined && (!isOrdinary(text) || isAfterOthers())
  }
  const styles = rows.flatMap(([slug, row]): Array<[string, Style]> => {
    const { layer, readsBack = false, example } = row
    const style = all.get(slug)
    if (style === undefined) return []
    const { transform, fault } = style
    const isLoaded = (text?: string): boolean => {
      if (operations.get(slug) === undefined || (readsBack && decoding === undefined)) return false
      return example === undefined || !lacksExtras(text)
    }
    // A damaged style must not stop the script: it changes nothing.
    const isUsable = (): boolean => isLoaded() && fault() === undefined
    const inLanguage: Style = {
      slug,
      ...(layer && { layer }),
      get operations() {
        return operations.get(slug)
      },
      isLoaded,
      readsBack,
      sample() {
        if (isUsable()) return sampleIn(language, usualSample, style.sample, style)
        return { plain: style.sample, styled: style.sample }
      },
      transform(text, accents, version, sent, kept) {
        return isUsable() ? transform(text, language, accents, version, sent, kept) : text
      },
      recognizes(text) {
        return isUsable() && style.operations.some(({ recognizerOf }) => {
          return recognizerOf?.(siblings)?.(text, language) === true
        })
      },
    }
    return [[slug, inLanguage]]
  })
  const loadRows = memoize(async () => {
    const [loaded, own] = await Promise.all([later.rows(), later.types()])
    types = own
    for (const [slug, one] of loaded) operations.set(slug, one)
  })
  const loadAll = memoize(async () => {
    [decoding] = await Promise.all([later.decoding(), loadRows()])
  })
  const loadExtras = memoize(async () => {
    extras = await later.extras()
  })
  return {
    all: new Map(styles),
    loadRows,
    async load(text) {
      await loadAll()
      if (lacksExtras(text)) await loadExtras()
    },
  }
}
