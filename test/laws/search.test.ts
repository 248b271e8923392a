import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { listedOf } from '../../lib/catalogue/catalogue.ts'
import { languages } from '../../lib/catalogue/locale.ts'
import type { Language } from '../../lib/catalogue/locale.ts'
import { categories } from '../../lib/engine/generator-file.ts'
import { countEdits, slugify } from '../../lib/engine/spelling.ts'
import { root } from '../support/folders.ts'
import { isLookedAt, loadShipped, shippedRank, shippedWords } from '../support/shared-catalogue.ts'

const shipped = loadShipped()
const { catalogue } = shipped
const generators = listedOf(catalogue)
const slugs = generators.map(({ slug }) => slug)

/** How many of the found styles a visitor looks at. */
const first = 3

/** The word that may replace the styles in a line of phrases: all styles must be found. */
const allStyles = 'all'

/** Nouns that are in many names, and that people leave out. A new locale needs none. */
const genericNouns: Readonly<Partial<Record<Language, RegExp>>> = {
  en: /^(?:letters?|text|font|style|script|writing|frame|world)$/i,
  es: /^(?:letras?|texto|estilo|escritura|marco|mundo|de|en|con|la|el|las|los|del)$/i,
  fr: /^(?:lettres?|texte|style|écriture|cadre|monde|de|en|avec|à|la|le|les|des|du|dans)$/i,
  tr: /^(?:harf|harfler|harfleri|yazı|yazısı|tarzı|çerçeve|çerçevesi|dünyası)$/i,
}

/**
 * Returns the phrases of a language, each with styles: one of them must be among the first results.
 * A new locale needs none.
 */
function phrasesOf(language: Language): ReadonlyArray<readonly [phrase: string, wanted: string]> {
  const lines = readFileSync(join(root, 'test', 'data', 'search-phrases.txt'), 'utf8').split('\n')
  return lines
    .filter((line) => line.startsWith(`${language} `))
    .map((line) => /^.. (.+): (.+)$/.exec(line))
    .map((match) => [match?.[1] ?? '', match?.[2] ?? ''] as const)
}

describe('the search', () => {
  for (const language of languages) {
    const data = shippedWords(language)
    const rank = shippedRank(language)
    const find = (asked: string): string[] => rank(asked).styles.map((index) => slugs[index] ?? '')

    test(`finds each style by its names and search words among the first: ${language}`, () => {
      for (const list of [data.skipped, data.endings]) assert.match(list, /^[a-z]+(?: [a-z]+)*$/)
      const lost = generators.filter(isLookedAt).flatMap(({ slug, entry }) => {
        const { name, page, aliases } = entry(language)
        const bare = name.split(' ').filter((word) => !genericNouns[language]?.test(word)).join(' ')
        const names = [name, name.toUpperCase(), slugify(name), bare || name, entry('en').name]
        return [...names, slug, page, ...aliases]
          .filter((asked) => !find(asked).slice(0, first).includes(slug))
          .map((asked) => `${slug} by ${asked}`)
      })
      assert.deepEqual(lost, [])
    })

    test(`finds the styles of a category by its title: ${language}`, () => {
      for (const category of categories) {
        const own = generators.filter((one) => one.data.category === category && isLookedAt(one))
        const title = shipped.words.categoryName(category, language)
        for (const asked of [title, slugify(title).replaceAll('-', ' ')]) {
          const found = new Set(find(asked))
          const lost = own.filter(({ slug }) => !found.has(slug)).map(({ slug }) => slug)
          assert.deepEqual(lost, [], `${category} by ${asked}`)
        }
      }
    })

    test(`finds all styles by the name of a game, those for nicknames first: ${language}`, () => {
      // A new locale needs no names of games.
      const games = phrasesOf(language).length === 0 ? [] : ['free fire', 'freefire', 'pubg']
      for (const game of games) {
        const found = find(game)
        // Its second word is also a word for flames.
        if (game !== 'free fire') assert.equal(found.length, slugs.length, game)
        assert.match(found.slice(0, 2).join(), /^nick-[\w-]+,nick-/, game)
      }
    })

    test(`finds what people type: ${language}`, (t) => {
      const phrases = phrasesOf(language)
      assert.ok(phrases.length === 0 || phrases.length >= 60, `${phrases.length} phrases`)
      const lost = phrases.flatMap(([phrase, wanted]) => {
        const found = find(phrase)
        const slugsWanted = wanted.split(' ')
        const isFound = found.slice(0, first).some((slug) => slugsWanted.includes(slug))
        const isRight = wanted === allStyles ? found.length === slugs.length : isFound
        // Another style may have taken its place.
        const isAboutLookedAt = [...found.slice(0, first), ...slugsWanted].some((slug) => isLookedAt({ slug }))
        return isRight || !isAboutLookedAt ? [] : [`${phrase}: ${found.slice(0, first).join(' ')}, not ${wanted}`]
      })
      if (lost.length > 0) t.diagnostic(`${lost.length} of ${phrases.length}: ${lost.join('; ')}`)
      assert.ok(lost.length * 100 <= phrases.length * 3, lost.join('; '))
      const unknown = phrases.flatMap(([, wanted]) => wanted.split(' '))
        .filter((slug) => slug !== allStyles && !catalogue.has(slug))
      assert.deepEqual(unknown, [])
    })

    test(`forgives a missing letter in nearly any name: ${language}`, () => {
      const lost = generators.filter(isLookedAt).flatMap(({ slug, entry }, index) => {
        const words = slugify(entry(language).name).split('-')
        const longest = words.toSorted((one, other) => other.length - one.length)[0] ?? ''
        const at = index % longest.length
        const wrong = `${longest.slice(0, at)}${longest.slice(at + 1)}`
        const asked = words.map((word) => (word === longest ? wrong : word)).join(' ')
        return longest.length < 6 || find(asked).includes(slug) ? [] : [`${slug} by ${asked}`]
      })
      // Some wrong words are other words.
      assert.ok(lost.length * 100 < slugs.length, lost.join(', '))
    })
  }
})

