import type english from '../../locales/en.json'
import type { Language } from '../catalogue/locale.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'

/** The key of a text of the pages in the locale files. */
export type TextKey = keyof typeof english.pages

/** Placeholder → its value: `{count}` in a text is the placeholder `count`. */
type Values<Value> = Readonly<Record<string, Value>>

/** The texts of the pages in one language. */
export type PageTexts = ReturnType<typeof createTexts>

/** Creates the texts of a language; a missing text is its key. */
export function createTexts(language: Language, texts: ReadonlyMap<string, string>) {
  const numbers = new Intl.NumberFormat(language)
  const unfilled = (key: TextKey): string => texts.get(key) ?? key
  /** Returns the words of a text and, in turn, the values of its placeholders. */
  const fill = <Value>(key: TextKey, values: Values<Value | number>): Array<string | Value> =>
    unfilled(key).split(placeholders).map((part, index) => {
      const value = index % 2 === 0 ? part : (values[part] ?? `{${part}}`)
      return typeof value === 'number' ? numbers.format(value) : value
    })
  return {
    language,
    /** Returns a text with its placeholders filled; numbers are written as in the language. */
    text: (key: TextKey, values: Values<string | number> = {}): string =>
      fill(key, values).join(''),
    /** Returns the same as HTML, whose values may be HTML, such as the two ends of a link. */
    html: (key: TextKey, values: Values<string | number | Html> = {}): Html =>
      html`${fill(key, values)}`,
    /** Returns a text with its placeholders, for scripts. */
    unfilled,
    /** Returns a time in words, rounded up to whole units: `40 seconds`, `12 minutes`. */
    duration(seconds: number): string {
      const [unit, length] = seconds < 120 ? second : seconds < 7200 ? minute : hour
      const style = { style: 'unit', unit, unitDisplay: 'long' } as const
      return new Intl.NumberFormat(language, style).format(Math.ceil(seconds / length))
    },
  }
}

const placeholders = /\{([a-z_]+)\}/

/** Units of time with their length in seconds. */
const [second, minute, hour] = [['second', 1], ['minute', 60], ['hour', 3600]] as const
