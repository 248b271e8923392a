import type { Contents } from '../catalogue/catalogue.ts'
import type { Language } from '../catalogue/locale.ts'
import { searchData } from '../catalogue/search-data.ts'
import { memoize } from '../engine/memo.ts'
import { createRanking } from '../engine/search/search.ts'
import type { Found, Rank } from '../engine/search/search.ts'
import { finish } from '../engine/steps.ts'
import type { Steps } from '../engine/steps.ts'
import { doInTurns, shareWork } from '../http/turn.ts'
import type { Turn } from '../http/turn.ts'

/** The search of the pages, in every language: finds styles by what people type, best first. */
export interface Search {
  readonly find: (text: string, language: Language) => Found
  /** Does the same in turns; the first search in a language takes many. */
  readonly findInTurns: (text: string, language: Language, turn: Turn) => Promise<Found>
}

/** A catalogue, and the search in it. */
export type Searchable = Contents & { readonly search: Search }

/** Creates the search in a catalogue. */
export function createSearch(contents: Contents): Search {
  const prepared = memoize((language: Language) => finish(rankingSteps(contents, language)))
  const ranking = memoize((language: Language) => {
    return shareWork((turn) => doInTurns(rankingSteps(contents, language), turn))
  })
  return {
    find: (text, language) => prepared(language)(text),
    async findInTurns(text, language, turn) {
      const rank = await ranking(language)(turn)
      if (turn.isOver) await turn.next()
      return rank(text)
    },
  }
}

function* rankingSteps(contents: Contents, language: Language): Steps<Rank> {
  return yield* createRanking(yield* searchData(contents, language))
}
