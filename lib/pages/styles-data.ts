import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Language } from '../catalogue/locale.ts'
import { slugify } from '../engine/slugify.ts'
import { defaultSample } from '../engine/generator-file.ts'
import type { GeneratorFile } from '../engine/generator-file.ts'
import type { StyleSource } from '../engine/style.ts'
import { runMark } from './browser/styles.ts'
import type { StyleRow } from './browser/styles.ts'

/** Returns all styles, in the order of the list, as `parseRows` reads them. */
export function stylesData(catalogue: Catalogue): string {
  const rows = [...catalogue.values()].map(({ slug, file }): StyleRow => [slug, neededOf(file)])
  return foldRuns(JSON.stringify(rows))
}

/** Returns the fields that transform a text, without those that have their default. */
function neededOf({ sample, restore, operations }: GeneratorFile): StyleSource {
  return {
    ...(sample === defaultSample ? {} : { sample }),
    ...(restore && { restore }),
    operations,
  }
}

/** Folds runs of consecutive code points: this saves 1.1 KB of 24 after compression. */
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

/** Returns the other names of each style, in the order of the list, as a JSON array of texts. */
export function searchWords(catalogue: Catalogue, language: Language): string {
  return JSON.stringify(
    [...catalogue.values()].map(({ entry }) => {
      const { aliases } = entry(language)
      return aliases.map(slugify).join(' ')
    }),
  )
}
