import { createHash } from 'node:crypto'
import { createByteCache } from '../http/byte-cache.ts'
import { prepareText } from '../http/prepared-answer.ts'
import type { PreparedAnswer } from '../http/prepared-answer.ts'
import { assetsPath } from './places.ts'
import { styleSheet } from './style.css.ts'

/** A file that pages take with them. */
export interface Asset {
  readonly mediaType: string
  readonly content: PreparedAnswer
}

/** The files that pages take with them, in a folder that bears the hash of all of them. */
export interface Assets {
  /** The path of a file, below the root of the site. */
  path(file: string): string
  find(file: string): Asset | undefined
  /** Whether the folder of a path is that of these files, and not one of another version. */
  isPresent(folder: string): boolean
}

/** File → its media type and its text. */
const files: ReadonlyMap<string, readonly [mediaType: string, text: string]> = new Map([
  ['style.css', ['text/css; charset=utf-8', styleSheet]],
])

/** More than they take in all codings. */
const keptBytes = 2 ** 18

/** They never change. */
const bestQuality = 11

/** Prepares the files. */
export function createAssets(): Assets {
  const digest = createHash('sha256').update(JSON.stringify([...files])).digest('base64url')
  const folder = digest.slice(0, 12)
  const cache = createByteCache(keptBytes)
  const assets = new Map(
    [...files].map(([file, [mediaType, text]]): [string, Asset] => {
      return [file, { mediaType, content: prepareText(() => text, cache, bestQuality) }]
    }),
  )
  return {
    path: (file) => `${assetsPath}/${folder}/${file}`,
    find: (file) => assets.get(file),
    isPresent: (name) => name === folder,
  }
}
