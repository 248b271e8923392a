import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { TextGenerator } from '../../lib/catalogue/catalogue.ts'
import type { Language } from '../../lib/catalogue/locale.ts'
import type { Accents } from '../../lib/engine/drawn-apart.ts'
import { readDocument } from '../support/documents.ts'
import { hardTexts } from '../support/hard-texts.ts'
import {
  assertSame,
  catalogue,
  claim,
  emojiTexts,
  has,
  hasOnly,
  isMapOnly,
  languagesOf,
  law,
  ordinaryTexts,
} from '../support/laws.ts'
import { decorateOffline, isToldWhole } from '../support/offline-client.ts'
import { publishedOf } from '../support/published.ts'
import { pangrams } from '../support/texts.ts'

const spelled = 'Æ Ð Ø Þ ß æ ð ø þ Đ đ ı Ł ł Œ œ ẞ ƛ Ǣ Ǽ Ǿ ǣ ǽ ǿ'
const own = [pangrams.tr, pangrams.es]
const texts = [...hardTexts, ...ordinaryTexts, emojiTexts.join('\n'), spelled]

describe('what a client does without the service', () => {
  const keycaps = /[\d#*]\ufe0f?\u20e3/g

  law(
    'is for a single map one look-up a code point, in NFC and without keycaps, as README.md says',
    (generator) => {
      for (const language of languagesOf(generator)) {
        const { characters } = publishedOf(generator, language)
        for (const hard of language === 'en' ? texts : own) {
          const text = hard.normalize('NFC').replace(keycaps, '')
          const output = [...text].map((point) => characters[point] ?? point).join('')
          assertSame(output, generator.transform(text, language), language, text)
          const asSent = decorate(generator, language, 'styled', hard)
          assertSame(asSent, generator.transform(hard, language), language, hard)
        }
      }
    },
    isMapOnly,
  )

  law(
    'is the same by what lib/api/README.md says of operations',
    (generator) => {
      for (const language of languagesOf(generator)) {
        for (const text of language === 'en' ? texts : own) {
          const output = decorate(generator, language, 'styled', text)
          assertSame(output, generator.transform(text, language), language, text)
        }
        if (publishedOf(generator, language).support.accents !== 'risky') continue
        for (const text of own) {
          const output = decorate(generator, language, 'plain', text)
          assertSame(output, generator.transform(text, language, 'plain'), language, text)
        }
      }
    },
    (generator) => !isMapOnly(generator) && isToldWhole(publishedOf(generator, 'en')),
  )

  law(
    'has the whole table of a map-like in the characters of its generator',
    ({ data }) => {
      const [first, ...others] = data.operations
      claim(first?.type === 'map-like', () => 'a map-like that is not the first operation')
      for (const { type } of others) {
        claim(['between', 'reverse', 'wrap'].includes(type), () => `${type} behind a map-like`)
      }
    },
    (generator) => has(generator, 'map-like'),
  )

  law(
    'may send many texts as lines of one to a generator that maps and marks alone',
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

const [gaps = '', numbers = ''] = ['gaps', 'numbers'].map((name) => {
  const document = readDocument('lib/api/README.md')
  return new RegExp(`^${name} = /(.*)/gu$`, 'm').exec(document)?.[1] ?? ''
})

function decorate(
  generator: TextGenerator,
  language: Language,
  accents: Accents,
  text: string,
): string {
  return decorateOffline(publishedOf(generator, language, accents), text, {
    language,
    detailOf(slug) {
      const other = catalogue.get(slug)
      assert.ok(other)
      return publishedOf(other, language, accents)
    },
    gaps: new RegExp(gaps, 'gu'),
    numbers: new RegExp(numbers, 'gu'),
  })
}
