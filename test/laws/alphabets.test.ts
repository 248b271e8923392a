import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TextGenerator } from '../../lib/catalogue/catalogue.ts'
import { precomposedLetters } from '../../lib/engine/text.ts'
import {
  claim,
  compileWithoutWraps,
  fold,
  generators,
  isCode,
  isPure,
  isSeeded,
  law,
  mappingsOf,
  ownMappings,
  siblings,
} from '../support/laws.ts'
import { readNames, show } from '../support/texts.ts'

const alphabet = [...'abcdefghijklmnopqrstuvwxyz']

describe('the letters of a style', () => {
  const ancient = ['Egyptian_Hieroglyphs', 'Gothic', 'Ogham', 'Old_Italic', 'Runic', 'Ugaritic']
  const tests = ancient.map((name) => new RegExp(`^\\p{Script=${name}}+$`, 'u'))

  law('are all of one ancient script, or at most half of them', (generator) => {
    const transform = compileWithoutWraps(generator)
    const texts = alphabet.map((letter) => transform(letter, 'en'))
    for (const [index, isOfScript] of tests.entries()) {
      const others = texts.filter((text) => !isOfScript.test(text))
      const isRight = others.length === 0 || others.length > 13
      claim(isRight, () => {
        const count = 'at least 14 letters, or for none'
        return `${ancient[index]}, except ${others.join(' ')}; use other scripts for ${count}`
      })
    }
  })

  law('are in the case of the text, if nearly all are', (generator) => {
    const transform = compileWithoutWraps(generator)
    const textOf = (letter: string): string => transform(letter, 'en').normalize('NFD')
    const small = alphabet.map(textOf)
    const capital = alphabet.map((letter) => textOf(letter.toUpperCase()))
    const others = [
      ...small.filter((text) => /^\p{Lu}/u.test(text)),
      ...capital.filter((text) => /^\p{Ll}/u.test(text)),
    ]
    const hasBoth =
      small.filter((text) => /^\p{Ll}/u.test(text)).length >= 20 &&
      capital.filter((text) => /^\p{Lu}/u.test(text)).length >= 20
    claim(!hasBoth || others.length === 0, () => {
      return `${others.join(' ')} in the other case; use capitals only for capitals`
    })
  })

  law('have the same accent if they have the same base', (generator) => {
    for (const mapping of generator.data.operations.flatMap((one) => one.mappings(siblings))) {
      const accented = alphabet
        .map((letter) => (mapping.get(letter) ?? letter).normalize('NFD'))
        .filter((text) => /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]\p{M}+$/u.test(text))
      for (const text of new Set(accented)) {
        const alike = new Set(accented.filter(([base]) => base === text[0]))
        claim(alike.size === 1, () => `${[...alike].join(' ')}; use one of them for all`)
      }
    }
  })

  law(
    'lose their accents only if all of them are replaced',
    (generator) => {
      const [mapping] = generator.data.operations.flatMap((one) => one.mappings(siblings))
      const left = alphabet.filter((letter) => mapping?.has(letter) !== true).join('')
      claim(left === '', () => {
        return `${left} stay, but lose their accents; replace them, or remove "accents"`
      })
    },
    (generator) =>
      !isCode(generator) &&
      ownMappings(generator).some(({ accents }) => /drop|strip/.test(accents)),
  )
})

describe('an accented letter', () => {
  law(
    'has the same base as its plain letter, unless the table has an entry for it',
    (generator) => {
      const tables = ownMappings(generator).map(({ characters }) => characters)
      const named = new Set(tables.flatMap((characters) => [...characters.keys()]))
      for (const mapping of generator.data.operations.flatMap((one) => one.mappings(siblings))) {
        const baseIn = (letter: string): string => baseOf(mapping.get(letter) ?? letter)
        for (const [letter, decomposed] of precomposedLetters()) {
          const plain = baseOf(decomposed.join(''))
          // If both cases of the base become one letter, an entry for one case is for both.
          const isOneCase = baseIn(plain) === baseIn(otherCase(plain))
          if (named.has(letter) || (isOneCase && named.has(otherCase(letter)))) continue
          const [is, should] = [baseIn(letter), baseIn(plain)]
          claim(is === should, () => {
            const cure = `add ${letter} to "characters"`
            return `${letter} has the base ${show(is)} instead of ${show(should)}; ${cure}`
          })
        }
      }
    },
    // The table of another generator is checked with that one.
    ({ data }) => data.operations.some(({ mapping }) => mapping !== undefined),
  )
})

