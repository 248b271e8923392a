import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { foldersBelow } from '../../lib/catalogue/data-files.ts'
import type { DataFolders } from '../../lib/catalogue/data-files.ts'
import { loadCatalogue } from '../../lib/catalogue/load-catalogue.ts'
import type { LoadedCatalogue } from '../../lib/catalogue/load-catalogue.ts'
import { languages } from '../../lib/catalogue/locale.ts'
import type { Language } from '../../lib/catalogue/locale.ts'
import { temporaryFolder } from './folders.ts'

/** Path → text or bytes, or the JSON value of a file. */
export type Files = Readonly<Record<string, unknown>>

export const generator = (position: number, operation: object): object => {
  return { category: 'small', position, operations: [operation] }
}
/** A generator file with a table of one letter. */
export const map = (value: string, more: object = {}): object => {
  return { ...generator(5, { type: 'map', characters: { a: value } }), ...more }
}
/** A generator file that uses the table of another. */
export const like = (slug: string): object => generator(9, { type: 'map-like', generator: slug })
/** A generator file without a table. */
export const reverse = { ...generator(1, { type: 'reverse', units: 'words' }), category: 'turned' }
/** An entry of a locale file. */
export const entry = (text: string): object => ({ name: text.toUpperCase(), page: text })
/** A locale file that holds entries of generators alone. */
export const named = (generators: object): object => ({ generators })

/** Shipped data: a table, a style that uses it, and one more; each named in every language. */
export const shipped: Files = {
  'generators/base.json': map('b'),
  'generators/taker.json': like('base'),
  'generators/plainly.json': reverse,
  ...Object.fromEntries(
    languages.map((language) => [
      `locales/${language}.json`,
      {
        ...(language === 'en' ? {} : { letters: 'ñ' }),
        generators: {
          base: { ...entry(`base-${language}`), aliases: [`foundation ${language}`] },
          plainly: entry(`plainly-${language}`),
          taker: entry(`taker-${language}`),
        },
        categories: { small: `Small ${language}` },
        pages: { title: `{count} ${language}`, end: `End ${language}`, 'symbols-page': 'symbols' },
      },
    ]),
  ),
}

/** Writes files and their folders. */
export function write(folder: string, files: Files): void {
  for (const [path, value] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    const isWritten = typeof value === 'string' || Buffer.isBuffer(value)
    writeFileSync(join(folder, path), isWritten ? value : JSON.stringify(value))
  }
}

/** Writes shipped files and an operator's own, and returns where they are. */
export function writeOwn(t: Pick<TestContext, 'after'>, own: Files, others: Files = shipped): Own {
  const folder = temporaryFolder(t)
  write(folder, others)
  for (const name of ['generators', 'locales']) {
    mkdirSync(join(folder, 'own', name), { recursive: true })
  }
  write(join(folder, 'own'), own)
  return { folders: foldersBelow(folder), own: foldersBelow(join(folder, 'own')) }
}

type Own = Readonly<Record<'folders' | 'own', DataFolders>>

/** What was loaded, and what can be asked of it. */
export interface Loaded extends LoadedCatalogue {
  /** Name and page address of a slug in a language, such as `BASE-ES base-es`. */
  readonly called: (slug: string, language: Language) => string
  readonly output: (slug: string) => string | undefined
}

/** Loads what ships with these files of an operator. */
export function loadOwn(t: TestContext, own: Files, others: Files = shipped): Loaded {
  const loaded = loadCatalogue(writeOwn(t, own, others))
  return {
    ...loaded,
    called(slug, language) {
      const { name, page } = loaded.catalogue.get(slug)?.entry(language) ?? { name: '', page: '' }
      return `${name} ${page}`
    },
    output: (slug) => loaded.catalogue.get(slug)?.transform('a z', 'en'),
  }
}
