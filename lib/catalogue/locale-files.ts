import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import { leaveOut, listDataFiles, readDataFile } from './data-folder.ts'
import type { Remarks } from './data-folder.ts'
import type { GeneratorFiles, Generators } from './generator-files.ts'
import { defaultLanguage, languages, readEntries, readLocale } from './locale.ts'
import type { Language, Locale } from './locale.ts'

/** What the locale files of a folder say of the generators. */
export type Locales = ReadonlyMap<Language, Locale>

/** The locales of a folder and of an overlay. */
export interface LocaleFiles {
  readonly shipped: Locales
  /** Those of the overlay; a locale, or an entry, may be missing. */
  readonly own: Locales
}

/**
 * Reads the locales of a folder, all of them and with an English entry for each of its generators,
 * and those of an overlay. Throws a StartError that names the file, the entry and what it takes;
 * what has a fault in the overlay is left out instead, with a remark.
 */
export function readLocaleFiles(
  folder: string,
  ownFolder: string | undefined,
  { shipped: expected, all }: GeneratorFiles,
  remarks: Remarks,
): LocaleFiles {
  const read = (language: Language): Locale => readDataFile(folder, language, readLocale)
  const shipped = new Map(languages.map((language) => [language, read(language)]))
  const english = shipped.get(defaultLanguage)
  for (const slug of expected.keys()) {
    if (english?.has(slug)) continue
    const path = join(folder, `${defaultLanguage}.json`)
    throw new StartError(`${path}: "${slug}" is missing; each generator takes an entry here`)
  }
  return { shipped, own: ownFolder === undefined ? new Map() : readOwn(ownFolder, all, remarks) }
}

function readOwn(folder: string, generators: Generators, { fault, warn }: Remarks): Locales {
  const locales = new Map<Language, Locale>()
  for (const name of listDataFiles(folder)) {
    const path = join(folder, `${name}.json`)
    const language = languages.find((one) => one === name)
    if (language === undefined) {
      warn(`${path} has no effect: a locale is one of ${languages.join(', ')}`)
      continue
    }
    const read = (value: unknown): Locale =>
      readEntries(value, ({ message }) => fault(`${path}: ${message}`))
    const locale = leaveOut(() => readDataFile(folder, language, read), fault)
    if (locale === undefined) continue
    locales.set(language, locale)
    const [first, ...more] = [...locale.keys()].filter((slug) => !generators.has(slug))
    if (first === undefined) continue
    const others = more.length === 0 ? '' : ` and ${more.length} more`
    warn(`${path}: there is no generator ${JSON.stringify(first)}${others}`)
  }
  return locales
}
