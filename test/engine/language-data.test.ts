import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageData } from '../../lib/engine/decoding/language-data.ts'
import { languages } from '../../lib/catalogue/locale.ts'
import { loadShipped } from '../support/shared-catalogue.ts'

const { words } = loadShipped()

test('the language of each locale is read, with the same letters', () => {
  const own = Object.entries(languageData).map(([language, { letters }]) => [language, [...letters]])
  assert.deepEqual(own, languages.map((language) => [language, words.letters(language)]))
})

test('of each language, the letters from a to z are counted, and common words have no accents', () => {
  for (const [language, { frequencies, words }] of Object.entries(languageData)) {
    const counts = frequencies.split(' ').map(Number)
    const sum = counts.reduce((all, count) => all + count, 0)
    assert.ok(counts.length === 26 && Math.abs(sum - 1000) < 50, `${language}: ${counts.length}, ${sum}`)
    for (const word of words.join(' ').split(' ')) assert.match(word, /^[a-z]+$/)
  }
})
