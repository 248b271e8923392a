import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Language } from '../catalogue/locale.ts'
import { addressOf } from '../engine/address-words.ts'
import type { StyleRow } from './browser/style-row.ts'

/** All styles, in the order of the list, as JSON: an array of `StyleRow`. */
export function stylesData(catalogue: Catalogue): string {
  return JSON.stringify(
    [...catalogue.values()].map(({ slug, data, replaced }): StyleRow => {
      const style = neededOf(data.source)
      return replaced === undefined ? [slug, style] : [slug, style, neededOf(replaced.source)]
    }),
  )
}

/** What transforming a text takes of a generator file. */
function neededOf(source: string): unknown {
  const { sample, restore, operations } = JSON.parse(source)
  return { sample, restore, operations }
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
