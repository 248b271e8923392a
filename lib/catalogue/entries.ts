import type { Remark } from './data-folder.ts'
import type { GeneratorFiles } from './generator-files.ts'
import type { LocaleFiles } from './locale-files.ts'
import { defaultLanguage, languages, reservedPage } from './locale.ts'
import type { Language, LocaleEntry } from './locale.ts'

/** What a locale says of a generator. */
export type EntryOf = (slug: string, language: Language) => LocaleEntry

/**
 * Gives each generator its name and page address in every locale: what the locale says of it, else
 * English, else its slug. No name and no address is given twice in a locale, nor the reserved
 * address: what an overlay says comes first, and who comes too late gets its slug instead, with a
 * warning.
 */
export function createEntries(
  { all, own }: GeneratorFiles,
  locales: LocaleFiles,
  warn: Remark,
): EntryOf {
  const wish = (slug: string, language: Language): Wish => {
    return wishOf(slug, language, own.has(slug), locales)
  }
  // Those that ship with the service want nothing twice: that spares each start some time.
  if (own.size + locales.own.size === 0) return (slug, language) => wish(slug, language).entry
  const slugs = [...all.keys()]
  const entries = new Map(
    languages.map((language) => {
      return [language, settle(language, slugs.map((slug) => wish(slug, language)), warn)]
    }),
  )
  return (slug, language) => entries.get(language)?.get(slug) ?? slugAlone(slug)
}

/** What a generator would be called, and how it ranks among those who want the same. */
interface Wish {
  readonly slug: string
  readonly entry: LocaleEntry
  readonly rank: number
}

function wishOf(
  slug: string,
  language: Language,
  isOwn: boolean,
  { shipped, own }: LocaleFiles,
): Wish {
  const entry = own.get(language)?.generators.get(slug)
  if (entry !== undefined) return { slug, entry, rank: 0 }
  const translated = shipped.get(language)?.generators.get(slug)
  const english = shipped.get(defaultLanguage)?.generators.get(slug) ?? slugAlone(slug)
  if (!isOwn) return { slug, entry: translated ?? english, rank: 2 }
  // An upgrade may bring a style of the same slug, whose translations would be another style's.
  const ownEnglish = own.get(defaultLanguage)?.generators.get(slug)
  return { slug, entry: ownEnglish ?? translated ?? english, rank: 1 }
}

function slugAlone(slug: string): LocaleEntry {
  return { name: slug, page: slug, aliases: [] }
}

function settle(
  language: Language,
  wishes: readonly Wish[],
  warn: Remark,
): ReadonlyMap<string, LocaleEntry> {
  const takeName = createTaker(`${language}: the name`, language, new Map(), warn)
  const taken = new Map([[reservedPage, 'the documentation']])
  const takePage = createTaker(`${language}: the page address`, language, taken, warn)
  return new Map(
    wishes
      .toSorted((one, other) => one.rank - other.rank)
      .map(({ slug, entry }) => {
        const name = takeName(slug, entry.name)
        return [slug, { ...entry, name, page: takePage(slug, entry.page) }]
      }),
  )
}

/** Gives texts to generators, each to the first that wants it; to others their slugs. */
function createTaker(
  what: string,
  language: Language,
  owners: Map<string, string>,
  warn: Remark,
): (slug: string, wanted: string) => string {
  const key = (text: string): string => text.toLocaleLowerCase(language)
  return (slug, wanted) => {
    const owner = owners.get(key(wanted))
    let given = wanted
    if (owner !== undefined) {
      given = slug
      for (let number = 2; owners.has(key(given)); number++) given = `${slug}-${number}`
      const text = JSON.stringify(wanted)
      warn(`${what} ${text} of "${slug}" is that of ${owner}: it has "${given}"`)
    }
    owners.set(key(given), `"${slug}"`)
    return given
  }
}
