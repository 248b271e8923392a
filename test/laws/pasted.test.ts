import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { languages } from '../../lib/catalogue/locale.ts'
import { accentedLetters, languageData } from '../../lib/engine/decoding/language-data.ts'
import { claim, catalogue, generators, holdsForAll, law } from '../support/laws.ts'
import { createRandom, readTestData, show } from '../support/texts.ts'

type Row = readonly [slug: string, input: string, meant: string, language?: string]

/**
 * Texts as people paste them, written for this project: those that are `read` as they are meant,
 * and those that are `left`; texts of each kind that `stay`, because they are plain; and those of
 * them that may be `codes`.
 */
const pasted: {
  readonly read: readonly Row[]
  readonly left: readonly Row[]
  readonly stay: Readonly<Record<string, readonly string[]>>
  readonly codes: Readonly<Record<string, readonly string[]>>
} = JSON.parse(readTestData('pasted.json'))

const restore = (text: string, language = 'en'): string =>
  catalogue.get('plain-text')?.transform(text, language) ?? ''

/** Letters of locales that were added after the rows were written: a word with ì may be Italian. */
const known = ['en', 'es', 'fr', 'tr'].flatMap((tag) => [...(languageData[tag]?.letters ?? '')])
const added = [...accentedLetters].filter((letter) => !known.includes(letter))
const withoutAdded = (text: string): string =>
  added.some((letter) => text.includes(letter)) ? text.normalize('NFD').replace(/\p{M}/gu, '') : text

describe('what people paste', () => {
  test('is read as it is meant', () => {
    holdsForAll(pasted.read, ([slug, input]) => `${slug}: ${input}`, (row) => {
      const [slug, input, meant, language = 'en'] = row
      const output = withoutAdded(catalogue.get(slug)?.transform(input, language) ?? '')
      claim(output === meant, () => `${show(output)} instead of ${show(meant)}`)
    })
  })
})

