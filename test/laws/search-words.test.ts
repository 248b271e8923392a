import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { languages } from '../../lib/catalogue/locale.ts'
import { root } from '../support/folders.ts'
import { shippedRank } from '../support/shared-catalogue.ts'

const lines = readFileSync(join(root, 'test', 'data', 'common-words.txt'), 'utf8').split('\n')

/** How many of the found styles a visitor looks at. */
const first = 3

/** Queries that find a style first, and in how many of 100 cases it may disappear behind a word. */
const queries: Readonly<Record<string, readonly [most: number, ...queries: string[]]>> = {
  en: [2, 'bold', 'cursive', 'upside down', 'strikethrough', 'bubble letters'],
  es: [4, 'negrita', 'cursiva', 'al revés', 'tachado', 'letras burbuja'],
  fr: [3, 'gras', 'cursive', 'à l’envers', 'barré', 'lettres bulles'],
  tr: [3, 'kalın', 'el yazısı', 'ters', 'üstü çizili', 'balon harfler'],
}

describe('the search, with one of the commonest words before a query', () => {
  for (const language of languages) {
    const [most = 0, ...asked] = queries[language] ?? []
    // A language that a contributor adds has no list of words.
    if (asked.length === 0) continue
    test(`finds the same style among the first: ${language}`, (t) => {
      const rank = shippedRank(language)
      const words = lines
        .filter((line) => line.startsWith(`${language} `))
        .flatMap((line) => line.split(' ').slice(1))
      assert.equal(words.length, 1000)
      const lost = asked.flatMap((query) => {
        const [best = -1] = rank(query).styles
        return words
          .map((word) => `${word} ${query}`)
          .filter((longer) => !rank(longer).styles.slice(0, first).includes(best))
      })
      t.diagnostic(`${lost.length} of ${asked.length * words.length}`)
      assert.ok(lost.length * 100 <= most * asked.length * words.length, lost.join(', '))
    })
  }
})
