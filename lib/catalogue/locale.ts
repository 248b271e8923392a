import {
  DataError,
  fieldsOf,
  list,
  object,
  optional,
  readFields,
  text,
  textLike,
} from '../engine/fields.ts'
import type { Check } from '../engine/fields.ts'
import { countCodePoints } from '../engine/text.ts'
import { collect } from './collect-faults.ts'

/**
 * The locales of the interface, by language tag (BCP 47): the only list of them. Each has a file in
 * `locales/`; the first is the default.
 */
export const languages = ['en', 'es', 'fr', 'tr'] as const
/** The tag of one of them. */
export type Language = (typeof languages)[number]

/** The language of a request that names none of them. */
export const defaultLanguage: Language = languages[0]

/** Returns the language for a `lang` value: the default for all but the exact tags. */
export function chooseLanguage(value: string | undefined): Language {
  return languages.find((language) => language === value) ?? defaultLanguage
}

/** The page address of the documentation, which no generator may have. */
export const reservedPage = 'api'

/** Key → text of the pages, with `{placeholders}`. */
export type Texts = ReadonlyMap<string, string>

/** The content of a locale file, or a part of it. */
export interface Locale {
  /** The letters of the language that are not in A to Z, small letters before capitals. */
  readonly letters: readonly string[] | undefined
  /** Slug → entry. */
  readonly generators: ReadonlyMap<string, LocaleEntry>
  /** Category → display name. */
  readonly categories: ReadonlyMap<string, string>
  readonly pages: Texts
}

/**
 * Reads the JSON value of a locale file, or of a part of one. Leaves out everything with a fault,
 * which it adds to `faults`. Throws a DataError if the value is not an object. The page of a
 * generator may be missing in an operator's own, and is then empty.
 */
export function readLocale(value: unknown, faults: string[], isOwn = false): Locale {
  const parts = object(value, 'the file')
  const readPart = <Item>(part: string, check: Check<Item>): ReadonlyMap<string, Item> => {
    const items = collect(faults, () => Object.entries(object(parts[part] ?? {}, part))) ?? []
    return new Map(
      items.flatMap(([key, item]) => {
        const read = collect(faults, () => check(item, pathOf(part, key)))
        return read === undefined ? [] : [[key, read]]
      }),
    )
  }
  const locale = {
    letters: collect(faults, () => readLetters(parts['letters'], 'letters')),
    generators: readPart('generators', isOwn ? readOwnEntry : readEntry),
    categories: readPart('categories', displayName),
    pages: readPart('pages', text),
  }
  const known = { letters: anything, generators: anything, categories: anything, pages: anything }
  collect(faults, () => readFields(parts, 'the file', known, ''))
  return locale
}

/** Formats a locale on one line, which `parseLocale` reads without checking it again. */
export function formatLocale(locale: Locale): string {
  return JSON.stringify(locale, (_key, value) => (value instanceof Map ? [...value] : value))
}

/** Parses the line of a locale. */
export function parseLocale(line: string): Locale {
  const { letters, generators, categories, pages } = JSON.parse(line)
  return {
    letters,
    generators: new Map(generators),
    categories: new Map(categories),
    pages: new Map(pages),
  }
}

/** Returns a fault for each page address that another entry has, too. */
export function findSharedPages({ generators }: Locale): string[] {
  const owners = new Map<string, string>()
  return [...generators].flatMap(([slug, { page }]) => {
    const owner = owners.get(page)
    owners.set(page, slug)
    if (owner === undefined) return []
    const both = [owner, slug].map((one) => `${pathOf('generators', one)}.page`).join(' and ')
    return [`${both} are both "${page}"; give one of them another`]
  })
}

/** The path of an item in a locale file, such as `generators["bold"]`. */
export function pathOf(part: string, key: string): string {
  return `${part}[${JSON.stringify(key)}]`
}

/** The names of the placeholders of a text, such as `count` for `{count}`, sorted. */
export function placeholdersOf(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(/\{([a-z_]+)\}/g), ([, name = '']) => name))].sort()
}

const addressForm = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const addressWords = 'lower-case ASCII letters, digits and single hyphens'

/** The text of the pages that is the address of one of them: the page of symbols. */
export const symbolsPage = 'symbols-page'

/** Returns a fault for each text without the placeholders of the shipped one, or a bad address. */
export function findTextFaults(own: Texts, shipped: Texts): string[] {
  return [...own].flatMap(([key, text]) => {
    const path = pathOf('pages', key)
    if (key === symbolsPage && !addressForm.test(text)) return [`${path} must be ${addressWords}`]
    const names = placeholdersOf(shipped.get(key) ?? text)
    if (placeholdersOf(text).join() === names.join()) return []
    const needed = names.length === 0 ? 'none' : names.map((name) => `{${name}}`).join(', ')
    return [`${path} has other placeholders; it must have ${needed}`]
  })
}

function anything(value: unknown): unknown {
  return value
}

function lettersField(value: unknown, place: string): readonly string[] {
  const letters = [...text(value, place)]
  const isOwn = (letter: string): boolean => /^(?![A-Za-z])\p{L}$/u.test(letter)
  if (letters.every(isOwn) && new Set(letters).size === letters.length) return letters
  throw new DataError(`${place} must be letters that are not among A to Z, each once`)
}

const readLetters = optional(lettersField, undefined)

const longestName = 60

function displayName(value: unknown, place: string): string {
  const name = text(value, place)
  if (name.length <= longestName || countCodePoints(name) <= longestName) return name
  throw new DataError(`${place} must have at most ${longestName} code points`)
}

const pageAddress = textLike(addressForm, addressWords)

const entryFields = {
  name: displayName,
  /** The last part of the page address. */
  page: pageAddress,
  /** Other words that find the style in a search. */
  aliases: optional(list(1, displayName), []),
  /** How far the letters of the text on its page are shifted, with {shift} for the number. */
  shift: optional(text, ''),
  /** What stays ambiguous in the notations that it reads. */
  note: optional(text, ''),
}

const readEntry = fieldsOf(entryFields)
const readOwnEntry = fieldsOf({ ...entryFields, page: optional(pageAddress, '') })

/** The words for one generator in a locale. */
export type LocaleEntry = ReturnType<typeof readEntry>
