import { createHash } from 'node:crypto'
import type { Catalogue, Contents, TextGenerator } from '../catalogue/catalogue.ts'
import { languages } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import { searchData } from '../catalogue/search-data.ts'
import { isOfFirstTypes } from '../engine/first-operations.ts'
import { isReading, needsExtras } from '../engine/operations.ts'
import { defaultSample } from '../engine/text.ts'
import { caching } from '../http/answer.ts'
import { prepareCompressed, prepareText } from '../http/prepared-answer.ts'
import type { BodyCache, PreparedAnswer } from '../http/prepared-answer.ts'
import type { Turn } from '../http/turn.ts'
import type { LaterRows, StyleRow } from './browser/styles.ts'
import type { BuiltFiles } from './built-files.ts'
import { assetsPath } from './routes.ts'
import { readStrip, readSymbols } from './symbols.ts'

/** Files that pages load, in a folder whose name is the hash of all of them. */
export interface Assets {
  /** Returns the path of a file, relative to the root of the site. */
  readonly path: (file: string) => string
  /**
   * Finds a file and its `Cache-Control`. Returns `undefined` for the folder of another version:
   * scripts and their data must be of one version.
   */
  readonly find: (folder: string, file: string) => Asset | undefined
}

interface Asset {
  readonly document: PreparedAnswer
  readonly mediaType: string
  readonly caching: string
}

/**
 * Creates the scripts and their data from a catalogue. What an operator's files do not change is as
 * it was built.
 */
export async function createAssets(
  contents: Contents,
  built: BuiltFiles,
  cache: BodyCache,
  turn: Turn,
): Promise<Assets> {
  const scripts = ofType(built, '.js')
  const data = contents.isShipped === true ? ofType(built, '.json') : []
  const made = data.length > 0 ? [] : await dataFiles(contents, turn)
  return inFolder([...scripts, ...data, ...made], cache)
}

/** Creates the style sheets. Every folder has the current ones, for pages of another version. */
export function createStyleSheets(built: BuiltFiles, cache: BodyCache): Assets {
  const { path, find } = inFolder(ofType(built, '.css'), cache)
  const [, current = ''] = path('').split('/')
  return {
    path,
    find(folder, file) {
      const asset = find(current, file)
      return asset && folder !== current ? { ...asset, caching: caching.compared } : asset
    },
  }
}

/** Returns the data of the scripts. */
export async function dataFiles(contents: Contents, turn: Turn): Promise<readonly AssetFile[]> {
  const files: AssetFile[] = [...(await stylesData(contents.catalogue, turn))]
  for (const one of languages) {
    const { operations: _, names: namesOf, ...words } = searchData(contents, one)
    const names: string[] = []
    for (const find of namesOf) {
      names.push(find())
      if (turn.isOver) await turn.next()
    }
    const hints = hintsIn(contents, one)
    files.push([`words-${one}.json`, JSON.stringify({ names, ...words, hints })])
    if (turn.isOver) await turn.next()
    files.push([`symbols-${one}.json`, JSON.stringify(symbolsIn(contents, one))])
  }
  if (turn.isOver) await turn.next()
  return files
}

function ofType(built: BuiltFiles, extension: string): readonly AssetFile[] {
  return [...built].filter(([file]) => file.endsWith(extension))
}

function inFolder(files: readonly AssetFile[], cache: BodyCache): Assets {
  const digest = createHash('sha256')
  for (const [file, content] of files) digest.update(`${file}\0`).update(content)
  const current = digest.digest('base64url').slice(0, 12)
  const assets = new Map(files.map(([file, content]) => {
    const mediaType = mediaTypes[file.slice(file.lastIndexOf('.') + 1)] ?? ''
    const document = typeof content === 'string'
      ? prepareText(() => content, cache)
      : prepareCompressed(content, cache)
    return [file, { document, mediaType, caching: caching.forever }]
  }))
  return {
    path: (file) => `${assetsPath}/${current}/${file}`,
    find: (folder, file) => (folder === current ? assets.get(file) : undefined),
  }
}

