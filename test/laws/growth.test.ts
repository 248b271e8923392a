import { describe } from 'node:test'
import { countCodePoints } from '../../lib/engine/text.ts'
import { growthOf } from '../support/growth.ts'
import { claim, languagesOf, law, longText } from '../support/laws.ts'
import { emoji, show } from '../support/texts.ts'

/** No generator makes more of a code point, or adds more to a text. */
const [mostFactor, mostAdded] = [64, 160]

describe('what becomes of a text', () => {
  law('is bounded: 64 code points for one, and 160', ({ data }) => {
    const { factor, added } = growthOf(data.operations)
    const isBounded = factor <= mostFactor && added <= mostAdded
    claim(isBounded, () => `${factor} for one code point, and ${added}; write shorter texts`)
  })

  law('is no longer than the operations say where it grows most', (generator) => {
    const { factor, added } = growthOf(generator.data.operations)
    for (const language of languagesOf(generator)) {
      for (const text of growing) {
        const from = countCodePoints(text)
        const to = countCodePoints(generator.transform(text, language))
        claim(to <= factor * from + added, () => {
          return `${language}, ${show(text)}: ${from} became ${to}; growth of an operation is too small`
        })
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
