import type { Catalogue } from '../catalogue/catalogue.ts'
import { languages } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import { memoize } from '../engine/memo.ts'
import { createClosest } from '../engine/closest.ts'

/** Returns the most likely slug for an unknown one, or `undefined` if none is close. */
export type FindSlug = (unknown: string, language: Language) => string | undefined

/**
 * Creates a function that finds the most likely slug for an unknown one: the generator with this
 * page address in any language, or with the closest slug, page address or display name in the
 * given one.
 */
export function createSlugFinder(catalogue: Catalogue): FindSlug {
  const generators = [...catalogue.values()]
  // Most processes never get an unknown slug.
  const pages = memoize(() => {
    return firstOf(generators.flatMap(({ slug, entry }) => {
      return languages.map((language) => [entry(language).page, slug] as const)
    }))
  })
  const closestIn = memoize((language: Language) => {
    const slugOf = firstOf([
      ...generators.map(({ slug }) => [slug, slug] as const),
      ...generators.map(({ slug, entry }) => [entry(language).page, slug] as const),
      ...generators.map(({ slug, entry }) => [entry(language).name, slug] as const),
    ])
    const find = createClosest(slugOf.keys())
    return (unknown: string) => slugOf.get(find(unknown) ?? '')
  })
  return (unknown, language) => {
    // A path leads to what is at its end.
    const asked = unknown.slice(unknown.lastIndexOf('/') + 1)
    return pages().get(asked) ?? closestIn(language)(asked)
  }
}

/** Makes a map in the order of its entries, in which the first value of a key counts. */
function firstOf(entries: ReadonlyArray<readonly [string, string]>): ReadonlyMap<string, string> {
  const map = new Map<string, string>()
  for (const [key, value] of entries) if (!map.has(key)) map.set(key, value)
  return map
}
