import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { clustersOf } from '../../lib/engine/text.ts'
import { isLookedAt, loadShipped } from '../support/shared-catalogue.ts'

const frames = [...loadShipped().catalogue.values()]
  .filter((one) => one.data.layer === 'frame' && isLookedAt(one))

describe('frames', () => {
  test('look the same around Hebrew and around Latin letters', () => {
    const differing = frames
      .filter(({ slug }) => !exceptions.has(slug))
      .map(({ slug, transform }) => ({
        slug, hebrew: transform('שלום', 'en'), latin: transform('abcd', 'en'),
      }))
      .filter(({ hebrew }) => !fromLeft.test(hebrew))
      // A mark of a bracket may be seen on the other one.
      .filter(({ hebrew, latin }) =>
        asShown(hebrew).replace(/\p{M}/gu, '') !== latin.replace(/[a-d]/g, 'x').replace(/\p{M}/gu, ''))
    assert.deepEqual(differing, [])
  })

  test('that are pictures keep their arms and ears, and a tail leads to the animal', () => {
    const shown = new Map(frames.map(({ slug, transform }) => [slug, asShown(transform('שלום', 'en'))]))
    for (const [slug, picture] of pictures) {
      if (isLookedAt({ slug })) assert.ok(shown.get(slug)?.includes(picture), shown.get(slug))
    }
  })

  test('have no mirrored sign without its partner', () => {
    const signs = new Set(frames.flatMap(({ transform }) => [...transform('a', 'en')]))
    const unknown = [...signs].filter((sign) => /\p{Bidi_M}/u.test(sign) && !pairs.includes(sign))
    assert.deepEqual(unknown, [])
  })
})

/** Returns the signs of each line as they are seen, from the left, if a text is in Hebrew. */
function asShown(text: string): string {
  return text
    .split('\n')
    .map((line) => clustersOf(line).toReversed().map(mirror).join(''))
    .join('\n')
    .replace(/\p{sc=Hebr}/gu, 'x')
}

function mirror(cluster: string): string {
  return cluster.replace(/^./su, (sign) => [...pairs][[...pairs].indexOf(sign) ^ 1] ?? sign)
}

/** Each sign next to its mirror image (Unicode, BidiMirroring.txt). */
const pairs = '()[]{}<>«»《》【】「」『』〔〕（）⟦⟧⊰⊱≼≽⫷⫸༺༻'

/** Begins with a letter, or a digit or sign of a script, that is written from left to right. */
const fromLeft = /^\P{sc=Hebr}*?(?![\u02b9-\u02df])(?!\p{sc=Hebr})[\p{L}\u0b68\u0e56\ua9c1]/u

/** Parts of pictures that stand beside or below a text in Hebrew. */
const pictures = [
  ['wrap-shrug', '¯\\_(ツ)_/¯'],
  ['wrap-rabbit-sign', '(\\__/)\n'],
  ['speech-bubble', '\n╱  \n'],
] as const

/** Pictures of several lines, letters after the text, emoji in turn, and two question marks. */
const exceptions: ReadonlySet<string> = new Set([
  'speech-bubble', 'wrap-rabbit-sign', 'nick-smile', 'wrap-shrug', 'emoji-mixer', 'wrap-msn-swirl',
])
