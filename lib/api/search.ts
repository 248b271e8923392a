import type { Contents } from '../catalogue/catalogue.ts'
import type { Language } from '../catalogue/locale.ts'
import { searchData } from '../catalogue/search-data.ts'
import { memoize } from '../engine/memo.ts'
import { createRanking } from '../engine/search/search.ts'
import type { Found } from '../engine/search/search.ts'
import { shareWork } from '../http/turn.ts'
import type { Turn } from '../http/turn.ts'

/** The search of the pages: finds styles by what people type, the best first. */
export type Search = (text: string, language: Language, turn: Turn) => Promise<Found>

/** A catalogue, and the search in it. */
export type Searchable = Contents & { readonly search: Search }

/** Creates the search in a catalogue; the first one in a language takes many turns. */
export function createSearch(contents: Contents): Search {
  const ranking = memoize((language: Language) => shareWork(async (turn) => {
    const { calls, rank } = createRanking(searchData(contents, language))
    for (const call of calls) {
      if (turn.isOver) await turn.next()
      call()
    }
    return rank
  }))
  return async (text, language, turn) => {
    const rank = await ranking(language)(turn)
    if (turn.isOver) await turn.next()
    return rank(text)
  }
}
