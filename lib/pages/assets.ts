import { createHash } from 'node:crypto'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { languages } from '../catalogue/locale.ts'
import { prepareText } from '../http/prepared-answer.ts'
import type { BodyCache, PreparedAnswer } from '../http/prepared-answer.ts'
import { assetsPath } from './places.ts'
import type { Scripts } from './scripts.ts'
import { styleSheet } from './style.css.ts'
import { searchWords, stylesData } from './styles-data.ts'

/** A file that pages refer to. */
export interface Asset {
  readonly mediaType: string
  readonly content: PreparedAnswer
}

/** The files that pages refer to, in a folder that is named after the hash of all of them. */
export interface Assets {
  /** Whether there are scripts, which make pages live. */
  readonly hasScripts: boolean
  /** Returns the path of a file, below the root of the site. */
  path(file: string): string
  /**
   * Finds a file. The folder of any other version has only the style sheet, which is that of this
   * version: the scripts and the styles of a page must be of the same one.
   */
  find(folder: string, file: string): Asset | undefined
  /** Whether a folder is that of this version. */
  isPresent(folder: string): boolean
}

/** Prepares the files of a catalogue. */
export function createAssets(catalogue: Catalogue, scripts: Scripts, cache: BodyCache): Assets {
  const files = listFiles(catalogue, scripts)
  const digest = createHash('sha256').update(JSON.stringify(files)).digest('base64url')
  const present = digest.slice(0, 12)
  const assets = new Map(
    files.map(([file, text]): [string, Asset] => {
      const mediaType = mediaTypes[file.slice(file.lastIndexOf('.') + 1)] ?? ''
      const content = prepareText(() => text, cache)
      return [file, { mediaType, content }]
    }),
  )
  return {
    hasScripts: scripts.size > 0,
    path: (file) => `${assetsPath}/${present}/${file}`,
    find: (folder, file) =>
      folder === present || file === styleFile ? assets.get(file) : undefined,
    isPresent: (folder) => folder === present,
  }
}

const styleFile = 'style.css'

const mediaTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
}

type File = readonly [file: string, text: string]

function listFiles(catalogue: Catalogue, scripts: Scripts): readonly File[] {
  const style: File = [styleFile, styleSheet]
  if (scripts.size === 0) return [style]
  const words = languages.map((language): File => {
    return [`words-${language}.json`, searchWords(catalogue, language)]
  })
  return [style, ...scripts, ['styles.json', stylesData(catalogue)], ...words]
}
