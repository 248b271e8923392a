import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Language } from '../catalogue/locale.ts'
import { addressOf } from '../engine/address-words.ts'
import { defaultSample } from '../engine/generator-file.ts'
import type { GeneratorFile } from '../engine/generator-file.ts'
import type { StyleSource } from '../engine/style.ts'
import { runMark } from './browser/style-rows.ts'
import type { StyleRow } from './browser/style-rows.ts'

/** All styles, in the order of the list, as `parseRows` reads them. */
export function stylesData(catalogue: Catalogue): string {
  const rows = [...catalogue.values()].map(({ slug, file }): StyleRow => [slug, neededOf(file)])
  return foldRuns(JSON.stringify(rows))
}

/** The fields that transforming a text takes, without those that have their default. */
function neededOf({ sample, restore, operations }: GeneratorFile): StyleSource {
  return {
    ...(sample === defaultSample ? {} : { sample }),
    ...(restore && { restore }),
    operations,
  }
}

/** JSON with runs of code points as `parseRows` unfolds them: it compresses to a KB less. */
function foldRuns(json: string): string {
  const text = json.replaceAll(runMark, '\\ue000')
  let folded = ''
  let copied = 0
  for (let start = 0; start < text.length; ) {
    const first = text.codePointAt(start) ?? 0
    let last = first
    let end = start + unitsOf(first)
    for (; text.codePointAt(end) === last + 1; end += unitsOf(last)) last++
    if (last - first + 1 >= shortestRun) {
      folded += text.slice(copied, start + unitsOf(first)) + runMark + String.fromCodePoint(last)
      copied = end
    }
    start = end
  }
  return folded + text.slice(copied)
}

const shortestRun = 4

function unitsOf(point: number): number {
  return point > 0xffff ? 2 : 1
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