describe('plain text', () => {
  test('stays as it is, whatever its language and kind', () => {
    const texts = Object.entries(pasted.stay).flatMap(([kind, rows]) =>
      rows.map((text) => ({ kind, text })),
    )
    holdsForAll(texts, ({ kind }) => kind, ({ text }) => {
      for (const language of languages) {
        const output = restore(text, language)
        claim(output === text, () => `${language}: ${show(output)} instead of ${show(text)}`)
      }
    })
  })

  law(
    'stays in every decoder, except for what may be its code',
    ({ slug, transform }) => {
      const texts = Object.values(pasted.stay).flat()
      const read = texts.filter((text) => transform(text, 'en') !== text)
      const may = pasted.codes[slug] ?? []
      const others = read.filter((text) => !may.includes(text))
      claim(others.length === 0, () => others.map((one) => show(transform(one, 'en'))).join(', '))
    },
    // A cipher of letters changes every text, and quotation marks are what the other one changes.
    ({ data, slug }) => {
      return data.category === 'decoded' && !['caesar-decoder', 'clean-punctuation'].includes(slug)
    },
  )

  test('stays in all languages that Intl knows, such as names of countries', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz']
    const pairs = letters.flatMap((first) => letters.map((second) => first + second))
    const tags = [...pairs, ...pairs.flatMap((pair) => letters.map((letter) => pair + letter))]
    const names = new Set<string>()
    for (const tag of Intl.DisplayNames.supportedLocalesOf(tags)) {
      const region = new Intl.DisplayNames([tag], { type: 'region', fallback: 'none' })
      for (const pair of pairs) names.add(region.of(pair.toUpperCase()) ?? '')
    }
    assert.ok(names.size > 10_000, String(names.size))
    holdsForAll([...names], (name) => name, (name) => {
      const output = restore(name)
      claim(output === name, () => show(output))
    })
  })

  const random = createRandom(0x7e87)
  const one = (choices: readonly string[]): string => choices[random(choices.length)] ?? ''
  /** Texts of one to six words. */
  const textsOf = (word: () => string, gaps: readonly string[]): readonly string[] =>
    Array.from({ length: 2_000 }, () =>
      Array.from({ length: 1 + random(6) }, word).join(one(gaps)).normalize('NFC'))
  const marked: Readonly<Record<string, readonly string[]>> = {
    'Taiwanese, as Pe̍h-ōe-jī writes it': textsOf(() => {
      const vowels = ['a ', 'i ', 'u ', 'e ', 'o ', 'o\u0358 ', 'i a', 'o a', 'o e']
      const initials = ['', ...'pbmtnlkghjs', 'ph', 'th', 'kh', 'ng', 'ch', 'chh']
      const [vowel, rest] = one(vowels).split(' ')
      const [tone, end] = random(2) === 0
        ? [one(['', '\u030d']), one([...'ptkh'])]
        : [one(['', ...'\u0301\u0300\u0302\u0304']), one(['', 'n', 'm', 'ng', 'ⁿ'])]
      return one(initials) + vowel + rest + tone + end
    }, [' ', '-']),
    'Yoruba with lines below': textsOf(() => {
      const syllables = Array.from({ length: 1 + random(3) }, (_, at) =>
        (at === 0 && random(2) === 0 ? '' : one([...'bdfghjklmnprstwy', 'gb', 's\u0329'])) +
        one([...'aeiou', 'e\u0329', 'o\u0329']) + one(['', '\u0300', '\u0301']))
      return syllables.join('')
    }, [' ']),
    'phonetics in brackets': textsOf(() => {
      const mark = (): string => one(['', '', ...'\u0329\u032f\u0325\u032a\u0303\u0330ːʰʲ'])
      const syllables = Array.from({ length: 1 + random(3) }, () =>
        one([...'pbtdkmnszfvlrjhwʃʒθðŋɲʔɾɹʁʈɖɟɡɢɴʀɸβχħʕɦɬɮʋɻɭʎʟ']) + mark() +
        one([...'aeiouyɪɛɔəɨʉɯɜɐɑɒæøœɵʏʊʌɤɞ']) + mark())
      return `ˈ${syllables.join('')}`
    }, [' ']).map((text) => `[${text}]`),
  }
  for (const [kind, texts] of Object.entries(marked)) {
    test(`stays in ${kind}`, () => {
      holdsForAll(texts, (text) => text, (text) => {
        const output = restore(text)
        claim(output === text, () => show(output))
      })
    })
  }

  test('of ASCII letters, digits and blanks stays', () => {
    const random = createRandom(0x91a1)
    const signs = [...'aeinorstAENORST0123456789', ' ', ' ', ' ', ' ', '\n']
    for (let round = 0; round < 2_000; round++) {
      const length = 1 + random(7)
      const text = Array.from({ length }, () => signs[random(signs.length)] ?? '').join('')
      // Longer rows may be codes, such as Base64.
      if (/^[\s\dA-Fa-f]*$/.test(text)) continue
      assert.equal(restore(text), text, show(text))
    }
  })

  law(
    'keeps its order, whatever the style',
    ({ transform }) => {
      const output = restore(transform('Hello World 2026', 'en'))
      claim(!output.includes('6202') && !/dlr/i.test(output), () => show(output))
    },
    // Turned letters are read in the order in which most people write them.
    ({ data }) => data.category !== 'turned',
  )
})

test('most alphabets that mix few scripts come back', () => {
  const text = 'the quick brown fox jumps over the lazy dog'
  const alphabets = generators.filter(({ data }) => data.layer === 'letters')
  const back = alphabets.filter(({ transform }) => {
    return restore(transform(text, 'en')).toLowerCase() === text
  })
  assert.ok(back.length > 100, `${back.length} of ${alphabets.length}`)
})

describe('a reversible style', () => {
  const text = 'Hola 2026 a todos'
  const frames = generators.filter(({ data, transform }) => {
    return data.layer === 'frame' && restore(transform(text, 'en')) === text
  })

  test('can be in most frames', () => assert.ok(frames.length > 30, String(frames.length)))

  law(
    'comes back with its digits, alone and in each frame that can be removed',
    ({ transform }) => {
      const styled = transform(text, 'en')
      const expected = restore(styled)
      claim(expected.toLowerCase() === text.toLowerCase(), () => show(expected))
      for (const frame of frames) {
        const output = restore(frame.transform(styled, 'en'))
        claim(output === expected, () => `${frame.slug}: ${show(output)}`)
      }
    },
    (style) => style.traits().reversible,
  )
})
