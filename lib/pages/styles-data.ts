import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Language } from '../catalogue/locale.ts'
import { addressOf } from '../engine/address-words.ts'
import { runMark } from './browser/style-rows.ts'
import type { StyleRow } from './browser/style-rows.ts'

/** All styles, in the order of the list, as `parseRows` reads them. */
export function stylesData(catalogue: Catalogue): string {
  const rows = [...catalogue.values()].map(({ slug, data, replaced }): StyleRow => {
    const style = neededOf(data.source)
    return replaced === undefined ? [slug, style] : [slug, style, neededOf(replaced.source)]
  })
  return foldRuns(JSON.stringify(rows))
}

/** What transforming a text takes of a generator file. */
function neededOf(source: string): unknown {
  const { sample, restore, operations } = JSON.parse(source)
  return { sample, restore, operations }
}

/** JSON with runs of code points as `parseRows` unfolds them: it compresses to a KB less. */
function foldRuns(json: string): string {
  const points = [...json.replaceAll(runMark, '\\ue000')]
  let folded = ''
  for (let start = 0; start < points.length; ) {
    const first = points[start] ?? ''
    let end = start
    while (follows(points[end + 1], points[end])) end++
    if (end - start < shortestRun - 1) end = start
    folded += end === start ? first : `${first}${runMark}${points[end]}`
    start = end + 1
  }
  return folded
}

const shortestRun = 4

function follows(point = '', before = ''): boolean {
  return point.codePointAt(0) === (before.codePointAt(0) ?? 0) + 1
}

/**
 * The words by which a style is found besides its name and its slug, folded, of each style in the
 * order of the list, as JSON: an array of texts.
 */
export function searchWords(catalogue: Catalogue, language: Language): string {
  return JSON.stringify(
    [...catalogue.values()].map(({ entry }) => {
      const { aliases } = entry(language)
      return aliases.map(addressOf).join(' ')
    }),
  )
}
