import { readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { createCatalogue } from '../../lib/catalogue/catalogue.ts'
import { listDataFiles } from '../../lib/catalogue/data-files.ts'
import { unnamed } from '../../lib/catalogue/entries.ts'
import { findSlugFault } from '../../lib/catalogue/generator-files.ts'
import { readGeneratorFile } from '../../lib/engine/generator-file.ts'
import type { GeneratorFile } from '../../lib/engine/generator-file.ts'
import { statedFacts } from './stated-facts.ts'
import { canonicalGenerator, canonicalLocale } from './canonical.ts'

/** A data file, and its text in canonical form. */
export interface DataFile {
  readonly path: string
  readonly text: string
  /** Throws an error that names the fault of the file. */
  readonly canonical: () => string
}

/** Reads every generator and locale file of a folder with `generators` and `locales`. */
export function readDataFiles(folder: string): DataFile[] {
  const read = (kind: string) =>
    listDataFiles(join(folder, kind)).map((name) => {
      const path = join(folder, kind, `${name}.json`)
      return { name, path, text: readFileSync(path, 'utf8') }
    })
  const generators = read('generators')
  const files = new Map(generators.flatMap(({ name, text }) => fileOf(name, text)))
  const catalogue = createCatalogue(files, unnamed)
  return [
    ...generators.map(({ name, path, text }) => {
      const canonical = (): string => canonicalGenerator(text, () => {
        const generator = catalogue.get(name)
        return generator && statedFacts(generator, catalogue)
      })
      return { path, text, canonical }
    }),
    ...read('locales').map(({ path, text }) => {
      return { path, text, canonical: () => canonicalLocale(text) }
    }),
  ]
}

/** Returns a file without its example; none if it cannot be read. */
function fileOf(slug: string, text: string): Array<readonly [string, GeneratorFile]> {
  try {
    return [[slug, { ...readGeneratorFile(JSON.parse(text)), example: undefined }]]
  } catch {
    return []
  }
}

/**
 * Returns a sentence for each file whose name or form is not canonical: where, what, and the fix.
 * `isAsked` gets the name of each file, without the extension.
 */
export function findFormFaults(folder: string, isAsked = (_name: string): boolean => true): string[] {
  const slugs = listDataFiles(join(folder, 'generators'))
  const misnamed = slugs.flatMap((slug) => {
    const fault = findSlugFault(slug)
    return fault === undefined ? [] : [`${join('generators', `${slug}.json`)}: ${fault}`]
  })
  const asked = readDataFiles(folder).filter(({ path }) => isAsked(basename(path, '.json')))
  const misformed = asked.flatMap(({ path, text, canonical }) => {
    const name = relative(folder, path)
    try {
      const kept = canonical()
      if (kept === text) return []
      const [lines, keptLines] = [text.split('\n'), kept.split('\n')]
      const at = keptLines.findIndex((line, index) => line !== lines[index])
      const [is, should] = [lines[at] ?? 'the end', keptLines[at] ?? 'the end'].map((line) => {
        return line.trim() || 'an empty line'
      })
      return [`${name}:${at + 1}: ${is} should be ${should}; npm run fix:data mends it`]
    } catch (error) {
      return [`${name}: ${error instanceof Error ? error.message : String(error)}`]
    }
  })
  return [...misnamed, ...misformed]
}
