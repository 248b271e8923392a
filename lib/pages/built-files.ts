import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** File name → brotli form of the style sheets and scripts of the pages, and of their data. */
export type BuiltFiles = ReadonlyMap<string, Buffer>

/**
 * Reads the style sheets and scripts of the pages, and the data of the shipped catalogue, which
 * `npm run build` compresses. Returns none before that; pages then work without them.
 */
export function readBuiltFiles(): BuiltFiles {
  const folder = join(import.meta.dirname, '..', '..')
  // Beside compiled modules, or where the sources were built.
  const paths = [folder, join(folder, 'dist')].map((one) => join(one, 'assets.json'))
  const path = paths.find((one) => existsSync(one))
  const rows: ReadonlyArray<readonly [file: string, base64: string]> =
    path === undefined ? [] : JSON.parse(readFileSync(path, 'utf8'))
  return new Map(rows.map(([file, base64]) => [file, Buffer.from(base64, 'base64')]))
}