/** The name of a file, and its text or its brotli form. */
type AssetFile = readonly [file: string, content: string | Buffer]

const mediaTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
}

/**
 * Returns all styles, in the order of the list, and the operations of those that are loaded later:
 * two files of JSON.
 */
export async function stylesData(
  catalogue: Catalogue,
  turn: Turn,
): Promise<ReadonlyArray<readonly [file: string, json: string]>> {
  const later = await laterStyles(catalogue, turn)
  const rows = [...catalogue.values()].map(({ slug, data, file, example }): StyleRow => {
    const { sample, restore, operations } = file
    // Fields that have their default are left out.
    const needed = {
      ...(sample === defaultSample ? {} : { sample }),
      ...(restore && { restore }),
      ...((data.layer === 'code' || data.layer === 'frame') && { layer: data.layer }),
      ...(isReading(file.operations) && { readsBack: true }),
      // What makes it comes last.
      ...(needsExtras(operations) && { example }),
      ...(later.has(slug) ? {} : { operations }),
    }
    return [slug, needed]
  })
  if (turn.isOver) await turn.next()
  const operations: LaterRows = [...catalogue.values()].flatMap(({ slug, file }) => {
    return later.has(slug) ? [[slug, file.operations] as const] : []
  })
  const early = JSON.stringify(rows)
  if (turn.isOver) await turn.next()
  return [['styles.json', early], ['later.json', JSON.stringify(operations)]]
}

/** Returns the slugs of the styles that are loaded later. */
async function laterStyles(catalogue: Catalogue, turn: Turn): Promise<ReadonlySet<string>> {
  const isLater = (generator: TextGenerator): boolean => {
    const { data, file } = generator
    const needed = [...withTaken(generator, catalogue)]
    if (!needed.every((one) => isOfFirstTypes(one.file.operations))) return true
    const isFirst = file.addition || file.popular !== undefined
    const isLarge = JSON.stringify(file.operations).length > mostEarlyUnits
    return (isLarge || laterCategories.has(data.category)) && !isFirst
  }
  const later = new Set(catalogue.keys())
  for (const one of catalogue.values()) {
    // What a style takes from others is loaded with it.
    if (!isLater(one)) for (const { slug } of withTaken(one, catalogue)) later.delete(slug)
    if (turn.isOver) await turn.next()
  }
  return later
}

/** Returns a style and all from which it takes something. */
function withTaken(generator: TextGenerator, catalogue: Catalogue): ReadonlySet<TextGenerator> {
  const needed = new Set([generator])
  // Those that are added come next.
  for (const { references } of needed) {
    for (const slug of references) {
      const taken = catalogue.get(slug)
      if (taken !== undefined) needed.add(taken)
    }
  }
  return needed
}

/** Letters of other scripts, signs and codes: far down in the list, and half of all bytes. */
const laterCategories: ReadonlySet<string> =
  new Set(['greek-cyrillic', 'scripts', 'symbols', 'coded'])
/** Drawn letters take more: three styles as many bytes as a category. */
const mostEarlyUnits = 1_000

/** Returns what the search shows beside styles: signs, and what Unicode lacks. */
function hintsIn({ words }: Contents, language: Language) {
  const texts = words.texts(language)
  return {
    signs: readSymbols(language).flatMap(({ name: group, signs }) => {
      return signs.map(({ sign, names }) => [sign, ...names, group])
    }),
    kinds: texts.get('search-signs'),
    page: texts.get('symbols-page'),
    link: texts.get('search-symbols'),
    lacking: ['', '-hands', '-colours', '-fonts'].map((what) => {
      return [`search-lacking${what}`, `search-lacks${what}`].map((key) => texts.get(key))
    }),
  }
}

/** Returns the symbols that visitors can insert, with their names, and the link to all symbols. */
function symbolsIn({ words }: Contents, language: Language) {
  const texts = words.texts(language)
  const [page, more] = [texts.get('symbols-page'), texts.get('symbols-more')]
  return { signs: readStrip(language), page, more }
}
