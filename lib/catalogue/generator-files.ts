import { DataError } from '../engine/fields.ts'
import { categories, readGeneratorFile } from '../engine/generator-file.ts'
import type { GeneratorFile } from '../engine/generator-file.ts'
import type { FoundTraits } from '../engine/traits.ts'
import { collect } from './collect-faults.ts'
import { listDataFiles, readDataFile } from './data-files.ts'
import type { Language } from './locale.ts'

/** Generator files by slug; those that ship have traits that the build has found. */
export type GeneratorFiles = ReadonlyMap<string, KnownFile>
export interface KnownFile extends GeneratorFile {
  readonly found?: (FoundTraits & { readonly samples?: Samples }) | undefined
}

/** For each language but English, the usual sample, and what the style makes of it. */
export type Samples = Readonly<Partial<Record<Language, readonly [usual: string, styled: string]>>>

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

/** Reads one of them. Throws a StartError for a fault. */
export function readGenerator(folder: string, slug: string): GeneratorFile {
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

/**
 * Returns generators in the order of the list: by category, position and slug; retired ones are the
 * last.
 */
export function sortGenerators(files: GeneratorFiles): GeneratorFiles {
  const order = ({ category, position, retired }: GeneratorFile): number =>
    ((retired ? categories.length : 0) + categories.indexOf(category)) * 10_000 + position
  const sorted = [...files].sort(([slug, one], [otherSlug, other]) => {
    return order(one) - order(other) || (slug < otherSlug ? -1 : 1)
  })
  return new Map(sorted)
}
