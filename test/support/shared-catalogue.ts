import { join } from 'node:path'
import { loadWithOverlay } from '../../lib/catalogue/catalogue.ts'
import type { LoadedCatalogue } from '../../lib/catalogue/catalogue.ts'
import { root } from './folders.ts'

/** The data folders that ship with the service. */
export const folders = { generators: join(root, 'generators'), locales: join(root, 'locales') }

let shipped: LoadedCatalogue | undefined

/** Reads what ships, once per process: this takes longer than most tests. */
export function loadShipped(): LoadedCatalogue {
  return (shipped ??= loadWithOverlay(folders))
}

/** Reads folders of data, and what ships alone once for all services of a process. */
export const loadShared: typeof loadWithOverlay = (given, overlay) => {
  const isShipped = given.generators === folders.generators && given.locales === folders.locales
  const isAlone = overlay?.generators === undefined && overlay?.locales === undefined
  return isShipped && isAlone ? loadShipped() : loadWithOverlay(given, overlay)
}

/** Returns whether the laws check a generator: all, or the one that the command names. */
export function isLookedAt({ slug }: { readonly slug: string }): boolean {
  return slug === (process.env['GENERATOR'] ?? slug)
}
