import { join } from 'node:path'
import { categories } from '../engine/generator-file.ts'
import type { Category, GeneratorFiles } from '../engine/generator-file.ts'
import { memoize } from '../engine/memo.ts'
import { StartError } from '../log.ts'
import { leaveOut, listDataFiles, readDataFile, readShippedFile } from './data-files.ts'
import type { Remarks } from './data-files.ts'
import {
  defaultLanguage,
  keepTexts,
  languages,
  pathOf,
  readLocaleParts,
  reservedPage,
  takeLocale,
} from './locale.ts'
import type { Language, Locale, LocaleEntry, Texts } from './locale.ts'

/** Locales by language. */
type Locales = ReadonlyMap<Language, Locale>

/** The locales of a folder and of an overlay. */
interface LocaleFiles {
  readonly shipped: Locales
  /** Those of the overlay; a locale, or any part of it, may be missing. */
  readonly own: Locales
}

/**
 * Reads the locales that ship, which name every generator in English, and an operator's own ones.
 * Throws a StartError for a folder that cannot be read, or for a fault in a shipped locale. Own
 * parts with a fault are left out.
 */
export function readLocales(
  folder: string,
  ownFolder: string | undefined,
  shippedGenerators: GeneratorFiles,
  generators: GeneratorFiles,
  remarks: Remarks,
): LocaleFiles {
  const shipped = readShippedLocales(folder, shippedGenerators)
  const texts = shipped.get(defaultLanguage)?.pages ?? new Map()
  const own = ownFolder && readOwnLocales(ownFolder, generators, texts, remarks)
  return { shipped, own: own || new Map() }
}

function readShippedLocales(folder: string, generators: GeneratorFiles): Locales {
  const files = listDataFiles(folder)
  const absent = languages.find((language) => !files.includes(language))
  if (absent !== undefined) {
    const file = join(folder, `${absent}.json`)
    throw new StartError(`${file} is missing: lib/catalogue/locale.ts has its tag`)
  }
  const locales = new Map(
    languages.map((tag) => [tag, readDataFile(folder, tag, takeLocale, readShippedFile)]),
  )
  const english = locales.get(defaultLanguage)
  const missing = [...generators.keys()].filter((slug) => !english?.generators.has(slug))
  if (missing.length > 0) {
    const paths = missing.map((slug) => pathOf('generators', slug)).join(', ')
    const are = `${paths} ${missing.length === 1 ? 'is' : 'are'} missing`
    const file = join(folder, `${defaultLanguage}.json`)
    throw new StartError(`${file}: ${are}; each generator needs an entry here`)
  }
  return locales
}

function readOwnLocales(
  folder: string,
  generators: GeneratorFiles,
  texts: Texts,
  { faults, warnings }: Remarks,
): Locales {
  const locales = new Map<Language, Locale>()
  for (const name of listDataFiles(folder)) {
    const path = join(folder, `${name}.json`)
    const language = languages.find((one) => one === name)
    if (language === undefined) {
      warnings.push(`${path} has no effect: a locale is one of ${languages.join(', ')}`)
      continue
    }
    const inside: string[] = []
    const read = (value: unknown): Locale => readLocaleParts(value, inside)
    const locale = leaveOut(() => readDataFile(folder, language, read), faults)
    if (locale === undefined) continue
    locales.set(language, { ...locale, pages: keepTexts(locale.pages, texts, inside) })
    faults.push(...inside.map((fault) => `${path}: ${fault}`))
    const known = { generators, categories: new Set<string>(categories), pages: texts }
    const names = { generators: 'generator', categories: 'category', pages: 'text of the pages' }
    for (const part of ['generators', 'categories', 'pages'] as const) {
      const [first, ...more] = [...locale[part].keys()].filter((key) => !known[part].has(key))
      const others = more.length === 0 ? '' : ` and ${more.length} more`
      if (first === undefined) continue
      warnings.push(`${path}: there is no ${names[part]} ${JSON.stringify(first)}${others}`)
    }
  }
  return locales
}

/** The texts in the locales, apart from the entries of generators. */
export interface Words {
  /** The letters of a language that are not in A to Z, small letters before capitals. */
  readonly letters: (language: Language) => readonly string[]
  /** The display name of a category. */
  readonly categoryName: (category: Category, language: Language) => string
  /** Key → text of the pages, with `{placeholders}`. All languages have the same keys. */
  readonly texts: (language: Language) => Texts
}

/**
 * Joins the texts of the locales: those of an overlay come before the shipped ones, and English
 * stands in for what a language lacks. A category without a name keeps its own.
 */
export function createWords({ shipped, own }: LocaleFiles): Words {
  const joinTexts = (part: 'categories' | 'pages'): ((language: Language) => Texts) =>
    memoize((language) => {
      const tags = [defaultLanguage, language]
      const sources = tags.flatMap((tag) => [shipped.get(tag), own.get(tag)])
      return new Map(sources.flatMap((source) => [...(source?.[part] ?? [])]))
    })
  const names = joinTexts('categories')
  return {
    letters: (language) => own.get(language)?.letters ?? shipped.get(language)?.letters ?? [],
    categoryName: (category, language) => names(language).get(category) ?? category,
    texts: joinTexts('pages'),
  }
}

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
  ownGenerators: GeneratorFiles,
  { shipped, own }: LocaleFiles,
  warnings: string[],
): EntryOf {
  const wanted = (slug: string, language: Language): LocaleEntry => {
    // The shipped translations of an own slug may name another style, which an upgrade has added.
    const ownEnglish = ownGenerators.has(slug) ? own.get(defaultLanguage) : undefined
    const translated = [own.get(language), ownEnglish, shipped.get(language)]
    const sources = [...translated, shipped.get(defaultLanguage)]
    const source = sources.find((locale) => locale?.generators.has(slug))
    const unnamed = { name: slug, page: slug, aliases: [], shift: '', note: '' }
    return source?.generators.get(slug) ?? unnamed
  }
  // Shipped names and addresses are unique, so a start need not compare them.
  if (ownGenerators.size + own.size === 0) return wanted
  const rank = (slug: string, language: Language): number =>
    own.get(language)?.generators.has(slug) ? 0 : ownGenerators.has(slug) ? 1 : 2
  const settle = (language: Language): ReadonlyMap<string, LocaleEntry> => {
    const give = createGiver(language, warnings)
    const names = new Map<string, string>()
    const pages = new Map([[reservedPage, 'the documentation']])
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
