import { join } from 'node:path'
import { DataError } from '../engine/fields.ts'
import { categories } from '../engine/generator-file.ts'
import type { Category, GeneratorFiles } from '../engine/generator-file.ts'
import { StartError } from '../start-error.ts'
import { leaveOut, listDataFiles, readDataFile, readShippedFile } from './data-files.ts'
import type { Remarks } from './data-files.ts'
import {
  defaultLanguage,
  languages,
  pathOf,
  placeholdersOf,
  readLocale,
  readLocaleParts,
  takeLocale,
} from './locale.ts'
import type { Language, Locale } from './locale.ts'

/** Locales by language. */
type Locales = ReadonlyMap<Language, Locale>

/** The locales of a folder and of an overlay. */
export interface LocaleFiles {
  readonly shipped: Locales
  /** Those of the overlay; a locale, or any part of it, may be missing. */
  readonly own: Locales
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

type Texts = ReadonlyMap<string, string>

/** Reads the locales that ship, which name every generator in English. Throws a StartError. */
export function readShippedLocales(folder: string, generators: GeneratorFiles): Locales {
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
    throw new StartError(`${file}: ${are}; each generator takes an entry here`)
  }
  return locales
}

/** Checks the shipped locales as a whole, which a start does not; returns the faults. */
export function findLocaleFileFaults(folder: string): string[] {
  const faults: string[] = []
  for (const tag of languages) {
    leaveOut(() => readDataFile(folder, tag, readLocale), (fault) => void faults.push(fault))
  }
  return faults
}

/**
 * Reads an operator's own locales. Reports and leaves out everything with a fault. Throws a
 * StartError if the folder cannot be read.
 */
export function readOwnLocales(
  folder: string,
  generators: GeneratorFiles,
  texts: Texts,
  { fault, warn }: Remarks,
): Locales {
  const locales = new Map<Language, Locale>()
  for (const name of listDataFiles(folder)) {
    const path = join(folder, `${name}.json`)
    const language = languages.find((one) => one === name)
    if (language === undefined) {
      warn(`${path} has no effect: a locale is one of ${languages.join(', ')}`)
      continue
    }
    const onFault = ({ message }: DataError): void => fault(`${path}: ${message}`)
    const read = (value: unknown): Locale => {
      const locale = readLocaleParts(value, onFault)
      return { ...locale, pages: keepTexts(locale.pages, texts, onFault) }
    }
    const locale = leaveOut(() => readDataFile(folder, language, read), fault)
    if (locale === undefined) continue
    locales.set(language, locale)
    for (const what of findUnknown(locale, generators, texts)) warn(`${path}: there is no ${what}`)
  }
  return locales
}

/** Lists what an overlay has without effect: the first item of each part, and how many follow. */
function findUnknown(locale: Locale, generators: GeneratorFiles, texts: Texts): string[] {
  type Known = Pick<ReadonlySet<string>, 'has'>
  const name = (what: string, keys: Iterable<string>, known: Known): string[] => {
    const [first, ...more] = [...keys].filter((key) => !known.has(key))
    const others = more.length === 0 ? '' : ` and ${more.length} more`
    return first === undefined ? [] : [`${what} ${JSON.stringify(first)}${others}`]
  }
  return [
    ...name('generator', locale.generators.keys(), generators),
    ...name('category', locale.categories.keys(), new Set(categories)),
    ...name('text of the pages', locale.pages.keys(), texts),
  ]
}

/** Keeps the texts of an overlay that have the same placeholders as the shipped ones. */
function keepTexts(own: Texts, shipped: Texts, onFault: (fault: DataError) => void): Texts {
  const isKept = ([key, text]: [string, string]): boolean => {
    const names = placeholdersOf(shipped.get(key) ?? text)
    if (placeholdersOf(text).join() === names.join()) return true
    const takes = names.length === 0 ? 'none' : names.map((name) => `{${name}}`).join(', ')
    onFault(new DataError(`${pathOf('pages', key)} has other placeholders; it takes ${takes}`))
    return false
  }
  return new Map([...own].filter(isKept))
}

/**
 * Joins the texts of the locales: those of an overlay come before the shipped ones, and English
 * stands in for what a language lacks. A category without a name keeps its own.
 */
export function createWords({ shipped, own }: LocaleFiles): Words {
  const join = (part: 'categories' | 'pages'): ReadonlyMap<Language, Texts> => {
    return new Map(
      languages.map((language) => {
        const tags = [defaultLanguage, language]
        const sources = tags.flatMap((tag) => [shipped.get(tag), own.get(tag)])
        return [language, new Map(sources.flatMap((source) => [...(source?.[part] ?? [])]))]
      }),
    )
  }
  const names = join('categories')
  const texts = join('pages')
  return {
    letters: (language) => {
      return own.get(language)?.letters ?? shipped.get(language)?.letters ?? []
    },
    categoryName: (category, language) => names.get(language)?.get(category) ?? category,
    texts: (language) => texts.get(language) ?? new Map(),
  }
}