describe('the names', () => {
  for (const language of languages) {
    const names = generators.map(({ slug, entry }) => [slug, entry(language).name] as const)

    test(`differ by more than a letter or the order of words: ${language}`, () => {
      const addresses = names.map(([slug, name]) => [slug, slugify(name)] as const)
      const pairs = addresses.flatMap(([slug, one], index) => {
        return addresses
          .slice(index + 1)
          .filter(([other]) => isLookedAt({ slug }) || isLookedAt({ slug: other }))
          .filter(([, other]) => countEdits(one, other, 1) <= 1 || sortWords(one) === sortWords(other))
          .map(([other]) => `${slug} ${other}`)
      })
      assert.deepEqual(pairs.filter((pair) => !distinct.includes(pair)), [])
    })

    test(`are never search words of another style: ${language}`, () => {
      const owners = new Map(names.map(([slug, name]) => [slugify(name), slug]))
      const taken = generators.flatMap(({ slug, entry }) => entry(language).aliases
        .filter((alias) => (owners.get(slugify(alias)) ?? slug) !== slug)
        .map((alias) => `${slug}: ${alias}`))
      assert.deepEqual(taken, [])
    })

    test(`of decoders have one form: ${language}`, () => {
      const form = decoderForms[language] ?? /./
      const others = names
        .filter(([slug]) => isLookedAt({ slug }))
        .filter(([slug]) => slug.endsWith('-decoder') && !namedByDirection.includes(slug))
        .filter(([, name]) => !form.test(name))
      assert.deepEqual(others, [], `The name of a decoder must match ${form}.`)
    })
  }

  test('are not lone adjectives in English', () => {
    const adjectives = /^(?:\w+y|\w+ed|\w+ing|without .*|upside.down|hippie|fashion|jester|wizard)$/i
    const names = generators.filter(isLookedAt).map(({ entry }) => entry('en').name)
    assert.deepEqual(names.filter((name) => adjectives.test(name)), [])
  })
})

/** Names that differ by the order of words, a letter that they show, or the sign in brackets. */
const distinct: readonly string[] = [
  ...['a1z26 a1z26-decoder', 'letter-o-above letter-x-above', 'sep-dots sep-full-stop'],
]

/** Decoders whose names have the form “a to b”. */
const namedByDirection: readonly string[] = [
  ...['a1z26-decoder', 'mirror-decoder', 'upside-down-decoder'],
]

/** The form of the names of decoders. A new locale needs none. */
const decoderForms: Readonly<Partial<Record<Language, RegExp>>> = {
  en: / decoder(?: \(\w+\))?$/,
  es: /^Decodificador del? /,
  fr: /^Décodeur (?:du |de |d’|des )/,
  tr: / çözücü(?: \(\w+\))?$/,
}

function sortWords(address: string): string {
  return address.split('-').toSorted().join(' ')
}
