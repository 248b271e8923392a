import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Mapping } from '../../lib/engine/mapping.ts'
import {
  accentedTexts,
  assertSame,
  claim,
  emojiTexts,
  generators,
  law,
  ownMappings,
  siblings,
} from '../support/laws.ts'
import { borrow, borrowedLetters, ignoreCase } from '../support/letters.ts'
import { show } from '../support/texts.ts'

describe('restoring', () => {
  const restorers = generators.filter(
    ({ data }) => data.operations.length === 1 && data.operations[0]?.type === 'restore',
  )
  const restore = (text: string): string => restorers[0]?.transform(text, 'en') ?? ''

  test('is done by one generator', () => assert.equal(restorers.length, 1))

  law(
    'returns each key, or the first one with the same text',
    (generator) => {
      for (const mapping of ownMappings(generator)) {
        const sure = new Mapping({ ...mapping, caseFallback: false })
        const entries = [...new Mapping(mapping)]
        const lines = entries.map(([key]) => key).join('\n')
        const restored = restore(generator.transform(lines, 'en')).split('\n')
        entries.forEach(([key, text], index) => {
          const plain = restored[index] ?? ''
          if (plain === key) return
          const bare = text.replace(/[\u200c\ufe0e]/g, '').normalize('NFD')
          const isOther = sure.has(key) && siblings.restoration().characters.get(bare) === plain
          // Ordinary letters stay, and two styled letters are restored one by one.
          const isLoose = !sure.has(key) || /^[ -~]|^\P{M}{2}/u.test(bare)
          const isSameLetter = isLoose && ignoreCase(plain) === ignoreCase(key)
          const isBorrowed = ignoreCase(plain) === ignoreCase(borrow(key, borrowedLetters))
          const isRight = isOther || isSameLetter || isBorrowed
          claim(isRight, () => {
            return `${show(key)} came back as ${show(plain)}; remove "restore", or use another text`
          })
        })
      }
    },
    ({ data }) => data.restore && data.operations.some(({ mapping }) => mapping !== undefined),
  )

  law(
    'returns accented text',
    (generator) => {
      const text = accentedTexts.join('\n')
      const plain = restore(generator.transform(text, 'en'))
      const borrowers = [...borrowedLetters.keys()].filter((letter) =>
        ownMappings(generator).some((mapping) => new Mapping(mapping).has(letter)),
      )
      const expected = borrow(text, new Set(borrowers))
      assertSame(ignoreCase(borrow(plain, new Set(borrowers))), ignoreCase(expected), 'en', text)
    },
    ({ data }) => data.restore,
  )

  test('leaves superscripts and subscripts that have a meaning', () => {
    const texts = ['5 m², 3 m³', 'CO₂ and H₂O', '10⁻³ xⁿ 2ᵏ', 'a note¹² ¹ here', '1ᵉʳ, 2ⁿᵈ, nº 1ª', 'tʰ']
    for (const text of texts) assertSame(restore(text), text, 'en', text)
  })

  test('removes decorative marks of other services, and no others', () => {
    const foreign = 'Z\u0301\u0358\u0321\u0315\u035f\u0489algo Ж\u0358\u0321\u0358 1\u0358\u0321\u0358'
    assertSame(restore(foreign), 'Zalgo Ж 1', 'en', foreign)
    const written = 'ộ ữ ᾧ ḹ ș́ שָׁלּוֹם نُصٌّ क्षि'
    for (const text of [written, written.normalize('NFD')]) assertSame(restore(text), text, 'en', text)
  })

  test('leaves ordinary text of any language as it is', () => {
    for (const text of [...accentedTexts, ...emojiTexts]) {
      assertSame(restore(text), text, 'en', text)
    }
  })
})
