import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DataError } from '../engine/fields.ts'
import { categories, readGeneratorFile } from '../engine/generator-file.ts'
import type { GeneratorFile, GeneratorFiles } from '../engine/generator-file.ts'
import { StartError } from '../log.ts'
import { collect, listDataFiles, readDataFile } from './data-files.ts'
import type { CatalogueSources } from './data-files.ts'

/**
 * Reads the generators of a folder, which messages call by `name`, but not their operations.
 * Leaves out every file with a fault, which it adds to the faults. Throws a StartError if the
 * folder cannot be read.
 */
export function readGenerators(folder: string, faults: string[], name = folder): GeneratorFiles {
  const files = new Map<string, GeneratorFile>()
  for (const slug of listDataFiles(folder, name)) {
    const file = collect(faults, () => readGenerator(folder, slug))
    if (file !== undefined) files.set(slug, file)
  }
  return files
}

function readGenerator(folder: string, slug: string): GeneratorFile {
  return readDataFile(folder, slug, (value) => {
    const fault = findSlugFault(slug)
    if (fault !== undefined) throw new DataError(fault)
    return readGeneratorFile(value)
  })
}

/** Returns what is wrong with the file name of a generator, its slug. */
export function findSlugFault(slug: string): string | undefined {
  if (slug === 'plain') return 'take another name: "plain" means unchanged letters in mappings'
  if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug)) return undefined
  return 'a file name must be lower-case ASCII letters, digits and single hyphens'
}

/** Returns generators in the order of the list: by category, position and slug. */
export function sortGenerators(files: GeneratorFiles): GeneratorFiles {
  const order = ({ category, position }: GeneratorFile): number =>
    categories.indexOf(category) * 10_000 + position
  const sorted = [...files].sort(([slug, one], [otherSlug, other]) => {
    return order(one) - order(other) || (slug < otherSlug ? -1 : 1)
  })
  return new Map(sorted)
}

/** Joins the generators of a folder to the text of one file. Throws a StartError for a fault. */
export function joinGenerators(folder: string): string {
  const faults: string[] = []
  const files = readGenerators(folder, faults)
  if (faults.length > 0) throw new StartError(...faults)
  return JSON.stringify([...sortGenerators(files)])
}

/** Reads a file of joined generators, which were checked when they were joined. */
export function readJoined(path: string): GeneratorFiles {
  try {
    return new Map(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    throw new StartError(`${path}: ${String(error)}`)
  }
}

/** Returns a warning if shipped files have been changed since they were joined. */
export function findUnjoined({ folders, joined }: CatalogueSources): string[] {
  if (joined === undefined) return []
  const folder = folders.generators
  const files = readJoined(joined)
  const joinedMs = statSync(joined).mtimeMs
  const isChanged = (slug: string): boolean => {
    const file = statSync(join(folder, `${slug}.json`), { throwIfNoEntry: false })
    // A copy of the whole folder makes all files newer.
    return file !== undefined && file.mtimeMs > joinedMs && !isSame(folder, slug, files.get(slug))
  }
  const [first, ...more] = (collect([], () => listDataFiles(folder)) ?? []).filter(isChanged)
  if (first === undefined) return []
  const others = more.length === 0 ? '' : ` and ${more.length} more`
  const advice = 'npm run build joins the sources; files of your own belong into GENERATORS_DIR'
  const changed = `${join(folder, `${first}.json`)}${others} changed after ${joined}`
  return [`${changed}, which is used: ${advice}`]
}

function isSame(folder: string, slug: string, known: GeneratorFile | undefined): boolean {
  const file = collect([], () => readGenerator(folder, slug))
  return file !== undefined && JSON.stringify(file) === JSON.stringify(known)
}
