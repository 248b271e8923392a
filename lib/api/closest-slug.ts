import type { Contents } from '../catalogue/catalogue.ts'
import { languages } from '../catalogue/locale.ts'
import { memoize } from '../engine/memo.ts'
import { createRanking, unlikely } from '../engine/ranking.ts'
import { slugify } from '../engine/spelling.ts'

const mostUnits = 40

/**
 * Creates a function that returns the most likely slug for an unknown one: the generator with this
 * page address, or the first that the search of the pages finds with the names of all languages.
 * Returns `undefined` if none matches every word, or for more than 40 code units.
 */
export function createSlugFinder({
  catalogue,
  words,
}: Contents): (unknown: string) => string | undefined {
  // Most processes never get an unknown slug.
  const search = memoize(() => {
    const inAll = (key: string): string => {
      return languages.map((language) => words.texts(language).get(key) ?? '').join(' ').trim()
    }
    const generators = [...catalogue.values()].map(({ slug, entry }) => {
      return { slug, entries: languages.map(entry) }
    })
    const pages = new Map(
      generators.toReversed().flatMap(({ slug, entries }) => {
        return entries.map(({ page }) => [page, slug])
      }),
    )
    const styles = generators.map(({ slug, entries }) => [
      [slug, ...entries.map(({ name }) => name)],
      entries.flatMap(({ aliases }) => aliases),
      entries.map(({ page }) => page),
      [],
    ])
    const rank = createRanking({
      names: styles.map((lists) => lists.map((list) => list.map(slugify))),
      signs: [],
      skipped: inAll('search-skipped'),
      faint: '',
      endings: inAll('search-endings'),
    })
    return { generators, pages, rank }
  })
  return (unknown) => {
    if (unknown.length > mostUnits) return undefined
    const { generators, pages, rank } = search()
    const address = slugify(unknown)
    for (const asked of [address, address.replaceAll('-', '')]) {
      const [best] = rank(asked)
      const isLikely = best !== undefined && best.cost < unlikely
      const found = pages.get(asked) ?? (isLikely ? generators[best.style]?.slug : undefined)
      if (found !== undefined) return found
    }
    return undefined
  }
}
