import { describe } from 'node:test'
import type { TextGenerator } from '../../lib/catalogue/catalogue.ts'
import type { Mapping } from '../../lib/engine/mapping.ts'
import { assertSame, claim, isSeeded, law, siblings } from '../support/laws.ts'
import { show } from '../support/texts.ts'

/** Letters for which hardly a style has a form of its own, and those that stand for them. */
const letters = [
  ['ı', 'i'],
  ['œ', 'oe'],
  ['Œ', 'OE'],
  ['æ', 'ae'],
  ['Æ', 'AE'],
  ['ß', 'ss'],
] as const

describe('a style is pure or complete:', () => {
  law(
    'where Unicode defines it, NFKC of its output is that of the input, for ı œ æ ß too',
    (generator) => {
      for (const mapping of mappingsOf(generator)) {
        for (const [key, text] of mapping) assertSame(fold(text), fold(key), 'en', key)
      }
      for (const [letter, others] of letters) {
        const text = `${letter}${others}`.repeat(9)
        assertSame(fold(generator.transform(text, 'en')), fold(text), 'en', text)
      }
    },
    isPure,
  )

  law(
    'every other one has ı œ æ ß wherever it has the letters that stand for them',
    (generator) => {
      for (const mapping of mappingsOf(generator)) {
        for (const [letter, others] of letters) {
          if (![...others].every((other) => mapping.has(other))) continue
          // Some write i as a letter that has no dot anyway.
          const isWritten = mapping.has(letter) || mapping.get(others) === letter
          claim(isWritten, () => `${show(others)} is written, and ${show(letter)} is not`)
        }
      }
    },
    (generator) => !isPure(generator) && generator.data.category !== 'coded',
  )
})

function isPure(generator: TextGenerator): boolean {
  return generator.traits().folds
}

/** Every mapping that may have its turn, and what comes of all steps where chance has no part. */
function mappingsOf(generator: TextGenerator): readonly Mapping[] {
  const { operations } = generator.data
  return [
    ...(isSeeded(generator) ? [] : [generator.characters('en')]),
    ...operations.flatMap((operation) => operation.mappings(siblings)),
  ]
}

function fold(text: string): string {
  return text.replaceAll('\ufe0e', '').normalize('NFKC')
}
