import { join } from 'node:path'
import { isRestoring } from '../engine/operations.ts'
import { createStyleSet } from '../engine/style.ts'
import type { Style } from '../engine/style.ts'
import { wholeEngine } from '../engine/whole-engine.ts'
import type { DataFolders, OwnFolders } from './data-files.ts'
import type { GeneratorFiles } from './generator-files.ts'

/** Where the files of generators are. */
interface Folders {
  readonly folders: DataFolders
  readonly own: OwnFolders
}

/**
 * Returns a line for each fault in the operations of an operator's own styles, and in what shipped
 * ones take from them; with `isWhole`, of all styles.
 */
export function findStyleFaults(
  files: GeneratorFiles,
  added: GeneratorFiles,
  { folders, own }: Folders,
  isWhole: boolean,
): string[] {
  if (added.size === 0 && !isWhole) return []
  const { all } = createStyleSet(files, wholeEngine)
  return [...all.values()].flatMap((style) => {
    const { slug } = style
    const replaced = added.has(slug) ? undefined : referencesOf(style).find((one) => added.has(one))
    const isOwn = added.has(slug) || replaced !== undefined
    const fault = isOwn || isWhole ? style.fault() : undefined
    if (fault === undefined) return []
    const folder = isOwn ? own.generators : folders.generators
    const reason =
      replaced === undefined ? fault : `it replaces a style that "${slug}" needs, but ${fault}`
    return [`${join(folder ?? '', `${replaced ?? slug}.json`)}: ${reason}`]
  })
}

/**
 * Drops examples and traits of styles that take something from others, which an operator may have
 * added. Which styles can be restored depends on all that are.
 */
export function withoutTaken(
  files: GeneratorFiles,
  added: GeneratorFiles,
  shipped: GeneratorFiles,
): GeneratorFiles {
  const { all } = createStyleSet(files, wholeEngine)
  const restores = [...added].some(([slug, { restore }]) => restore || shipped.get(slug)?.restore)
  return new Map(
    [...files].map(([slug, file]) => {
      const style = all.get(slug)
      const takes = style && (referencesOf(style).length > 0 || isRestoring(file.operations))
      if (takes) return [slug, { ...file, example: undefined, found: undefined }]
      return [slug, restores ? { ...file, found: undefined } : file]
    }),
  )
}

function referencesOf({ operations }: Style): string[] {
  return operations.flatMap(({ references }) => references)
}
