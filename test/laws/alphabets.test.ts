import { describe } from 'node:test'
import { claim, law, ownMappings, siblings } from '../support/laws.ts'

const alphabet = [...'abcdefghijklmnopqrstuvwxyz']

describe('the letters of a style', () => {
  const ancient = ['Egyptian_Hieroglyphs', 'Gothic', 'Ogham', 'Old_Italic', 'Runic', 'Ugaritic']
  const tests = ancient.map((name) => new RegExp(`^\\p{Script=${name}}+$`, 'u'))

  law('are of an ancient script all, or a few of them', (generator) => {
    const characters = generator.characters('en')
    const texts = alphabet.map((letter) => characters.get(letter) ?? letter)
    for (const [index, isOfScript] of tests.entries()) {
      const others = texts.filter((text) => !isOfScript.test(text))
      const isRight = others.length === 0 || others.length > 13
      claim(isRight, () => `${ancient[index]}, but for ${others.join(' ')}`)
    }
  })

  law('are capitals for capitals and small for small ones, where nearly all are', (generator) => {
    const characters = generator.characters('en')
    const textOf = (letter: string): string => (characters.get(letter) ?? letter).normalize('NFD')
    const small = alphabet.map(textOf)
    const capital = alphabet.map((letter) => textOf(letter.toUpperCase()))
    const others = [
      ...small.filter((text) => /^\p{Lu}/u.test(text)),
      ...capital.filter((text) => /^\p{Ll}/u.test(text)),
    ]
    const hasBoth =
      small.filter((text) => /^\p{Ll}/u.test(text)).length >= 20 &&
      capital.filter((text) => /^\p{Lu}/u.test(text)).length >= 20
    claim(!hasBoth || others.length === 0, () => others.join(' '))
  })

  law('do not differ by the form of their accents alone', (generator) => {
    for (const mapping of generator.data.operations.flatMap((one) => one.mappings(siblings))) {
      const accented = alphabet
        .map((letter) => (mapping.get(letter) ?? letter).normalize('NFD'))
        .filter((text) => /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]\p{M}+$/u.test(text))
      for (const text of new Set(accented)) {
        const alike = new Set(accented.filter(([base]) => base === text[0]))
        claim(alike.size === 1, () => [...alike].join(' '))
      }
    }
  })

  law(
    'lose their accents only where each of them is replaced',
    (generator) => {
      const [mapping] = generator.data.operations.flatMap((one) => one.mappings(siblings))
      const left = alphabet.filter((letter) => mapping?.has(letter) !== true).join('')
      claim(left === '', () => `${left} stay, and lose their accents`)
    },
    (generator) =>
      generator.data.category !== 'coded' &&
      ownMappings(generator).some(({ accents }) => accents === 'drop'),
  )
})
