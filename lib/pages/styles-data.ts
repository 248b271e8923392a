import type { Catalogue, Contents } from '../catalogue/catalogue.ts'
import { defaultLanguage } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import { defaultSample } from '../engine/generator-file.ts'
import type { GeneratorFile } from '../engine/generator-file.ts'
import type { Layer } from '../engine/layer.ts'
import { isReading } from '../engine/operations/code.ts'
import type { Names } from '../engine/ranking.ts'
import { slugify } from '../engine/spelling.ts'
import { runMark } from './browser/styles.ts'
import type { DecoderRows, SearchData, StyleRow } from './browser/styles.ts'

/** A file that pages load. */
export type AssetFile = readonly [file: string, text: string]

/**
 * Returns all styles, in the order of the list, and the operations of those that read texts back,
 * which are loaded later: two files that `parseJson` reads.
 */
export function stylesData(catalogue: Catalogue): readonly AssetFile[] {
  const generators = [...catalogue.values()]
  const rows = generators.map(({ slug, data: { layer }, file }): StyleRow => {
    return [slug, neededOf(file, layer)]
  })
  const late = generators.filter(({ file }) => isLate(file))
  const operations: DecoderRows = late.map(({ slug, file }) => [slug, file.operations])
  return [
    ['styles.json', foldRuns(JSON.stringify(rows))],
    ['decoders.json', foldRuns(JSON.stringify(operations))],
  ]
}

/** Returns the fields that transform a text, without those that have their default. */
function neededOf(file: GeneratorFile, layer: Layer): StyleRow[1] {
  const { sample, restore, operations } = file
  return {
    ...(sample === defaultSample ? {} : { sample }),
    ...(restore && { restore }),
    ...((layer === 'code' || layer === 'frame') && { layer }),
    ...(isLate(file) ? {} : { operations }),
  }
}

/** Returns whether a style needs the part of the engine that browsers load later. */
function isLate({ operations }: GeneratorFile): boolean {
  return Array.isArray(operations) && operations.some(({ type }) => isReading(type))
}

/** Folds runs of consecutive code points: this saves 1.1 KB of 23 after compression. */
function foldRuns(json: string): string {
  const points = Array.from(json.replaceAll(runMark, '\\ue000'))
  const codes = points.map((point) => point.codePointAt(0) ?? 0)
  let folded = ''
  for (let start = 0, end = 1; start < points.length; start = end++) {
    while (codes[end] === (codes[end - 1] ?? 0) + 1) end++
    const run = points.slice(start, end)
    const isFolded = run.length >= shortestRun
    folded += isFolded ? `${run[0]}${runMark}${run.at(-1)}` : run.join('')
  }
  return folded
}

const shortestRun = 4

/**
 * Returns what the search knows in a language: the names of each style, in the order of the list,
 * then its aliases, addresses, English names and category.
 */
export function searchData({ catalogue, words }: Contents, language: Language): SearchData {
  const texts = words.texts(language)
  const names = [...catalogue.values()].map(({ slug, data, entry }): Names => {
    const { name, page, aliases } = entry(language)
    const english = entry(defaultLanguage)
    const others = language === defaultLanguage ? [] : [english.name, ...english.aliases]
    const category = words.categoryName(data.category, language)
    return [[name], aliases, [slug, page], others, [category]].map((list) => list.map(slugify))
  })
  return {
    names,
    skipped: texts.get('search-skipped') ?? '',
    endings: texts.get('search-endings') ?? '',
  }
}

/** Returns the symbols that visitors can insert, each with its name in a language. */
export function symbolsIn({ words }: Contents, language: Language): string[][] {
  const list = words.texts(language).get('symbols') ?? ''
  return list.split('|').map((one) => {
    const [symbol = '', ...name] = one.split(' ')
    return [symbol, name.join(' ')]
  })
}
