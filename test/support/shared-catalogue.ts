import { createSearch } from '../../lib/api/search.ts'
import type { Searchable } from '../../lib/api/search.ts'
import { foldersBelow } from '../../lib/catalogue/data-files.ts'
import type { CatalogueSources } from '../../lib/catalogue/data-files.ts'
import { loadCatalogue } from '../../lib/catalogue/load-catalogue.ts'
import type { LoadedCatalogue } from '../../lib/catalogue/load-catalogue.ts'
import type { Language } from '../../lib/catalogue/locale.ts'
import { searchData } from '../../lib/catalogue/search-data.ts'
import { joinShipped } from '../../lib/catalogue/shipped-files.ts'
import { memoize } from '../../lib/engine/memo.ts'
import { createRanking } from '../../lib/engine/search/search.ts'
import type { Rank, SearchData } from '../../lib/engine/search/search.ts'
import type { Host } from '../../lib/service/wiring.ts'
import { root } from './folders.ts'

/** The data folders that ship with the service. */
export const folders = foldersBelow(root)

/** Reads the shipped data once per process, because this is slower than most tests. */
export const loadShipped = memoize(() => load({ folders }))

/** The text of the joined file, which takes some seconds to make. */
export const joinedText = memoize(() => joinShipped(folders))

/** What the search knows of the shipped data in a language. */
export const shippedWords = memoize((language: Language) => searchData(loadShipped(), language))

/** The search in the shipped data, at once. */
export const shippedRank = memoize((language: Language) => readyRank(shippedWords(language)))

/** Makes a search ready at once. */
export function readyRank(data: SearchData): Rank {
  const { calls, rank } = createRanking(data)
  for (const call of calls) call()
  return rank
}

/** Makes what a host loads: its shipped data are below a folder, or shared by all services. */
export function loaderOf(shippedRoot?: string): Host['loadCatalogue'] {
  return (own) => {
    const isAlone = own.generators === undefined && own.locales === undefined
    if (shippedRoot === undefined && isAlone) return loadShipped()
    return load({ folders: shippedRoot === undefined ? folders : foldersBelow(shippedRoot), own })
  }
}

function load(sources: CatalogueSources): LoadedCatalogue & Searchable {
  const contents = loadCatalogue(sources)
  return { ...contents, search: createSearch(contents) }
}

/** The one generator that `npm run test:laws -- bold-serif` checks. */
export const chosenSlug = process.env['STYLE'] || undefined
export const isAlone = chosenSlug !== undefined

/** Returns whether the laws check a generator: all, or the one that the command names. */
export function isLookedAt({ slug }: { readonly slug: string }): boolean {
  return !isAlone || slug === chosenSlug
}
