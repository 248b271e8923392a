import { join } from 'node:path'
import { DataError } from '../engine/fields.ts'
import { categories } from '../engine/generator.ts'
import { StartError } from '../start-error.ts'
import { leaveOut, listDataFiles, readDataFile } from './data-folder.ts'
import type { Remarks } from './data-folder.ts'
import type { GeneratorFiles, Generators } from './generator-files.ts'
import {
  defaultLanguage,
  languages,
  placeOf,
  placesOf,
  readLocale,
  readLocaleParts,
} from './locale.ts'
import type { Language, Locale } from './locale.ts'

/** What the locale files of a folder say. */
export type Locales = ReadonlyMap<Language, Locale>

/** The locales of a folder and of an overlay. */
export interface LocaleFiles {
  readonly shipped: Locales
  /** Those of the overlay; a locale, or anything in it, may be missing. */
  readonly own: Locales
}

/**
 * Reads the locales of a folder, all of them and with an English entry for each of its generators,
 * and those of an overlay. Throws a StartError that names the file, the place in it and what it
 * takes; what has a fault in the overlay is left out instead, with a remark.
 */
export function readLocaleFiles(
  folder: string,
  ownFolder: string | undefined,
  { shipped: expected, all }: GeneratorFiles,
  remarks: Remarks,
): LocaleFiles {
  const shipped = readShipped(folder)
  const english = shipped.get(defaultLanguage)
  const missing = [...expected.keys()].filter((slug) => !english?.generators.has(slug))
  if (missing.length > 0) {
    const places = missing.map((slug) => placeOf('generators', slug)).join(', ')
    const are = `${places} ${missing.length === 1 ? 'is' : 'are'} missing`
    const file = join(folder, `${defaultLanguage}.json`)
    throw new StartError(`${file}: ${are}; each generator takes an entry here`)
  }
  if (ownFolder === undefined) return { shipped, own: new Map() }
  return { shipped, own: readOwn(ownFolder, all, english?.pages ?? new Map(), remarks) }
}

function readShipped(folder: string): Locales {
  const files = listDataFiles(folder)
  const missing = languages.find((language) => !files.includes(language))
  if (missing !== undefined) {
    const file = join(folder, `${missing}.json`)
    throw new StartError(`${file} is missing: lib/catalogue/locale.ts has its tag`)
  }
  return new Map(languages.map((tag) => [tag, readDataFile(folder, tag, readLocale)]))
}

function readOwn(
  folder: string,
  generators: Generators,
  texts: Locale['pages'],
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

/** What an overlay has that means nothing here: the first of each part, and how many more. */
function findUnknown(locale: Locale, generators: Generators, texts: Locale['pages']): string[] {
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

type Known = Pick<ReadonlySet<string>, 'has'>

/** Those of an overlay that have the same places for a page to fill as the ones that ship. */
function keepTexts(
  own: Locale['pages'],
  shipped: Locale['pages'],
  onFault: (fault: DataError) => void,
): Locale['pages'] {
  const isKept = ([key, text]: [string, string]): boolean => {
    const places = placesOf(shipped.get(key) ?? text)
    if (placesOf(text).join() === places.join()) return true
    const takes = places.length === 0 ? 'no place' : places.map((place) => `{${place}}`).join(', ')
    onFault(new DataError(`${placeOf('pages', key)} takes ${takes} in braces`))
    return false
  }
  return new Map([...own].filter(isKept))
}
