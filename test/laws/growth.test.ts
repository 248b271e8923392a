import { describe } from 'node:test'
import type { Growth, Operation } from '../../lib/engine/operation.ts'
import { countCodePoints } from '../../lib/engine/text.ts'
import { claim, forEachOutput, languagesOf, law, longText, siblings } from '../support/laws.ts'
import { emoji, show } from '../support/texts.ts'

/** No generator makes more of a code point, or adds more to a text. */
const [mostFactor, mostAdded] = [64, 160]

describe('what becomes of a text', () => {
  law('is bounded: 64 code points for one, and 160', ({ data }) => {
    const { factor, added } = growthOf(data.operations)
    const isBounded = factor <= mostFactor && added <= mostAdded
    claim(isBounded, () => `${factor} for one code point, and ${added}`)
  })

  law('is no longer than the operations say', (generator) => {
    const { factor, added } = growthOf(generator.data.operations)
    const check = (output: string, text: string, language: string): void => {
      const [from, to] = [countCodePoints(text), countCodePoints(output)]
      claim(to <= factor * from + added, () => `${language}, ${show(text)}: ${from} became ${to}`)
    }
    forEachOutput(generator, check)
    for (const text of growing) {
      for (const language of languagesOf(generator)) {
        check(generator.transform(text, language), text, language)
      }
    }
  })
})

/** Texts that grow most somewhere: monotonous ones, and what composes or falls apart. */
const growing = [
  longText,
  ...['a', 'A ', '9', '3888 ', '\n', ' ', 'es ', 'W\n', 'ǖ\u0323', 'ΐ', 'ᾂ\u0323', '\ufb2c', '\u0958'].map(
    (unit) => unit.repeat(500),
  ),
  ...['e\u0301', 'A1', '𐍈', '\u{10ffff}', '\u0301', emoji.join('')].map((unit) => unit.repeat(99)),
]

/** The growth of one operation after the other. */
function growthOf(operations: readonly Operation[]): Required<Growth> {
  // A text has no more cells than code points; they stay until an operation takes it as a whole.
  let [factor, added] = [1, 0]
  let cells = { factor, added }
  for (const operation of operations) {
    const { perCell, ...growth } = operation.growth(siblings)
    factor = growth.factor * factor + (perCell ?? 0) * cells.factor
    added = growth.factor * added + (perCell ?? 0) * cells.added + growth.added
    if (perCell === undefined) cells = { factor, added }
  }
  return { factor, perCell: 0, added }
}
