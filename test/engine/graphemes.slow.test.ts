import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { graphemeClusters } from '../../lib/engine/graphemes.ts'
import { assertLinear, cpuMs, linearTimes } from '../support/cost.ts'
import { rounds } from '../support/rounds.ts'
import { createRandom, fragments, randomText, readTestLines, show } from '../support/texts.ts'

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Returns how graphemeClusters differs from Intl.Segmenter; `undefined` if it does not. */
function difference(text: string): string | undefined {
  const expected = Array.from(segmenter.segment(text), ({ segment }) => segment)
  const actual = graphemeClusters(text)
  const index = expected.findIndex((cluster, place) => cluster !== actual[place])
  if (index < 0 && actual.length === expected.length) return undefined
  const at = index < 0 ? expected.length : index
  const [is, should] = [show(actual[at] ?? ''), show(expected[at] ?? '')]
  return `${show(text)}: cluster ${at} is ${is}, not ${should}`
}

function assertSameClusters(texts: Iterable<string>): void {
  for (const text of texts) {
    const found = difference(text)
    assert.ok(found === undefined, found)
  }
}

describe('graphemeClusters', () => {
  test('agrees with every row of GraphemeBreakTest', () => {
    const rows = readTestLines('grapheme-break-test.txt')
    assert.equal(rows.length, 601)
    for (const row of rows) {
      const clusters = row
        .split(' ÷ ')
        .map((cluster) =>
          String.fromCodePoint(...cluster.split(' ').map((point) => Number.parseInt(point, 16))),
        )
      assert.deepEqual(graphemeClusters(clusters.join('')), clusters, row)
    }
  })

  for (const [kind, items] of Object.entries(fragments)) {
    test(`agrees with Intl.Segmenter on random texts of ${kind}`, () => {
      const random = createRandom(0x5e9 + kind.length)
      const mixed = [...items, ...items, 'a', ' ', '\r\n', '\u0301', '👩']
      assertSameClusters(
        Array.from({ length: rounds(500) }, (_, round) =>
          randomText(random, 1 + random(24), round % 2 === 0 ? items : mixed),
        ),
      )
    })
  }

  test('agrees with Intl.Segmenter wherever a cluster straddles a window of 512 units', () => {
    const clusters = [
      '👨‍👩‍👧‍👦',
      '🇹🇷🇪🇸🇫🇷',
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
      'क्ष्र',
      'ᄀ각ᆨ',
      'e\u0301\u0327\u0336',
      '\u0600١٢',
      '\r\n',
      '\ud83d',
    ]
    for (const cluster of clusters) {
      const texts = []
      // Separators are left to Intl, so that all of the text goes through the windows.
      for (let shift = 0; shift <= cluster.length + 2; shift++) {
        const filler = '\u2028'.repeat(512 - shift)
        texts.push(`${filler}${cluster}${cluster}\u2028`, `${filler}${cluster.repeat(100)}a`)
      }
      assertSameClusters(texts)
    }
  })

  test('agrees with Intl.Segmenter on a cluster of 3,000 marks', () => {
    const marks = '\u0301\u0336\u0489'.repeat(1_000)
    const texts = [`a${marks}`, marks, `${marks}b`, `ab${marks}c${marks}`, `👩${marks}\u200d👧`]
    for (const text of texts) {
      assertSameClusters([text, `${'я'.repeat(300)}${text}${'я'.repeat(300)}`])
    }
    assert.equal(graphemeClusters(`a${marks}`).length, 1)
  })

  test('agrees with Intl.Segmenter where letters are between what is left to it', () => {
    const random = createRandom(0x6a7)
    const left = ['\r', '\r\n', '\u2028', '\u093f', '\u0e33', '🇹', '\u200d', '\u0600', 'ᆨ', '🏽']
    const pieces = [...left, 'a', '👩', '한', 'é', '\u0301', '\n', '\0', '\u00ad', 'क', 'b c']
    assertSameClusters(
      Array.from({ length: rounds(2_000) }, () => randomText(random, 1 + random(40), pieces)),
    )
  })

  test('takes linear time for any two characters, in a run and in turn', () => {
    const all = ['a', 'é', '\u0301', '\u0323', '\u200d', '👩', '🏽', '🇹', 'क', '\u094d', '한', '\r\n', '\u0600', '\ud83d']
    for (const one of all) {
      for (const other of all) {
        const shapes: ReadonlyArray<(count: number) => string> = [
          (count) => one + other.repeat(count),
          (count) => (one + other).repeat(count / 2),
        ]
        for (const repeat of shapes) {
          const [part, whole] = [600, 600 * linearTimes].map((count) => {
            const text = repeat(count)
            return () => graphemeClusters(text)
          })
          if (part === undefined || whole === undefined) continue
          // Only what looks suspicious is measured properly.
          const [partMs, wholeMs] = [cpuMs(part), cpuMs(whole)]
          if (wholeMs < 3 || wholeMs < 2 * linearTimes * partMs) continue
          assertLinear(JSON.stringify([one, other]), part, whole)
        }
      }
    }
  })

  test('has no cluster for an empty text', () => assert.deepEqual(graphemeClusters(''), []))
})
