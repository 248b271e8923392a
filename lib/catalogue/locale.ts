import { DataError, Fields, object, text, textLike } from '../engine/fields.ts'
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

/** What a locale says of one generator: its display name and the last part of its page address. */
export interface LocaleEntry {
  readonly name: string
  readonly page: string
}

/** Slug → entry. */
export type Locale = ReadonlyMap<string, LocaleEntry>

const longestName = 40

/** Reads the JSON value of a locale file; throws a DataError that names the entry. */
export function readLocale(value: unknown): Locale {
  const locale = readEntries(value, (fault) => {
    throw fault
  })
  const owners = new Map<string, string>()
  for (const [slug, { page }] of locale) {
    const owner = owners.get(page)
    if (owner !== undefined) throw new DataError(`"${slug}".page is that of "${owner}" already`)
    owners.set(page, slug)
  }
  return locale
}

/**
 * Reads the entries of the JSON value of a locale file and leaves out those with a fault, which is
 * handed to `onFault`. Throws a DataError for what is no object.
 */
export function readEntries(value: unknown, onFault: (fault: DataError) => void): Locale {
  const entries = new Map<string, LocaleEntry>()
  for (const [slug, fields] of Object.entries(object(value, 'the file'))) {
    try {
      const entry = new Fields(fields, `"${slug}"`).read({ name: displayName, page: pageAddress })
      entries.set(slug, entry)
    } catch (error) {
      if (!(error instanceof DataError)) throw error
      onFault(error)
    }
  }
  return entries
}

function displayName(value: unknown, place: string): string {
  const name = text(value, place)
  if (countCodePoints(name) <= longestName) return name
  throw new DataError(`${place} takes at most ${longestName} code points`)
}

const pageAddress = textLike(
  /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
  'lower-case ASCII letters, digits and single hyphens',
)
