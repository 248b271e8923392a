import type { Catalogue } from '../catalogue/catalogue.ts'
import { languages } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import { memoize } from '../engine/memo.ts'
import { slugify } from '../engine/spelling.ts'
import { unlikely } from '../engine/weighing.ts'
import type { Search } from './search.ts'

const mostUnits = 60

/**
 * Returns the most likely slug for an unknown one: the generator that has this page address in any
 * language, or the best that the search of the pages finds in this one. Returns `undefined` if none
 * matches every word, or for more than 60 code units.
 */
export type FindSlug = (unknown: string, language: Language) => string | undefined

/** Creates the function that finds the most likely slug. */
export function createSlugFinder(
  catalogue: Catalogue,
  { find }: Search,
): FindSlug {
  const slugs = [...catalogue.keys()]
  // Most processes never get an unknown slug.
  const pages = memoize(() => {
    const generators = [...catalogue.values()].toReversed()
    return new Map(
      generators.flatMap(({ slug, entry }) => {
        return languages.map((language) => [entry(language).page, slug] as const)
      }),
    )
  })
  const findBest = (asked: string, language: Language): string | undefined => {
    const [best] = find(asked, language)
    return best === undefined || best.cost >= unlikely ? undefined : slugs[best.style]
  }
  return (unknown, language) => {
    if (unknown.length > mostUnits) return undefined
    const address = slugify(unknown)
    for (const asked of [address, address.replaceAll('-', '')]) {
      const found = catalogue.has(asked) ? asked : pages().get(asked) ?? findBest(asked, language)
      if (found !== undefined) return found
    }
    return undefined
  }
}
