import type { Contents } from '../catalogue/catalogue.ts'
import type { Language } from '../catalogue/locale.ts'
import { searchData } from '../catalogue/search-data.ts'
import { memoize } from '../engine/memo.ts'
import { createRanking } from '../engine/search/search.ts'
import type { Found, Rank } from '../engine/search/search.ts'
import { finish, shareSteps } from '../engine/steps.ts'
import type { Steps } from '../engine/steps.ts'

/** The search of the pages, in every language. */
export interface Search {
  /** Prepares a language, unless that was done before. */
  readonly prepare: (language: Language) => Steps<void>
  /** Finds styles by what people type, the best first; prepares the language at once. */
  readonly find: (text: string, language: Language) => Found
}

/** A catalogue, and the search in it. */
export type Searchable = Contents & { readonly search: Search }

/** Creates the search in a catalogue. */
export function createSearch(contents: Contents): Search {
  // Requests that wait for the same language share its steps.
  const ranking = memoize((language: Language) => {
    return shareSteps(() => rankingSteps(contents, language))
  })
  return {
    *prepare(language) {
      yield* ranking(language)()
    },
    find: (text, language) => finish(ranking(language)())(text),
  }
}

function* rankingSteps(contents: Contents, language: Language): Steps<Rank> {
  return yield* createRanking(yield* searchData(contents, language))
}
