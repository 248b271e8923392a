import { describe } from 'node:test'
import { hardTexts } from '../support/hard-texts.ts'
import {
  assertSame,
  emojiTexts,
  hasOnly,
  isMapOnly,
  languagesOf,
  law,
  ordinaryTexts,
} from '../support/laws.ts'
import { publishedOf } from '../support/published.ts'
import { pangrams } from '../support/texts.ts'

const texts = [...hardTexts, ...ordinaryTexts, emojiTexts.join('\n'), 'Æ Ð Ø Þ ß æ ð ø þ Đ đ ı Ł ł Œ œ ẞ']

describe('a client without the service', () => {
  const keycaps = /[\d#*]\ufe0f?\u20e3/g

  law(
    'replaces code point by code point, in NFC and without keycaps, if the only step is a map',
    (generator) => {
      for (const language of languagesOf(generator)) {
        const { characters } = publishedOf(generator, language)
        for (const hard of language === 'en' ? texts : [pangrams.tr, pangrams.es]) {
          const text = hard.normalize('NFC').replace(keycaps, '')
          const output = [...text].map((point) => characters[point] ?? point).join('')
          assertSame(output, generator.transform(text, language), language, text)
        }
      }
    },
    isMapOnly,
  )

  law(
    'may send many texts as the lines of one if the only steps are maps and marks',
    (generator) => {
      const lines = texts.flatMap((text) => text.split(/[\n\v\f\r\u0085\u2028\u2029]/))
      for (const language of languagesOf(generator)) {
        const apart = lines.map((line) => generator.transform(line, language)).join('\n')
        const text = lines.join('\n')
        assertSame(generator.transform(text, language), apart, language, text)
      }
    },
    (generator) => hasOnly(generator, 'map', 'marks'),
  )
})
