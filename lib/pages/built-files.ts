import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** File name → text of the style sheets and scripts of the pages. */
export type BuiltFiles = ReadonlyMap<string, string>

/**
 * Reads the style sheets and scripts of the pages, which `npm run build` bundles. Returns none
 * before that; pages then work without them.
 */
export function readBuiltFiles(): BuiltFiles {
  const folder = join(import.meta.dirname, '..', '..')
  // Beside compiled modules, or where the sources were built.
  const paths = [folder, join(folder, 'dist')].map((one) => join(one, 'assets.json'))
  const path = paths.find((one) => existsSync(one))
  return new Map(path === undefined ? [] : JSON.parse(readFileSync(path, 'utf8')))
}
