import { createHash } from 'node:crypto'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { languages } from '../catalogue/locale.ts'
import { prepareText } from '../http/prepared-answer.ts'
import type { BodyCache, PreparedAnswer } from '../http/prepared-answer.ts'
import { assetsPath } from './routes.ts'
import type { Scripts } from './scripts.ts'
import { styleSheet } from './style.css.ts'
import { searchWords, stylesData } from './styles-data.ts'

/** A file that pages load. */
export interface Asset {
  readonly mediaType: string
  readonly document: PreparedAnswer
  /** The value of `Cache-Control`. */
  readonly caching: string
}

/** The files that pages load, in a folder whose name is the hash of all of them. */
export interface Assets {
  /** Whether there are scripts, which make pages live. */
  readonly hasScripts: boolean
  /** Returns the path of a file, relative to the root of the site. */
  path(file: string): string
  /**
   * Finds a file. The folder of another version has only the style sheet, the current one: scripts
   * and their data must be of one version.
   */
  find(folder: string, file: string): Asset | undefined
}

/** Creates the assets of a catalogue. */
export function createAssets(catalogue: Catalogue, scripts: Scripts, cache: BodyCache): Assets {
  const files = listFiles(catalogue, scripts)
  const digest = createHash('sha256').update(JSON.stringify(files)).digest('base64url')
  const current = digest.slice(0, 12)
  const assets = new Map(
    files.map(([file, text]) => {
      const mediaType = mediaTypes[file.slice(file.lastIndexOf('.') + 1)] ?? ''
      return [file, { mediaType, document: prepareText(() => text, cache) }] as const
    }),
  )
  return {
    hasScripts: scripts.size > 0,
    path: (file) => `${assetsPath}/${current}/${file}`,
    find(folder, file) {
      const asset = assets.get(file)
      if (asset === undefined) return undefined
      if (folder === current) return { ...asset, caching: 'public, max-age=31536000, immutable' }
      return file === styleFile ? { ...asset, caching: 'no-cache' } : undefined
    },
  }
}

const styleFile = 'style.css'

const mediaTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
}

type AssetFile = readonly [file: string, text: string]

function listFiles(catalogue: Catalogue, scripts: Scripts): readonly AssetFile[] {
  const style: AssetFile = [styleFile, styleSheet]
  if (scripts.size === 0) return [style]
  const words = languages.map((language): AssetFile => {
    return [`words-${language}.json`, searchWords(catalogue, language)]
  })
  return [style, ...scripts, ['styles.json', stylesData(catalogue)], ...words]
}