/** Returns a text without its marks. */
function baseOf(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '')
}

function otherCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
}

/** Letters that hardly any style has, and the letters that replace them. */
const letters = [
  ['ı', 'i'],
  ['œ', 'oe'],
  ['Œ', 'OE'],
  ['æ', 'ae'],
  ['Æ', 'AE'],
  ['ß', 'ss'],
] as const

describe('letters that hardly any style has:', () => {
  law(
    'if Unicode defines the letters, NFKC restores them, and ı œ æ ß stay as they are',
    (generator) => {
      for (const mapping of mappingsOf(generator)) {
        for (const [key, text] of mapping) {
          claim(fold(text) === fold(key), () => `${show(key)} has ${show(text)}; ${pureCure}`)
        }
      }
      for (const textOf of waysOf(generator)) {
        for (const [letter] of letters) {
          const isPlain = fold(textOf(letter)) === fold(letter)
          claim(isPlain, () => `${show(letter)} is changed; ${pureCure}`)
        }
      }
    },
    isPure,
  )

  law(
    'every other style changes ı œ æ ß if it changes the letters that replace them',
    (generator) => {
      for (const textOf of waysOf(generator)) {
        for (const [letter, others] of letters) {
          if ([...others].some((other) => textOf(other) === other)) continue
          // Some styles replace i by a letter that has no dot anyway.
          const isChanged = textOf(letter) !== letter || textOf(others) === letter
          claim(isChanged, () => `${others} is changed, but ${letter} is not; ${completeCure}`)
        }
      }
    },
    (generator) => !isPure(generator) && !isCode(generator),
  )
})

const names = readNames()

describe('styles with the same shapes of letters', () => {
  /** Returns the shapes of the texts: ⓐ, Ⓐ and 🅐 are all A in a circle. */
  const shapesOf = (textOf: (text: string) => string, texts: readonly string[]): string =>
    texts
      .map((text) =>
        [...textOf(text).normalize('NFD').replace(/[\s\ufe0e\u200c]/gu, '')]
          .map((point) => {
            const name = names.get(point) ?? ''
            return /CIRCLED|SQUARED/.test(name) ? name.replace(/NEGATIVE |CAPITAL |SMALL /g, '') : point
          })
          .join(),
      )
      .join('|')

  test('treat ı œ æ ß alike', () => {
    const owners = new Map<string, { readonly slug: string; readonly rare: string }>()
    for (const generator of generators) {
      if (isCode(generator) || isSeeded(generator)) continue
      const transform = compileWithoutWraps(generator)
      const textOf = (text: string): string => transform(text, 'en')
      // Styles that alternate differ from the second letter on.
      const shapes = shapesOf(textOf, alphabet.map((letter) => letter.repeat(2)))
      if (shapes === shapesOf((text) => text, alphabet.map((letter) => letter.repeat(2)))) continue
      const rare = shapesOf(textOf, ['ıı', 'œœ', 'ææ', 'ßß'])
      const owner = owners.get(shapes)
      owners.set(shapes, { slug: generator.slug, rare })
      if (owner === undefined) continue
      assert.equal(rare, owner.rare, `${generator.slug} and ${owner.slug}; use the same rules in both`)
    }
  })
})

const pureCure = 'remove it from "characters", and "complete" from the file'
const completeCure = 'write "complete": true, or add it to "characters"'

/** Returns how a style may change a text: by each of its mappings and, if it is not random, as a whole. */
function waysOf(generator: TextGenerator): ReadonlyArray<(text: string) => string> {
  const transform = compileWithoutWraps(generator)
  return [
    ...(isSeeded(generator) ? [] : [(text: string) => transform(text, 'en')]),
    ...mappingsOf(generator).map((mapping) => (text: string) => mapping.replaceIn(text)),
  ]
}
