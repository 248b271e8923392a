import { describe } from 'node:test'
import { precomposedLetters } from '../../lib/engine/precomposed-letters.ts'
import { assertSame, law, ownMappings, siblings } from '../support/laws.ts'

describe('an accented letter', () => {
  law(
    'has the base that its base has, unless the table names it',
    (generator) => {
      const tables = ownMappings(generator).map(({ characters }) => characters)
      const named = new Set(tables.flatMap((characters) => [...characters.keys()]))
      for (const mapping of generator.data.operations.flatMap((one) => one.mappings(siblings))) {
        const baseIn = (letter: string): string => baseOf(mapping.get(letter) ?? letter)
        for (const [letter, decomposed] of precomposedLetters()) {
          const plain = baseOf(decomposed)
          // Where both cases of the base are one letter, an entry is that of both cases, too.
          const isOneCase = baseIn(plain) === baseIn(otherCase(plain))
          if (named.has(letter) || (isOneCase && named.has(otherCase(letter)))) continue
          assertSame(baseIn(letter), baseIn(plain), 'en', letter)
        }
      }
    },
    // What another generator's table names is asked of that one.
    ({ data }) => data.operations.some(({ mapping }) => mapping !== undefined),
  )
})

/** The text without its marks. */
function baseOf(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '')
}

function otherCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
}
