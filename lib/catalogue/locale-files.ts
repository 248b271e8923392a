import { join } from 'node:path'
import { categories } from '../engine/generator-file.ts'
import { StartError } from '../log.ts'
import { collect } from './collect-faults.ts'
import { findMisread, formatSome, listDataFiles, readDataFile } from './data-files.ts'
import type { Remarks } from './data-files.ts'
import {
  defaultLanguage,
  findSharedPages,
  findTextFaults,
  languages,
  pathOf,
  readLocale,
} from './locale.ts'
import type { GeneratorFiles } from './generator-files.ts'
import type { Language, Locale, Texts } from './locale.ts'

/** Locales by language. */
export type Locales = ReadonlyMap<Language, Locale>

/** The locales that ship, and an operator's own. */
export interface LocaleFiles {
  readonly localeOf: (language: Language) => Locale | undefined
  /** A locale, or any part of it, may be missing. */
  readonly own: Locales
}

/**
 * Reads the locales that ship. Adds all of their faults, and each generator that has no English
 * name. Throws a StartError for a file that is missing.
 */
export function readShippedLocales(
  folder: string,
  slugs: readonly string[],
  faults: string[],
): Locales {
  const files = listDataFiles(folder)
  const absent = languages.find((language) => !files.includes(language))
  if (absent !== undefined) {
    const file = join(folder, `${absent}.json`)
    throw new StartError(`${file} is missing: lib/catalogue/locale.ts has its tag`)
  }
  const locales = new Map<Language, Locale>()
  for (const language of languages) {
    const locale = readWhole(folder, language, faults, findSharedPages)
    if (locale !== undefined) locales.set(language, locale)
  }
  const english = locales.get(defaultLanguage)
  const missing = slugs.filter((slug) => !english?.generators.has(slug))
  if (missing.length > 0) {
    const paths = missing.map((slug) => pathOf('generators', slug)).join(', ')
    const are = `${paths} ${missing.length === 1 ? 'is' : 'are'} missing`
    const file = join(folder, `${defaultLanguage}.json`)
    faults.push(`${file}: ${are}; each generator needs an entry here`)
  }
  return locales
}

/** Reads a locale and adds all of its faults, also those that `findMore` finds, with its path. */
function readWhole(
  folder: string,
  language: Language,
  faults: string[],
  findMore: (locale: Locale) => string[],
  isOwn = false,
): Locale | undefined {
  const inside: string[] = []
  const read = (value: unknown): Locale => readLocale(value, inside, isOwn)
  const locale = collect(faults, () => readDataFile(folder, language, read))
  if (locale !== undefined) inside.push(...findMore(locale))
  faults.push(...inside.map((fault) => `${join(folder, `${language}.json`)}: ${fault}`))
  return locale
}

/**
 * Reads an operator's own locales, in which anything may be missing. Throws a StartError if the
 * folder cannot be read.
 */
export function readOwnLocales(
  folder: string,
  generators: GeneratorFiles,
  texts: Texts,
  { faults, warnings }: Remarks,
): Locales {
  const known = { generators, categories: new Set<string>(categories), pages: texts }
  const names = { generators: 'generator', categories: 'category', pages: 'text of the pages' }
  const locales = new Map<Language, Locale>()
  const setting = `LOCALES_DIR=${folder}`
  warnings.push(...findMisread(folder, setting))
  for (const name of listDataFiles(folder, setting)) {
    const path = join(folder, `${name}.json`)
    const language = languages.find((one) => one === name)
    if (language === undefined) {
      warnings.push(`${path} has no effect: a locale is one of ${languages.join(', ')}`)
      continue
    }
    const findMore = ({ pages }: Locale): string[] => findTextFaults(pages, texts)
    const locale = readWhole(folder, language, faults, findMore, true)
    if (locale === undefined) continue
    locales.set(language, locale)
    for (const part of ['generators', 'categories', 'pages'] as const) {
      const unknown = [...locale[part].keys()].filter((key) => !known[part].has(key))
      if (unknown.length === 0) continue
      const shown = formatSome(unknown.map((key) => JSON.stringify(key)))
      warnings.push(`${path}: there is no ${names[part]} ${shown}`)
    }
  }
  return locales
}
