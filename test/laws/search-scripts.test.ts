import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { listedOf } from '../../lib/catalogue/catalogue.ts'
import { foreignWords } from '../../lib/catalogue/foreign-words.ts'
import { languages } from '../../lib/catalogue/locale.ts'
import { holdsForAll, claim } from '../support/laws.ts'
import { loadShipped, shippedRank } from '../support/shared-catalogue.ts'
import { readTestData, show } from '../support/texts.ts'

const generators = listedOf(loadShipped().catalogue)
const wordsOfScripts: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readTestData('words-of-scripts.json'),
)
/** Scripts in daily use; styles write with letters of others. */
const daily = [
  ...['Arabic', 'Armenian', 'Bengali', 'Cyrillic', 'Devanagari', 'Ethiopic', 'Georgian', 'Greek'],
  ...['Gujarati', 'Gurmukhi', 'Hangul', 'Hebrew', 'Kannada', 'Khmer', 'Lao', 'Malayalam'],
  ...['Myanmar', 'Oriya', 'Sinhala', 'Tamil', 'Telugu', 'Thaana', 'Thai', 'Tibetan'],
]
/** Requests as people of these languages type them. */
const requests = [
  ...['шрифты', 'красивые буквы', 'красиві літери', 'γραμματοσειρά', 'όμορφα γράμματα', '글꼴'],
  ...['예쁜 글씨', 'フォント', 'かわいい文字', 'ký tự đặc biệt', 'chữ kiểu đẹp', 'ฟอนต์สวย', 'फ़ॉन्ट'],
  ...['خطوط جميلة', 'פונטים יפים', 'ფონტები', 'տառատեսակ', '字体', '花体字'],
]

describe('a search in other scripts and languages', () => {
  for (const language of languages) {
    const rank = shippedRank(language)

    test(`shows all styles for words of living scripts: ${language}`, () => {
      const own = daily.flatMap((script) => wordsOfScripts[script] ?? [])
      assert.ok(own.length > 150, String(own.length))
      const known = Object.values(foreignWords).join(' ').split(' ')
      const words = own.filter((word) => {
        return !known.some((one) => word.toLowerCase().startsWith(one)) && [...word].length > 1
      })
      holdsForAll([...requests, ...words], show, (word) => {
        for (const asked of [word, word.normalize('NFD'), `${word} ${word}`]) {
          const { styles } = rank(asked)
          claim(styles.length === generators.length, () => `${styles.length} styles`)
        }
      })
    })

    test(`finds the commonest styles in six more languages: ${language}`, () => {
      const lost = Object.entries(foreignWords).flatMap(([slug, words]) => {
        return words.split(' ').flatMap((word) => {
          const [first = -1] = rank(word).styles
          const found = generators[first]?.slug ?? ''
          const isOf = foreignWords[found]?.split(' ').includes(word) === true
          return found === slug || isOf ? [] : [`${word}: ${found} instead of ${slug}`]
        })
      })
      assert.deepEqual(lost, [])
    })

    test(`puts styles that are heard as letters first for screen readers: ${language}`, () => {
      const words = loadShipped().words.texts(language).get('search-heard')?.split(' ') ?? []
      assert.ok(words.length > 5)
      for (const word of words) {
        const found = rank(word.replaceAll('-', ' ')).styles.slice(0, 10)
        const read = found.map((style) => generators[style])
        assert.ok(read.length === 10, word)
        const others = read.filter((one) => one?.data.reading !== 'ordinary')
        assert.deepEqual(others.map((one) => one?.slug), [], word)
      }
    })
  }
})
