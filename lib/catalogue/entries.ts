import type { GeneratorFiles } from '../engine/generator-file.ts'
import type { Remark } from './data-files.ts'
import type { LocaleFiles } from './locale-files.ts'
import { defaultLanguage, languages, reservedPage } from './locale.ts'
import type { Language, LocaleEntry } from './locale.ts'

/** Returns the name, page address and search words of a generator in a locale. */
export type EntryOf = (slug: string, language: Language) => LocaleEntry

/**
 * Gives each generator its name and page address in every locale: those of the locale, else the
 * English ones, else its slug. In a locale no name and no address occurs twice, and no address is
 * the reserved one. An overlay comes first; a generator whose name or address is taken gets its
 * slug instead, with a warning.
 */
export function createEntries(
  slugs: readonly string[],
  own: GeneratorFiles,
  locales: LocaleFiles,
  warn: Remark,
): EntryOf {
  const preferenceOf = (slug: string, language: Language): Preference =>
    findPreference(slug, language, own.has(slug), locales)
  // Shipped names and addresses are unique, so a start need not compare them.
  if (own.size + locales.own.size === 0) {
    return (slug, language) => preferenceOf(slug, language).entry
  }
  const entries = new Map(
    languages.map((language) => {
      const preferences = slugs.map((slug) => preferenceOf(slug, language))
      return [language, settle(language, preferences, warn)]
    }),
  )
  return (slug, language) => entries.get(language)?.get(slug) ?? entryOfSlug(slug)
}

/** The entry that a generator would have; the lowest rank gets what several want. */
interface Preference {
  readonly slug: string
  readonly entry: LocaleEntry
  readonly rank: number
}

function findPreference(
  slug: string,
  language: Language,
  isOwn: boolean,
  { shipped, own }: LocaleFiles,
): Preference {
  const entry = own.get(language)?.generators.get(slug)
  if (entry !== undefined) return { slug, entry, rank: 0 }
  const translated = shipped.get(language)?.generators.get(slug)
  const english = shipped.get(defaultLanguage)?.generators.get(slug) ?? entryOfSlug(slug)
  if (!isOwn) return { slug, entry: translated ?? english, rank: 2 }
  // The shipped translations of this slug may name another style, which an upgrade has added.
  const ownEnglish = own.get(defaultLanguage)?.generators.get(slug)
  return { slug, entry: ownEnglish ?? translated ?? english, rank: 1 }
}

function entryOfSlug(slug: string): LocaleEntry {
  return { name: slug, page: slug, aliases: [] }
}

function settle(
  language: Language,
  preferences: readonly Preference[],
  warn: Remark,
): ReadonlyMap<string, LocaleEntry> {
  const names = new Map<string, string>()
  const pages = new Map([[reservedPage, 'the documentation']])
  type Owners = Map<string, string>
  const give = (what: string, slug: string, wanted: string, owners: Owners): string => {
    const key = (text: string): string => text.toLocaleLowerCase(language)
    const owner = owners.get(key(wanted))
    let given = wanted
    if (owner !== undefined) {
      given = slug
      for (let number = 2; owners.has(key(given)); number++) given = `${slug}-${number}`
      const taken = `${language}: the ${what} ${JSON.stringify(wanted)} of "${slug}"`
      warn(`${taken} is already that of ${owner}; "${slug}" gets "${given}"`)
    }
    owners.set(key(given), `"${slug}"`)
    return given
  }
  return new Map(
    preferences
      .toSorted((one, other) => one.rank - other.rank)
      .map(({ slug, entry }) => {
        const name = give('name', slug, entry.name, names)
        return [slug, { ...entry, name, page: give('page address', slug, entry.page, pages) }]
      }),
  )
}
