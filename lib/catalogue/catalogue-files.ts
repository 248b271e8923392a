import { DataError } from '../engine/fields.ts'
import { categories, readGeneratorFile } from '../engine/generator-file.ts'
import type { GeneratorFile, GeneratorFiles } from '../engine/generator-file.ts'
import { StartError } from '../log.ts'
import { listDataFiles, readDataFile, readShippedFile } from './data-files.ts'
import type { DataFolders, Overlay, Remarks } from './data-files.ts'
import { createEntries, createWords, readLocales } from './locale-files.ts'
import type { EntryOf, Words } from './locale-files.ts'

/** The files of a catalogue, without the code that runs its styles. */
export interface CatalogueFiles extends Readonly<Remarks> {
  /** In the order of the list: by category, position and slug. */
  readonly generators: GeneratorFiles
  readonly entryOf: EntryOf
  readonly words: Words
}

/** The generators of an overlay, alone and joined with the shipped ones. */
export interface Joined {
  readonly own: GeneratorFiles
  readonly all: GeneratorFiles
}

/** Reads the generators of an overlay: `joinOwnGenerators`, which needs the code of the styles. */
export type Join = (folder: string, shipped: GeneratorFiles, faults: string[]) => Joined

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
  const remarks: Remarks = { faults: [], warnings: [] }
  const shipped = readShippedGenerators(folders.generators)
  const joined = overlay.generators && join?.(overlay.generators, shipped, remarks.faults)
  const { own, all } = joined || { own: new Map(), all: shipped }
  const generators = sortGenerators(all)
  const locales = readLocales(folders.locales, overlay.locales, shipped, generators, remarks)
  const entryOf = createEntries([...generators.keys()], own, locales, remarks.warnings)
  return { generators, entryOf, words: createWords(locales), ...remarks }
}

function readShippedGenerators(folder: string): GeneratorFiles {
  const slugs = listDataFiles(folder)
  if (slugs.length === 0) throw new StartError(`${folder} holds no generator (*.json)`)
  const read = (slug: string): GeneratorFile =>
    readDataFile(folder, slug, (value) => checkGenerator(slug, value), readShippedFile)
  return new Map(slugs.map((slug) => [slug, read(slug)]))
}

/** Reads the JSON value of a generator file, but not its operations. Throws a DataError. */
export function checkGenerator(slug: string, value: unknown): GeneratorFile {
  const fault = findSlugFault(slug)
  if (fault !== undefined) throw new DataError(fault)
  return readGeneratorFile(value)
}

/** Returns what is wrong with the file name of a generator, its slug. */
export function findSlugFault(slug: string): string | undefined {
  if (slug === 'plain') return 'take another name: "plain" means unchanged letters in mappings'
  if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug)) return undefined
  return 'a file name must be lower-case ASCII letters, digits and single hyphens'
}

function sortGenerators(files: GeneratorFiles): GeneratorFiles {
  const order = ({ category, position }: GeneratorFile): number =>
    categories.indexOf(category) * 10_000 + position
  const sorted = [...files].sort(([slug, one], [otherSlug, other]) => {
    return order(one) - order(other) || (slug < otherSlug ? -1 : 1)
  })
  return new Map(sorted)
}
