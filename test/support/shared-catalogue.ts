import { openSearchable } from '../../lib/api/search.ts'
import type { Searchable } from '../../lib/api/search.ts'
import type { LoadedCatalogue } from '../../lib/catalogue/catalogue.ts'
import { readCatalogueFiles } from '../../lib/catalogue/catalogue-files.ts'
import type { CatalogueFiles } from '../../lib/catalogue/catalogue-files.ts'
import { foldersBelow } from '../../lib/catalogue/data-files.ts'
import { memoize } from '../../lib/engine/memo.ts'
import { root } from './folders.ts'

/** The data folders that ship with the service. */
export const folders = foldersBelow(root)

const noOverlay = { generators: undefined, locales: undefined }
const readShipped = memoize(() => readCatalogueFiles(folders, noOverlay, undefined))
const openShipped = memoize(() => openSearchable(readShipped()))

/** Reads the shipped data once per process, because this is slower than most tests. */
export function loadShipped(): LoadedCatalogue & Searchable {
  return { ...openShipped(), faults: [], warnings: [] }
}

/** Reads folders of data; the shipped ones alone only once for all services of a process. */
export const readShared: typeof readCatalogueFiles = (given, overlay, join) => {
  const isShipped = given.generators === folders.generators && given.locales === folders.locales
  const isAlone = overlay.generators === undefined && overlay.locales === undefined
  return isShipped && isAlone ? readShipped() : readCatalogueFiles(given, overlay, join)
}

/** Makes the catalogue of files, and its search; those of the shipped ones only once. */
export function openShared(files: CatalogueFiles): Searchable {
  return files === readShipped() ? openShipped() : openSearchable(files)
}

/** The one generator that `npm run test:laws -- bold-serif` checks. */
const [, program = '', chosenSlug] = process.argv
export const isAlone = /\bsuites\Wlaws\.[jt]s$/.test(program) && chosenSlug !== undefined

/** Returns whether the laws check a generator: all, or the one that the command names. */
export function isLookedAt({ slug }: { readonly slug: string }): boolean {
  return !isAlone || slug === chosenSlug
}
