import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TextGenerator } from '../../lib/catalogue/catalogue.ts'
import { isRightToLeft } from '../../lib/engine/right-to-left.ts'
import { clustersOf } from '../../lib/engine/text.ts'
import { isLookedAt, loadShipped } from '../support/shared-catalogue.ts'
import { readRanges, show } from '../support/texts.ts'

/** The direction of each character. */
const directions = readRanges('bidi-classes.txt')

const frames = [...loadShipped().catalogue.values()]
  .filter((one) => one.data.layer === 'frame' && isLookedAt(one))

describe('the direction of a text', () => {
  test('is that of the first character with a direction, by the classes of Unicode', () => {
    const wrong = [...directions]
      // An older Unicode does not know all of them, and surrogates have no class.
      .filter(([point]) => /[^\p{Cn}\p{Cs}\p{Co}]/u.test(point))
      .map(([point, expected]) => {
        const found = isRightToLeft(point) ? 'R' : isRightToLeft(`${point}א`) ? 'N' : 'L'
        return { point: show(point), found, expected }
      })
      .filter(({ found, expected }) => found !== expected)
    assert.deepEqual(wrong.slice(0, 20), [])
  })
})

describe('frames', () => {
  for (const word of ['שלום', 'سلام', '𐱅𐰇𐰼𐰚', 'ߒߞߏߐ', '𞤀𞤁𞤂𞤃', 'ࠀࠁࠂࠃ', 'ܫܠܡܐ', '𐤔𐤋𐤌𐤅']) {
    test(`look the same around ${word} and around Latin letters`, () => {
      const differing = frames
        .filter((one) => !exceptions.has(one.slug) && !hasItems(one))
        .map(({ slug, transform }) => ({
          slug, written: transform(word, 'en'), latin: transform('abcd', 'en'),
        }))
        .filter(({ written }) => !isFromLeft(written))
        // A mark of a bracket may be seen on the other one.
        .filter(({ written, latin }) =>
          asShown(written, word).replace(/\p{M}/gu, '') !== latin.replace(/[a-d]/g, 'x').replace(/\p{M}/gu, ''))
      assert.deepEqual(differing, [])
    })
  }

  test('that are pictures keep their arms and ears, and a tail leads to the animal', () => {
    const shown = new Map(frames.map(({ slug, transform }) => [slug, asShown(transform('שלום', 'en'), 'שלום')]))
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

/** Returns the signs of each line as they are seen, from the left, with an x for each of the letters. */
function asShown(text: string, letters: string): string {
  return text
    .split('\n')
    .map((line) => clustersOf(line).toReversed().map(mirror).join(''))
    .join('\n')
    .replace(new RegExp(`[${letters}]`, 'gu'), 'x')
}

function mirror(cluster: string): string {
  return cluster.replace(/^./su, (sign) => [...pairs][[...pairs].indexOf(sign) ^ 1] ?? sign)
}

/** Each sign next to its mirror image (Unicode, BidiMirroring.txt). */
const pairs = '()[]{}<>«»《》【】「」『』〔〕（）⟦⟧⊰⊱≼≽⫷⫸༺༻'

/** Returns whether a text begins with a letter or sign that is written from left to right. */
function isFromLeft(text: string): boolean {
  const classes = Array.from(text, (point) => directions.get(point))
  return classes.find((one) => one === 'L' || one === 'R') === 'L'
}

/** Returns whether a style begins lines with bullets, which come first in every script. */
function hasItems({ data }: TextGenerator): boolean {
  return data.operations.some((operation) => {
    const fields: { readonly each?: unknown } = operation.published('en', 'styled')
    return fields.each === 'item'
  })
}

/** Parts of pictures that stand beside or below a text in Hebrew. */
const pictures = [
  ['wrap-shrug', '¯\\_(ツ)_/¯'],
  ['wrap-rabbit-sign', '(\\__/)\n'],
  ['speech-bubble', '\n╱  \n'],
] as const

/** Faces after the text, pictures of several lines, letters after the text, emoji in turn, and two question marks. */
const exceptions: ReadonlySet<string> = new Set([
  'wrap-kiss', 'wrap-heart-eyes', 'wrap-crying', 'wrap-sunglasses', 'wrap-disapproval', 'wrap-smirk',
  'speech-bubble', 'cow-says', 'cat-says', 'wrap-rabbit-sign', 'nick-smile', 'wrap-shrug', 'emoji-mixer', 'wrap-msn-swirl',
])
