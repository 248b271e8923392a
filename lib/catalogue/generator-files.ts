import { readOperations } from '../engine/generator.ts'
import { categories, readGeneratorFile } from '../engine/generator-file.ts'
import type { GeneratorFile } from '../engine/generator-file.ts'
import { isRestoring } from '../engine/operations/restore.ts'
import { createStyleSet } from '../engine/style.ts'
import { StartError } from '../start-error.ts'
import { atFile, leaveOut, listDataFiles, readDataFile } from './data-files.ts'
import type { Remark } from './data-files.ts'

/** Generator files by slug. */
export type GeneratorFiles = ReadonlyMap<string, GeneratorFile>

/** Reads the generators that ship with the service; throws a StartError. */
export function readShippedGenerators(folder: string): GeneratorFiles {
  const names = listDataFiles(folder)
  if (names.length === 0) throw new StartError(`${folder} holds no generator (*.json)`)
  return new Map(names.map((slug) => [slug, readFile(folder, slug)]))
}

/**
 * Reads and checks an operator's own generators. Reports and leaves out every file with a fault,
 * and every file that does not offer what another style takes from it. Throws a StartError if the
 * folder cannot be read.
 */
export function readOwnGenerators(
  folder: string,
  shipped: GeneratorFiles,
  onFault: Remark,
): GeneratorFiles {
  const own = new Map<string, GeneratorFile>()
  for (const slug of listDataFiles(folder)) {
    const file = leaveOut(() => {
      const file = readFile(folder, slug)
      atFile(folder, slug, () => readOperations(file.operations))
      return file
    }, onFault)
    if (file !== undefined) own.set(slug, file)
  }
  // Other files may need one that has been left out.
  while (own.size > 0) {
    const fault = findMissing(shipped, own)
    if (fault === undefined) break
    own.delete(fault.slug)
    onFault(`${folder}/${fault.slug}.json: ${fault.reason}`)
  }
  return own
}

/** Finds an operator's own style that lacks something: for itself, or for a shipped style. */
function findMissing(
  shipped: GeneratorFiles,
  own: GeneratorFiles,
): { readonly slug: string; readonly reason: string } | undefined {
  const { all } = createStyleSet([...shipped, ...own])
  for (const slug of own.keys()) {
    const reason = all.get(slug)?.fault()
    if (reason !== undefined) return { slug, reason }
  }
  const replaced = [...own.keys()].filter((slug) => shipped.has(slug))
  if (replaced.length === 0) return undefined
  for (const taker of all.values()) {
    const taken = taker.operations.flatMap(({ references }) => references)
    const slug = replaced.find((one) => taken.includes(one))
    const fault = slug === undefined ? undefined : taker.fault()
    if (slug === undefined || fault === undefined) continue
    return { slug, reason: `it replaces a style that "${taker.slug}" needs, but ${fault}` }
  }
  return undefined
}

/** Joins generators; an operator's own ones replace shipped ones with the same slug. */
export function joinGenerators(shipped: GeneratorFiles, own: GeneratorFiles): GeneratorFiles {
  const files = new Map([...shipped, ...own])
  if (own.size === 0) return sortGenerators(files)
  const { all } = createStyleSet(files)
  for (const [slug, file] of files) {
    const takes = all.get(slug)?.operations.some((operation) => {
      return operation.references.length > 0 || isRestoring(operation)
    })
    // What it takes from other styles may have changed, and its example with it.
    if (takes) files.set(slug, { ...file, example: undefined })
  }
  return sortGenerators(files)
}

/** Puts generators in the order of the list: by category, position and slug. */
function sortGenerators(files: GeneratorFiles): GeneratorFiles {
  const sorted = [...files].sort(([slug, one], [otherSlug, other]) => {
    return order(one) - order(other) || (slug < otherSlug ? -1 : 1)
  })
  return new Map(sorted)
}

function order({ category, position }: GeneratorFile): number {
  return categories.indexOf(category) * 10_000 + position
}

/** Returns what is wrong with the file name of a generator, its slug. */
export function findSlugFault(slug: string): string | undefined {
  if (slug === 'plain') return 'take another name: "plain" means unchanged letters in mappings'
  if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug)) return undefined
  return 'a file name takes lower-case ASCII letters, digits and single hyphens'
}

function readFile(folder: string, slug: string): GeneratorFile {
  const fault = findSlugFault(slug)
  if (fault !== undefined) throw new StartError(`${folder}/${slug}.json: ${fault}`)
  return readDataFile(folder, slug, readGeneratorFile)
}
