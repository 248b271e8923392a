import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { listDataFiles } from '../../lib/catalogue/data-folder.ts'
import { findSlugFault } from '../../lib/catalogue/generator-files.ts'
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

/** A sentence for each file whose name or form is not as it is kept: where, what, what helps. */
export function findFormFaults(folder: string): string[] {
  const slugs = listDataFiles(join(folder, 'generators'))
  const misnamed = slugs.flatMap((slug) => {
    const fault = findSlugFault(slug)
    return fault === undefined ? [] : [`${join('generators', `${slug}.json`)}: ${fault}`]
  })
  const misformed = readDataFiles(folder).flatMap(({ path, text, canonical }) => {
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
  return [...misnamed, ...misformed]
}
