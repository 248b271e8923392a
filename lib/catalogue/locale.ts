import { checkObject, checkText, DataError } from '../engine/fields.ts'
import { countCodePoints } from '../engine/text.ts'

/** The locales of the interface; the first is the default. */
export const languages = ['en', 'es', 'fr', 'tr'] as const
export type Language = (typeof languages)[number]

export const defaultLanguage: Language = 'en'

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

/** Checks the JSON value of a locale file; throws a DataError that names the entry. */
export function checkLocale(value: unknown): Locale {
  const entries = new Map<string, LocaleEntry>()
  const owners = new Map<string, string>()
  for (const [slug, entry] of Object.entries(checkObject(value, 'the file'))) {
    const { name, page } = checkObject(entry, `"${slug}"`, ['name', 'page'])
    const checked = {
      name: checkText(name, `"${slug}".name`),
      page: checkText(page, `"${slug}".page`),
    }
    if (countCodePoints(checked.name) > longestName) {
      throw new DataError(`"${slug}".name takes at most ${longestName} code points`)
    }
    if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(checked.page)) {
      const takes = 'lower-case ASCII letters, digits and single hyphens'
      throw new DataError(`"${slug}".page takes ${takes}`)
    }
    const owner = owners.get(checked.page)
    if (owner !== undefined) throw new DataError(`"${slug}".page is that of "${owner}" already`)
    owners.set(checked.page, slug)
    entries.set(slug, checked)
  }
  return entries
}
