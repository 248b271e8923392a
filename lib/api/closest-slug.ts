import type { Catalogue } from '../catalogue/catalogue.ts'
import { languages } from '../catalogue/locale.ts'
import { memoize } from '../engine/memo.ts'
import { nothing } from '../engine/ranking.ts'
import { slugify } from '../engine/spelling.ts'
import { unlikely } from '../engine/weighing.ts'
import type { Search } from './search.ts'

const mostUnits = 60

/**
 * Creates a function that returns the most likely slug for an unknown one: the generator with this
 * page address, or the best that the search of the pages finds in any language. Returns `undefined`
 * if none matches every word, or for more than 60 code units.
 */
export function createSlugFinder(
  catalogue: Catalogue,
  { find }: Search,
): (unknown: string) => string | undefined {
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
  const findBest = (asked: string): string | undefined => {
    const all = languages.flatMap((language) => find(asked, language).slice(0, 1))
    const [best, ...others] = all.sort((one, other) => one.cost - other.cost)
    if (best === undefined || best.cost >= unlikely) return undefined
    // What says nothing in one language is hardly meant as a part of a name in another.
    const saysNothing = others.some(({ cost }) => cost === nothing)
    return best.cost >= 0 && saysNothing ? undefined : slugs[best.style]
  }
  return (unknown) => {
    if (unknown.length > mostUnits) return undefined
    const address = slugify(unknown)
    for (const asked of [address, address.replaceAll('-', '')]) {
      const found = catalogue.has(asked) ? asked : pages().get(asked) ?? findBest(asked)
      if (found !== undefined) return found
    }
    return undefined
  }
}
