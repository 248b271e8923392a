import { createHash } from 'node:crypto'
import type { Contents } from '../catalogue/catalogue.ts'
import { languages } from '../catalogue/locale.ts'
import { prepareText } from '../http/prepared-answer.ts'
import type { BodyCache } from '../http/prepared-answer.ts'
import { assetsPath } from './routes.ts'
import type { Scripts } from './scripts.ts'
import { styleSheet } from './style.css.ts'
import { searchData, stylesData, symbolsIn } from './styles-data.ts'
import type { AssetFile } from './styles-data.ts'

/** The files that pages load, in a folder whose name is the hash of all of them. */
export type Assets = ReturnType<typeof createAssets>

/** Creates the assets of a catalogue. */
export function createAssets(contents: Contents, scripts: Scripts, cache: BodyCache) {
  const hasScripts = scripts.size > 0
  const words = languages.map((language): AssetFile => {
    return [`words-${language}.json`, JSON.stringify(searchData(contents, language))]
  })
  const symbols = languages.map((language): AssetFile => {
    return [`symbols-${language}.json`, JSON.stringify(symbolsIn(contents, language))]
  })
  const files: readonly AssetFile[] = [
    [styleFile, styleSheet],
    ...(hasScripts ? [...scripts, ...stylesData(contents.catalogue), ...words, ...symbols] : []),
  ]
  const digest = createHash('sha256').update(JSON.stringify(files)).digest('base64url')
  const current = digest.slice(0, 12)
  const assets = new Map(
    files.map(([file, text]) => {
      const mediaType = mediaTypes[file.slice(file.lastIndexOf('.') + 1)] ?? ''
      return [file, { mediaType, document: prepareText(() => text, cache) }] as const
    }),
  )
  return {
    /** Whether there are scripts, which make pages live. */
    hasScripts,
    /** Returns the path of a file, relative to the root of the site. */
    path: (file: string): string => `${assetsPath}/${current}/${file}`,
    /**
     * Finds a file and its `Cache-Control`. The folder of another version has only the style sheet,
     * the current one: scripts and their data must be of one version.
     */
    find(folder: string, file: string) {
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
