import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { listDataFiles } from '../../lib/catalogue/data-folder.ts'
import {
  defaultLanguage,
  languages,
  placeOf,
  placesOf,
  readLocale,
  reservedPage,
} from '../../lib/catalogue/locale.ts'
import type { Locale } from '../../lib/catalogue/locale.ts'
import { categories } from '../../lib/engine/generator.ts'
import { canonicalGenerator, canonicalLocale } from './canonical.ts'

/** A data file as it is, and how it is kept. */
export interface DataFile {
  readonly path: string
  readonly text: string
  /** The text in canonical form; throws what tells the fault of the file. */
  readonly canonical: () => string
}

/** Every generator and locale file of a folder with `generators` and `locales`. */
export function readDataFiles(folder: string): DataFile[] {
  const kinds = [
    ['generators', canonicalGenerator],
    ['locales', canonicalLocale],
  ] as const
  return kinds.flatMap(([kind, canonical]) =>
    listDataFiles(join(folder, kind)).map((name) => {
      const path = join(folder, kind, `${name}.json`)
      const text = readFileSync(path, 'utf8')
      return { path, text, canonical: () => canonical(text) }
    }),
  )
}

/** A sentence for each file that is not in canonical form: where, what, and what helps. */
export function findFormFaults(folder: string): string[] {
  return readDataFiles(folder).flatMap(({ path, text, canonical }) => {
    const name = relative(folder, path)
    try {
      const kept = canonical()
      if (kept === text) return []
      const [lines, keptLines] = [text.split('\n'), kept.split('\n')]
      const at = keptLines.findIndex((line, index) => line !== lines[index])
      const [is, should] = [lines[at] ?? 'the end', keptLines[at] ?? 'the end'].map((line) => {
        return line.trim() || 'an empty line'
      })
      return [`${name}:${at + 1}: ${is} should be ${should}; npm run fix:data writes it so`]
    } catch (error) {
      return [`${name}: ${error instanceof Error ? error.message : String(error)}`]
    }
  })
}

/** A sentence for what a locale lacks, or has for nothing, twice or untidily. */
export function findLocaleFaults(folder: string): string[] {
  const slugs = listDataFiles(join(folder, 'generators'))
  const read = (language: string): Locale =>
    readLocale(JSON.parse(readFileSync(join(folder, 'locales', `${language}.json`), 'utf8')))
  const { pages: texts } = read(defaultLanguage)
  return languages.flatMap((language) => {
    const locale = read(language)
    return [
      ...findMissing('generators', slugs, locale.generators, 'an entry with its name and page'),
      ...findMissing('categories', categories, locale.categories, 'its display name'),
      ...findMissing('pages', [...texts.keys()], locale.pages, 'its translation'),
      ...findTextFaults(locale.pages, texts),
      ...findNameFaults(locale.generators, language),
    ].map((fault) => `${join('locales', `${language}.json`)}: ${fault}`)
  })
}

function findMissing(
  part: keyof Locale,
  keys: readonly string[],
  items: ReadonlyMap<string, unknown>,
  what: string,
): string[] {
  const missing = keys.filter((key) => !items.has(key))
  const others = [...items.keys()].filter((key) => !keys.includes(key))
  return [
    ...missing.map((key) => `${placeOf(part, key)} is missing; add ${what}`),
    ...others.map((key) => `${placeOf(part, key)} is for nothing; take it out`),
  ]
}

function findTextFaults(texts: Locale['pages'], english: Locale['pages']): string[] {
  return [...texts]
    .filter(([key, text]) => placesOf(text).join() !== placesOf(english.get(key) ?? text).join())
    .map(([key]) => `${placeOf('pages', key)} has other places in braces than in English`)
}

function* findNameFaults(entries: Locale['generators'], language: string): Iterable<string> {
  const owners = new Map<string, string>()
  for (const [slug, { name, page }] of entries) {
    if (page === reservedPage) {
      yield `${placeOf('generators', slug)}.page "${page}" is that of the documentation`
    }
    const place = `${placeOf('generators', slug)}.name ${JSON.stringify(name)}`
    const owner = owners.get(name.toLocaleLowerCase(language))
    if (owner !== undefined) yield `${place} is that of "${owner}"; give one of them another`
    owners.set(name.toLocaleLowerCase(language), slug)
    const tidy = name.normalize('NFC').trim().replace(/\s+/g, ' ')
    if (name !== tidy) yield `${place} should be ${JSON.stringify(tidy)}`
    if (/[\p{C}\p{M}]/u.test(name)) yield `${place} has a control character or a lone accent`
  }
}
