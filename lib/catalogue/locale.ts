import { DataError, Fields, list, object, optional, text, textLike } from '../engine/fields.ts'
import type { Check } from '../engine/fields.ts'
import { countCodePoints } from '../engine/text.ts'

/**
 * The locales of the interface, by language tag (BCP 47): the only list of them. Each has a file in
 * `locales/`; the first is the default.
 */
export const languages = ['en', 'es', 'fr', 'tr'] as const
/** The tag of one of them. */
export type Language = (typeof languages)[number]

/** What a request gets that asks for none of them. */
export const defaultLanguage: Language = languages[0]

/** The locale that a `lang` value asks for; everything but the exact tags is the default. */
export function chooseLanguage(value: string | undefined): Language {
  return languages.find((language) => language === value) ?? defaultLanguage
}

/** Where the pages have their documentation: no generator has this page address. */
export const reservedPage = 'api'

/** What a locale says of one generator. */
export interface LocaleEntry {
  /** The display name. */
  readonly name: string
  /** The last part of the page address. */
  readonly page: string
  /** Other words that people look for the style with. */
  readonly aliases: readonly string[]
}

/** What a locale file says, or a part of it. */
export interface Locale {
  /** The letters of the language that are not among A to Z, small ones before capitals. */
  readonly letters: readonly string[] | undefined
  /** Slug → entry. */
  readonly generators: ReadonlyMap<string, LocaleEntry>
  /** Category → display name. */
  readonly categories: ReadonlyMap<string, string>
  /** Key → text of the pages, with `{places}` for what a page puts into it. */
  readonly pages: ReadonlyMap<string, string>
}

/** Reads the JSON value of a locale file; throws a DataError that names the place. */
export function readLocale(value: unknown): Locale {
  const locale = readLocaleParts(value, (fault) => {
    throw fault
  })
  const owners = new Map<string, string>()
  for (const [slug, { page }] of locale.generators) {
    const owner = owners.get(page)
    if (owner !== undefined) {
      const both = [owner, slug].map((one) => `${placeOf('generators', one)}.page`).join(' and ')
      throw new DataError(`${both} are both "${page}"; give one of them another`)
    }
    owners.set(page, slug)
  }
  return locale
}

/**
 * Reads what the JSON value of a locale file has and leaves out what has a fault, which is handed
 * to `onFault`. Throws a DataError for what is no object.
 */
export function readLocaleParts(value: unknown, onFault: (fault: DataError) => void): Locale {
  const parts = object(value, 'the file')
  const attempt = (work: () => void): void => {
    try {
      work()
    } catch (error) {
      if (!(error instanceof DataError)) throw error
      onFault(error)
    }
  }
  const readPart = <Item>(part: string, check: Check<Item>): ReadonlyMap<string, Item> => {
    const items = new Map<string, Item>()
    attempt(() => {
      for (const [key, item] of Object.entries(object(parts[part] ?? {}, part))) {
        attempt(() => items.set(key, check(item, placeOf(part, key))))
      }
    })
    return items
  }
  let letters: readonly string[] | undefined
  attempt(() => (letters = optional(lettersField, undefined)(parts['letters'], 'letters')))
  const generators = readPart('generators', readEntry)
  const categories = readPart('categories', displayName)
  const pages = readPart('pages', text)
  const known = { letters: anything, generators: anything, categories: anything, pages: anything }
  attempt(() => new Fields(parts, 'the file', '').read(known))
  return { letters, generators, categories, pages }
}

/** Where in a locale file something stands, such as `generators["bold"]`. */
export function placeOf(part: string, key: string): string {
  return `${part}[${JSON.stringify(key)}]`
}

/** The names of the places of a text that a page fills, such as `count` of `{count}`, sorted. */
export function placesOf(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(/\{([a-z_]+)\}/g), ([, name = '']) => name))].sort()
}

function anything(value: unknown): unknown {
  return value
}

function lettersField(value: unknown, place: string): readonly string[] {
  const letters = [...text(value, place)]
  const isOwn = (letter: string): boolean => /^(?![A-Za-z])\p{L}$/u.test(letter)
  if (letters.every(isOwn) && new Set(letters).size === letters.length) return letters
  throw new DataError(`${place} takes letters that are not among A to Z, each once`)
}

function readEntry(value: unknown, place: string): LocaleEntry {
  return new Fields(value, place).read({
    name: displayName,
    page: pageAddress,
    aliases: optional(list(1, displayName), []),
  })
}

const longestName = 40

function displayName(value: unknown, place: string): string {
  const name = text(value, place)
  if (name.length <= longestName || countCodePoints(name) <= longestName) return name
  throw new DataError(`${place} takes at most ${longestName} code points`)
}

const pageAddress = textLike(
  /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
  'lower-case ASCII letters, digits and single hyphens',
)
