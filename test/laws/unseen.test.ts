import { describe } from 'node:test'
import { assertSame, has, isSeeded, law } from '../support/laws.ts'
import { show } from '../support/texts.ts'

describe('an invisible character', () => {
  // Soft hyphen, zero width space, direction marks, word joiner, byte order mark, fillers, controls.
  const unseen = [...'\u00ad\u061c\u115f\u180e\u200b\u200e\u200f\u2060\u2064\u3164\ufeff\uffa0\0\u0007\u001b\u0086']

  law(
    'is neither decorated nor separated from its neighbours',
    (generator) => {
      for (const point of unseen) {
        for (const [text, plain] of [[`a${point}b c`, 'ab c'], [`ab ${point}c`, 'ab c'], [`${point}ab c`, 'ab c']] as const) {
          const output = generator.transform(text, 'en').replace(point, '')
          assertSame(output, generator.transform(plain, 'en'), 'en', show(text))
        }
      }
    },
    (generator) => !has(generator, 'encode') && !isSeeded(generator),
  )
})
