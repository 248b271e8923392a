import { createCatalogue } from '../catalogue/catalogue.ts'
import type { Contents } from '../catalogue/catalogue.ts'
import type { CatalogueFiles } from '../catalogue/catalogue-files.ts'
import type { Language } from '../catalogue/locale.ts'
import { searchData } from '../catalogue/search-data.ts'
import { memoize } from '../engine/memo.ts'
import { createRanking } from '../engine/ranking.ts'
import type { Found, Rank } from '../engine/ranking.ts'
import { finish } from '../engine/steps.ts'
import type { Steps } from '../engine/steps.ts'

/** The search of the pages, in every language. */
export interface Search {
  /** Prepares a language, unless that was done before. */
  readonly prepare: (language: Language) => Steps<void>
  /** Finds styles by what people type, the best first; prepares the language at once. */
  readonly find: (text: string, language: Language) => readonly Found[]
}

/** A catalogue, and the search in it. */
export type Searchable = Contents & { readonly search: Search }

/** Makes the catalogue of files, and its search. */
export function openSearchable(files: CatalogueFiles): Searchable {
  const contents = createCatalogue(files)
  return { ...contents, search: createSearch(contents) }
}

/** Creates the search in a catalogue. */
export function createSearch(contents: Contents): Search {
  const ranking = memoize((language: Language) => {
    const steps = rankingSteps(contents, language)
    let rank: Rank | undefined
    return {
      // Requests that wait for the same language share its steps.
      *prepare(): Steps<void> {
        while (rank === undefined) {
          const { done, value } = steps.next()
          if (done) rank = value
          else yield
        }
      },
      find: (text: string) => rank?.(text) ?? [],
    }
  })
  const prepare: Search['prepare'] = (language) => ranking(language).prepare()
  return {
    prepare,
    find(text, language) {
      finish(prepare(language))
      return ranking(language).find(text)
    },
  }
}

function* rankingSteps(contents: Contents, language: Language): Steps<Rank> {
  return yield* createRanking(yield* searchData(contents, language))
}
