import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { memoize } from '../engine/memo.ts'
import { defaultSample } from '../engine/text.ts'
import { StartError } from '../log.ts'
import { createCatalogue } from './catalogue.ts'
import type { TextGenerator } from './catalogue.ts'
import { collect } from './collect-faults.ts'
import { formatSome, listDataFiles, readDataFile } from './data-files.ts'
import type { CatalogueSources, DataFolders } from './data-files.ts'
import { unnamed } from './entries.ts'
import { readGenerator, readGenerators, sortGenerators } from './generator-files.ts'
import type { GeneratorFiles, KnownFile, Samples } from './generator-files.ts'
import { defaultLanguage, formatLocale, languages, parseLocale, readLocale } from './locale.ts'
import type { Language } from './locale.ts'
import { readShippedLocales } from './locale-files.ts'
import type { LocaleFiles } from './locale-files.ts'
import { createWords } from './words.ts'
import type { Words } from './words.ts'

/** The data that ship with the service. */
export interface ShippedFiles extends Pick<LocaleFiles, 'localeOf'> {
  readonly generators: GeneratorFiles
}

/**
 * Reads what ships from its folders, and adds what is wrong to the faults, apart from the
 * operations of styles. Throws a StartError for a folder that cannot be read.
 */
export function readShipped(
  { generators: folder, locales }: DataFolders,
  faults: string[],
): ShippedFiles {
  const generators = readGenerators(folder, faults)
  if (generators.size + faults.length === 0) {
    throw new StartError(`${folder} holds no generator (*.json)`)
  }
  const files = readShippedLocales(locales, [...generators.keys()], faults)
  return { generators, localeOf: (language) => files.get(language) }
}

/**
 * Joins what ships to the text of one file: a line with the generators, in the order of the list
 * and with what takes long to find, and one for each locale. Throws a StartError for a fault.
 */
export function joinShipped(folders: DataFolders): string {
  const faults: string[] = []
  const { generators, localeOf } = readShipped(folders, faults)
  if (faults.length > 0) throw new StartError(...faults)
  const locales = languages.flatMap((language) => localeOf(language) ?? []).map(formatLocale)
  const words = createWords({ localeOf, own: new Map() })
  const catalogue = createCatalogue(sortGenerators(generators), unnamed, words.allLetters)
  const files = [...catalogue].map(([slug, generator]) => {
    const { file, found } = generator
    return [slug, { ...file, found: { ...found, samples: samplesOf(generator, words) } }]
  })
  const lines = [JSON.stringify(files), ...locales]
  return lines.map((line) => `${line}\n`).join('')
}

/** Makes what lists in other languages show of a style, for which they would compile all styles. */
function samplesOf({ data, transform }: TextGenerator, words: Words): Samples | undefined {
  if (data.sample !== defaultSample) return undefined
  const others = languages.filter((language) => language !== defaultLanguage)
  return Object.fromEntries(others.map((language) => {
    const usual = words.texts(language).get('sample-text') ?? defaultSample
    return [language, [usual, transform(usual, language)]]
  }))
}

/** Reads the joined file. A locale is parsed when it is first used. Throws a StartError. */
export function readJoined(path: string): ShippedFiles {
  const file = readFileSync(path)
  const lines: Buffer[] = []
  for (let start = 0, end; (end = file.indexOf('\n', start)) >= 0; start = end + 1) {
    // A copy, because a part would keep the whole file in memory.
    lines.push(Buffer.from(file.subarray(start, end)))
  }
  const [generators, ...locales] = lines
  if (locales.length !== languages.length) {
    throw new StartError(`${path} is not complete: install the service again`)
  }
  return {
    generators: new Map(JSON.parse(String(generators))),
    localeOf: memoize((language: Language) =>
      parseLocale(String(locales[languages.indexOf(language)])),
    ),
  }
}

/** Returns a warning if shipped files have been changed since they were joined. */
export function findUnjoined({ folders, joined }: CatalogueSources): string[] {
  if (joined === undefined) return []
  const joinedMs = statSync(joined).mtimeMs
  const { generators, locales } = folders
  const newer = [generators, locales].flatMap((folder) => {
    const names = collect([], () => listDataFiles(folder)) ?? []
    const files = names.map((name) => ({ folder, name, path: join(folder, `${name}.json`) }))
    return files.filter(({ path }) => {
      return (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > joinedMs
    })
  })
  if (newer.length === 0) return []
  const [line = '', ...others] = readFileSync(joined, 'utf8').split('\n')
  const files: ReadonlyArray<readonly [string, KnownFile]> = JSON.parse(line)
  const known = new Set<string | undefined>([
    ...others,
    ...files.map(([slug, { found: _found, ...file }]) => JSON.stringify([slug, file])),
  ])
  // A copy of the whole folder makes all files newer.
  const changed = newer.filter(({ folder, name }) => {
    const present = collect([], () =>
      folder === generators
        ? JSON.stringify([name, readGenerator(folder, name)])
        : formatLocale(readDataFile(folder, name, (value) => readLocale(value, []))),
    )
    return !known.has(present)
  })
  if (changed.length === 0) return []
  const shown = formatSome(changed.map(({ path }) => path), 1)
  const advice = 'npm run build joins the sources; files of your own belong into GENERATORS_DIR'
  return [`${shown} changed after ${joined}, which is used: ${advice}`]
}
