import type { GeneratorFiles } from './generator-files.ts'
import { defaultLanguage, languages, reservedPage, symbolsPage } from './locale.ts'
import type { Language, LocaleEntry } from './locale.ts'
import type { LocaleFiles } from './locale-files.ts'
import type { Words } from './words.ts'

/** Returns the name, page address and search words of a generator in a locale. */
export type EntryOf = (slug: string, language: Language) => LocaleEntry

/** The entry of a generator that no locale names. */
export function unnamed(slug: string): LocaleEntry {
  return { name: slug, page: slug, aliases: [], shift: '', note: '' }
}

/**
 * Gives each generator its name and page address in every locale: those of the locale, else the
 * English ones, else its slug. In a locale no name and no address occurs twice, and no address is
 * that of the documentation or of the symbols. An operator's own come first; a generator whose name
 * or address is taken gets its slug instead, with a warning.
 */
export function createEntries(
  slugs: readonly string[],
  ownGenerators: GeneratorFiles,
  { localeOf, own }: LocaleFiles,
  { texts }: Words,
  warnings: string[],
): EntryOf {
  const wanted = (slug: string, language: Language): LocaleEntry => {
    // The shipped translations of an own slug may name another style, which an upgrade has added.
    const ownEnglish = ownGenerators.has(slug) ? own.get(defaultLanguage) : undefined
    const translated = [own.get(language), ownEnglish, localeOf(language)]
    const sources = [...translated, localeOf(defaultLanguage)]
    const source = sources.find((locale) => locale?.generators.has(slug))
    const entry = source?.generators.get(slug) ?? unnamed(slug)
    if (entry.page !== '') return entry
    const pages = sources.map((locale) => locale?.generators.get(slug)?.page)
    return { ...entry, page: pages.find(Boolean) ?? slug }
  }
  // Shipped names and addresses are unique, so a start need not compare them.
  if (ownGenerators.size + own.size === 0) return wanted
  const rank = (slug: string, language: Language): number =>
    own.get(language)?.generators.has(slug) ? 0 : ownGenerators.has(slug) ? 1 : 2
  const settle = (language: Language): ReadonlyMap<string, LocaleEntry> => {
    const give = createGiver(language, warnings)
    const names = new Map<string, string>()
    const symbols = texts(language).get(symbolsPage) ?? symbolsPage
    const pages = new Map([[reservedPage, 'the documentation'], [symbols, 'the symbols']])
    const ranked = slugs.toSorted((one, other) => rank(one, language) - rank(other, language))
    return new Map(
      ranked.map((slug) => {
        const entry = wanted(slug, language)
        const name = give(slug, 'name', entry.name, names)
        return [slug, { ...entry, name, page: give(slug, 'page address', entry.page, pages) }]
      }),
    )
  }
  const entries = new Map(languages.map((language) => [language, settle(language)]))
  return (slug, language) => entries.get(language)?.get(slug) ?? wanted(slug, language)
}

/** Returns what gives a generator a text, or one made from its slug if the text has an owner. */
function createGiver(language: Language, warnings: string[]) {
  const key = (text: string): string => text.toLocaleLowerCase(language)
  return (slug: string, what: string, wanted: string, owners: Map<string, string>): string => {
    const owner = owners.get(key(wanted))
    let given = owner === undefined ? wanted : slug
    for (let number = 2; owners.has(key(given)); number++) given = `${slug}-${number}`
    if (owner !== undefined) {
      const taken = `${language}: the ${what} ${JSON.stringify(wanted)} of "${slug}"`
      warnings.push(`${taken} is already that of ${owner}; "${slug}" gets "${given}"`)
    }
    owners.set(key(given), `"${slug}"`)
    return given
  }
}
