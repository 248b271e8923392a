import { DataError } from '../engine/fields.ts'
import { categories, readGeneratorFile } from '../engine/generator-file.ts'
import type { GeneratorFile, GeneratorFiles } from '../engine/generator-file.ts'
import { StartError } from '../start-error.ts'
import { listDataFiles, readDataFile, readShippedFile } from './data-files.ts'
import type { DataFolders, Overlay, Remark, Remarks } from './data-files.ts'
import { createEntries } from './entries.ts'
import type { EntryOf } from './entries.ts'
import { createWords, readOwnLocales, readShippedLocales } from './locale-files.ts'
import type { Words } from './locale-files.ts'
import { defaultLanguage } from './locale.ts'

/** The files of a catalogue, without the code that runs its styles. */
export interface CatalogueFiles {
  /** In the order of the list: by category, position and slug. */
  readonly generators: GeneratorFiles
  readonly entryOf: EntryOf
  readonly words: Words
  /** What was left out of the overlay because of a fault: file, field and what it takes. */
  readonly faults: readonly string[]
  /** What else an operator should know about the overlay. */
  readonly warnings: readonly string[]
}

/** The generators of an overlay, alone and joined with the shipped ones. */
export interface Joined {
  readonly own: GeneratorFiles
  readonly all: GeneratorFiles
}

/** Reads the generators of an overlay: `joinOwnGenerators`, which needs the code of the styles. */
export type Join = (folder: string, shipped: GeneratorFiles, onFault: Remark) => Joined

/**
 * Reads the generators and locales of the service, and an overlay of the operator's own files,
 * which are added or replace those of the same name. Throws a StartError for a fault in the files
 * of the service or a folder that cannot be read. Faults in an overlay only leave something out.
 */
export function readCatalogueFiles(
  folders: DataFolders,
  overlay: Overlay,
  join: Join | undefined,
): CatalogueFiles {
  const faults: string[] = []
  const warnings: string[] = []
  const remarks: Remarks = {
    fault: (sentence) => void faults.push(sentence),
    warn: (sentence) => void warnings.push(sentence),
  }
  const shipped = readShippedGenerators(folders.generators)
  const joined = overlay.generators && join?.(overlay.generators, shipped, remarks.fault)
  const { own, all } = joined || { own: new Map(), all: shipped }
  const generators = sortGenerators(all)

  const shippedLocales = readShippedLocales(folders.locales, shipped)
  const texts = shippedLocales.get(defaultLanguage)?.pages ?? new Map()
  const ownLocales =
    overlay.locales && readOwnLocales(overlay.locales, generators, texts, remarks)
  const locales = { shipped: shippedLocales, own: ownLocales || new Map() }
  const entryOf = createEntries([...generators.keys()], own, locales, remarks.warn)
  return { generators, entryOf, words: createWords(locales), faults, warnings }
}

function readShippedGenerators(folder: string): GeneratorFiles {
  const names = listDataFiles(folder)
  if (names.length === 0) throw new StartError(`${folder} holds no generator (*.json)`)
  return new Map(names.map((slug) => [slug, readGenerator(folder, slug, readShippedFile)]))
}

/** Reads a generator file, but not its operations. Throws a StartError. */
export function readGenerator(
  folder: string,
  slug: string,
  read?: (path: string) => string,
): GeneratorFile {
  const check = (value: unknown): GeneratorFile => {
    const fault = findSlugFault(slug)
    if (fault !== undefined) throw new DataError(fault)
    return readGeneratorFile(value)
  }
  return readDataFile(folder, slug, check, read)
}

/** Returns what is wrong with the file name of a generator, its slug. */
export function findSlugFault(slug: string): string | undefined {
  if (slug === 'plain') return 'take another name: "plain" means unchanged letters in mappings'
  if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug)) return undefined
  return 'a file name takes lower-case ASCII letters, digits and single hyphens'
}

function sortGenerators(files: GeneratorFiles): GeneratorFiles {
  const sorted = [...files].sort(([slug, one], [otherSlug, other]) => {
    return order(one) - order(other) || (slug < otherSlug ? -1 : 1)
  })
  return new Map(sorted)
}

function order({ category, position }: GeneratorFile): number {
  return categories.indexOf(category) * 10_000 + position
}
