import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { languageData } from '../../lib/engine/decoding/language-data.ts'
import { isOrdinary } from '../../lib/engine/decoding/ordinary.ts'
import * as extras from '../../lib/engine/extras.ts'
import { keepKinds } from '../../lib/engine/keep.ts'
import type { Extras } from '../../lib/engine/operation.ts'
import { needsExtras } from '../../lib/engine/operations.ts'
import { transformOnce } from '../../lib/engine/run-chain.ts'
import { compileTransform } from '../../lib/engine/style.ts'
import { pointsBetween } from '../../lib/engine/text.ts'
import { catalogue, siblings } from '../support/laws.ts'
import { rounds } from '../support/rounds.ts'
import { createRandom, readTestData, readTestLines, show } from '../support/texts.ts'

/** The styles that change other texts than ordinary ones. */
const readers = [...catalogue.values()].filter(({ file }) => needsExtras(file.operations))

const accented = [...pointsBetween(0xc0, 0xff), ...'œŒğĞşŞıİ']
const signs = [...'¡¿abcdefghijklmnopqrstuvwxyz \n!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~0123456789']

const keeps = [[], keepKinds]

/** Makes texts of common words and of few letters and signs, which are also in the words. */
function* makeTexts(): Generator<string> {
  const random = createRandom(7)
  const pick = (list: readonly string[]): string => list[random(list.length)] ?? ''
  const words = readTestLines('common-words.txt').flatMap((line) => line.split(/\W+/))
  for (let round = rounds(3_000, 60_000); round > 0; round--) {
    const few = Array.from({ length: 1 + random(4) }, () => pick([...accented, ...signs]))
    const parts = Array.from({ length: 1 + random(6) }, () => {
      const word = random(3) > 0 ? [...pick(words)] : [...few, ...few].slice(random(6))
      for (let count = random(3); count > 0; count--) {
        word.splice(random(word.length + 1), random(2), pick(few))
      }
      const text = word.join('')
      return [text, text.toUpperCase(), text.slice(0, 1).toUpperCase() + text.slice(1)][random(3)]
    })
    yield parts.join([' ', ' ', '  ', '\n', ''][random(5)])
  }
}

describe('an ordinary text', () => {
  test('is most of what people type in the languages of the pages', () => {
    const natural: Readonly<Record<string, readonly string[]>> =
      JSON.parse(readTestData('natural-sentences.json'))
    assert.deepEqual(Object.keys(natural), ['en', 'es', 'fr', 'tr'])
    for (const [language, sentences] of Object.entries(natural)) {
      const letters = languageData[language]?.letters ?? assert.fail(language)
      assert.ok(isOrdinary(`ab${[...letters.replace(/[æÿÆŸÂ]/g, '')].join('b')}`), language)
      const share = sentences.filter(isOrdinary).length / sentences.length
      assert.ok(share > 0.7, `${language}: ${share}`)
    }
  })

  test('has nothing that is styled, or not seen', () => {
    const others = [
      ...['', 'h', 'H e l l o', '𝐇𝐞𝐥𝐥𝐨', 'he\u0336y', 'нεℓℓσ', '★ Hello ★', 'ıııı Hello', '“so”'],
      ...['ab\u00adc', 'hello\u00a0you', 'hello\u200b', 'hello\r\n', 'hello\ud83d'],
    ]
    for (const text of others) assert.ok(!isOrdinary(text), show(text))
  })

  test('is the same without the extras', () => {
    assert.equal(readers.length, 5)
    const using = (parts: Extras) => readers.map(({ slug, data: { operations, layer } }) => {
      const transform = compileTransform(slug, operations, { ...siblings, extras: () => parts })
      return { layer, transform }
    })
    const [few, all] = [using({}), using(extras)]
    let ordinary = 0
    for (const text of makeTexts()) {
      if (!isOrdinary(text)) continue
      ordinary++
      assert.equal(extras.isUnclean(text), false, show(text))
      for (const language of ['en', 'tr']) {
        for (const [index, { slug }] of readers.entries()) {
          const [read, expected] = [few, all].map((list) => {
            const one = list[index] ?? assert.fail()
            return keeps.map((keep) => transformOnce(one, text, keep, language, 'styled' as const, ''))
          })
          assert.deepEqual(read, expected, `${slug}: ${show(text)}`)
        }
      }
    }
    assert.ok(ordinary > rounds(1_000, 20_000), String(ordinary))
  })
})
