import { join } from 'node:path'
import { decoding } from '../engine/decoding/decoding.ts'
import type { GeneratorFile, GeneratorFiles } from '../engine/generator-file.ts'
import { isRestoring } from '../engine/operations/code.ts'
import { createStyleSet, readOperations } from '../engine/style.ts'
import type { Style } from '../engine/style.ts'
import { checkGenerator } from './catalogue-files.ts'
import type { Joined } from './catalogue-files.ts'
import { leaveOut, listDataFiles, readDataFile } from './data-files.ts'

/**
 * Reads and checks an operator's own generators, and joins them with the shipped ones. Reports and
 * leaves out every file with a fault, and every file that does not offer what another style takes
 * from it. Throws a StartError if the folder cannot be read.
 */
export function joinOwnGenerators(
  folder: string,
  shipped: GeneratorFiles,
  faults: string[],
): Joined {
  const own = new Map<string, GeneratorFile>()
  for (const slug of listDataFiles(folder)) {
    const check = (value: unknown): GeneratorFile => {
      const file = checkGenerator(slug, value)
      readOperations(file.operations, 'operations')
      return file
    }
    const file = leaveOut(() => readDataFile(folder, slug, check), faults)
    if (file !== undefined) own.set(slug, file)
  }
  for (;;) {
    const all = new Map<string, GeneratorFile>([...shipped, ...own])
    const styles = createStyleSet(all, () => decoding).all
    const fault = findMissing(styles, shipped, own)
    if (fault === undefined) {
      return { own, all: own.size === 0 ? all : withoutTakenExamples(all, styles) }
    }
    // Other files may need the one that is left out.
    own.delete(fault.slug)
    faults.push(`${join(folder, fault.slug)}.json: ${fault.reason}`)
  }
}

/** Finds an operator's own style that lacks something: for itself, or for a shipped style. */
function findMissing(
  styles: ReadonlyMap<string, Style>,
  shipped: GeneratorFiles,
  own: GeneratorFiles,
): { readonly slug: string; readonly reason: string } | undefined {
  for (const slug of own.keys()) {
    const reason = styles.get(slug)?.fault()
    if (reason !== undefined) return { slug, reason }
  }
  const replaced = [...own.keys()].filter((slug) => shipped.has(slug))
  if (replaced.length === 0) return undefined
  for (const taker of styles.values()) {
    const taken = taker.operations.flatMap(({ references }) => references)
    const slug = replaced.find((one) => taken.includes(one))
    const fault = slug === undefined ? undefined : taker.fault()
    if (slug === undefined || fault === undefined) continue
    return { slug, reason: `it replaces a style that "${taker.slug}" needs, but ${fault}` }
  }
  return undefined
}

/** Drops the examples of styles that take something from others, which an overlay may change. */
function withoutTakenExamples(
  files: GeneratorFiles,
  styles: ReadonlyMap<string, Style>,
): GeneratorFiles {
  const takes = (slug: string): boolean | undefined =>
    styles.get(slug)?.operations.some((one) => one.references.length > 0 || isRestoring(one))
  return new Map(
    [...files].map(([slug, file]) => [slug, takes(slug) ? { ...file, example: undefined } : file]),
  )
}
