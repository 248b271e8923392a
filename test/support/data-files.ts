import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { listDataFiles } from '../../lib/catalogue/data-folder.ts'
import { languages, readLocale } from '../../lib/catalogue/locale.ts'
import type { LocaleEntry } from '../../lib/catalogue/locale.ts'
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

/** A sentence for each entry of a locale that is missing, for nothing, double or untidy. */
export function findLocaleFaults(folder: string): string[] {
  const slugs = listDataFiles(join(folder, 'generators'))
  return languages.flatMap((language) => {
    const file = join('locales', `${language}.json`)
    const locale = readLocale(JSON.parse(readFileSync(join(folder, file), 'utf8')))
    const missing = slugs.filter((slug) => !locale.has(slug))
    const others = [...locale.keys()].filter((slug) => !slugs.includes(slug))
    return [
      ...missing.map((slug) => `"${slug}" is missing; add an entry with its name and page`),
      ...others.map((slug) => `"${slug}" is no generator; take the entry out`),
      ...[...findNameFaults(locale, language)],
    ].map((fault) => `${file}: ${fault}`)
  })
}

function* findNameFaults(
  locale: ReadonlyMap<string, LocaleEntry>,
  language: string,
): Iterable<string> {
  const owners = new Map<string, string>()
  for (const [slug, { name }] of locale) {
    const place = `"${slug}".name ${JSON.stringify(name)}`
    const owner = owners.get(name.toLocaleLowerCase(language))
    if (owner !== undefined) yield `${place} is that of "${owner}"; give one of them another`
    owners.set(name.toLocaleLowerCase(language), slug)
    const tidy = name.normalize('NFC').trim().replace(/\s+/g, ' ')
    if (name !== tidy) yield `${place} should be ${JSON.stringify(tidy)}`
    if (/[\p{C}\p{M}]/u.test(name)) yield `${place} has a control character or a lone accent`
  }
}
