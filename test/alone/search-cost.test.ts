import { describe, test } from 'node:test'
import { languages } from '../../lib/catalogue/locale.ts'
import { assertCost } from '../support/cost.ts'
import { shippedRank, shippedWords } from '../support/shared-catalogue.ts'

/** Queries with many words: known ones, and ones that look like many others, but are none. */
const queries: readonly string[] = [
  'how do i write my name in cursive letters for instagram',
  'bold fonts hearts stars circles squares under above lines gothic glitch',
  Array.from({ length: 12 }, (_, index) => `qwertyu${String.fromCharCode(97 + index)}`).join(' '),
  'a b c d e f g h i j k l m n o p q r s t',
  '★'.repeat(100),
]

/** A query may cost 5 ms where parsing the words of the search ten times costs 1 ms. */
const [mostTimes, rounds] = [5, 10]

describe('a search', () => {
  for (const language of languages) {
    test(`costs at most fifty times as much as reading its words: ${language}`, () => {
      const { operations: _, names, ...words } = shippedWords(language)
      const rank = shippedRank(language)
      const json = JSON.stringify({ ...words, names: names.map((find) => find()) })
      const yardstick = (): void => {
        for (let round = 0; round < rounds; round++) JSON.parse(json)
      }
      for (const query of queries) {
        assertCost(query.slice(0, 40), () => rank(query), yardstick, mostTimes)
      }
    })
  }
})
