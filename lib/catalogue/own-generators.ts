import { readOperations } from '../engine/generator.ts'
import type { GeneratorFile, GeneratorFiles } from '../engine/generator-file.ts'
import { isRestoring } from '../engine/operations/code.ts'
import { createStyleSet } from '../engine/style.ts'
import { readGenerator } from './catalogue-files.ts'
import type { Joined } from './catalogue-files.ts'
import { atFile, leaveOut, listDataFiles } from './data-files.ts'
import type { Remark } from './data-files.ts'

/**
 * Reads and checks an operator's own generators, and joins them with the shipped ones. Reports and
 * leaves out every file with a fault, and every file that does not offer what another style takes
 * from it. Throws a StartError if the folder cannot be read.
 */
export function joinOwnGenerators(
  folder: string,
  shipped: GeneratorFiles,
  onFault: Remark,
): Joined {
  const own = new Map<string, GeneratorFile>()
  for (const slug of listDataFiles(folder)) {
    const file = leaveOut(() => readWithOperations(folder, slug), onFault)
    if (file !== undefined) own.set(slug, file)
  }
  // Other files may need one that has been left out.
  while (own.size > 0) {
    const fault = findMissing(shipped, own)
    if (fault === undefined) break
    own.delete(fault.slug)
    onFault(`${folder}/${fault.slug}.json: ${fault.reason}`)
  }
  const all = new Map([...shipped, ...own])
  return { own, all: own.size === 0 ? all : withoutTakenExamples(all) }
}

function readWithOperations(folder: string, slug: string): GeneratorFile {
  const file = readGenerator(folder, slug)
  atFile(folder, slug, () => readOperations(file.operations, 'operations'))
  return file
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

/** Drops the examples of styles that take something from others, which an overlay may change. */
function withoutTakenExamples(files: GeneratorFiles): GeneratorFiles {
  const { all } = createStyleSet(files)
  return new Map(
    [...files].map(([slug, file]) => {
      const takes = all.get(slug)?.operations.some((operation) => {
        return operation.references.length > 0 || isRestoring(operation)
      })
      return [slug, takes ? { ...file, example: undefined } : file]
    }),
  )
}
