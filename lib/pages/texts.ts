import type { Language } from '../catalogue/locale.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'
import type { TextKey, textKeys } from './text-keys.ts'

/** What the places of a text are filled with; nothing for a text without places. */
type Values<Key extends TextKey, Value> = [PlaceOf<Key>] extends [never]
  ? []
  : [values: Readonly<Record<PlaceOf<Key>, Value>>]
type PlaceOf<Key extends TextKey> = (typeof textKeys)[Key][number]

/** The texts of the pages in one language. */
export interface PageTexts {
  readonly language: Language
  /** A text, its places filled; numbers are written as in the language. */
  text<Key extends TextKey>(key: Key, ...values: Values<Key, string | number>): string
  /** The same as HTML: places may hold HTML, such as the beginning and the end of a link. */
  html<Key extends TextKey>(key: Key, ...values: Values<Key, string | number | Html>): Html
  number(value: number): string
  /** A text with its places as they stand in the locale file, for scripts. */
  unfilled(key: TextKey): string
  /** A time in words: `40 seconds`, `12 minutes`; whole units, rounded up. */
  duration(seconds: number): string
}

/** Reads the texts of a language; one that is missing is its key. */
export function createTexts(
  language: Language,
  texts: ReadonlyMap<string, string>,
): PageTexts {
  const numbers = new Intl.NumberFormat(language)
  /** The words of a text and what fills its places, in turn. */
  const split = <Value>(
    key: TextKey,
    values: Readonly<Record<string, Value>>,
  ): Array<string | Value> =>
    (texts.get(key) ?? key).split(places).map((part, index) => {
      return index % 2 === 0 ? part : (values[part] ?? `{${part}}`)
    })
  const write = <Value>(value: Value): Value | string => {
    return typeof value === 'number' ? numbers.format(value) : value
  }
  return {
    language,
    text: (key, ...[values = {}]: Array<Readonly<Record<string, string | number>>>) =>
      split(key, values).map(write).join(''),
    html: (key, ...[values = {}]: Array<Readonly<Record<string, string | number | Html>>>) =>
      html`${split(key, values).map(write)}`,
    number: (value) => numbers.format(value),
    unfilled: (key) => texts.get(key) ?? key,
    duration(seconds) {
      const [unit, length] = seconds < 120 ? second : seconds < 7200 ? minute : hour
      const style = { style: 'unit', unit, unitDisplay: 'long' } as const
      return new Intl.NumberFormat(language, style).format(Math.ceil(seconds / length))
    },
  }
}

const places = /\{([a-z_]+)\}/

/** Units of time with their seconds. */
const [second, minute, hour] = [['second', 1], ['minute', 60], ['hour', 3600]] as const
