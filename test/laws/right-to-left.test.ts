import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TextGenerator } from '../../lib/catalogue/catalogue.ts'
import { isRightToLeft } from '../../lib/engine/right-to-left.ts'
import { clustersOf } from '../../lib/engine/text.ts'
import { isLookedAt, loadShipped } from '../support/shared-catalogue.ts'
import { assignedCharacters, show } from '../support/texts.ts'

/** The scripts that are written from right to left. https://www.unicode.org/standard/supported.html */
const scripts =
  'Adlm Arab Armi Avst Chrs Cprt Elym Hatr Hebr Hung Khar Lydi Mand Mani Mend Merc Mero Narb Nbat Nkoo ' +
  'Orkh Ougr Palm Phli Phlp Phnx Prti Rohg Samr Sarb Sogd Sogo Syrc Thaa Yezi'
// Sidetic and Garay are unknown to the Unicode of an older Node.
const isOfThese = new RegExp(
  `^[\\u{10940}-\\u{1095f}\\u{10d40}-\\u{10d8f}${scripts.split(' ').map((tag) => `\\p{sc=${tag}}`).join('')}]`,
  'u',
)

const frames = [...loadShipped().catalogue.values()]
  .filter((one) => one.data.layer === 'frame' && isLookedAt(one))

describe('the direction of a text', () => {
  test('is that of its first letter, by the script of each', () => {
    const wrong = assignedCharacters()
      // The letters of no script have the direction of what is around them.
      .filter((point) => /^(?!\p{sc=Zyyy})\p{L}/u.test(point))
      .filter((point) => isRightToLeft(`12 (${point}`) !== isOfThese.test(point))
    assert.deepEqual(wrong.map(show).slice(0, 20), [])
  })

  test('is not that of numbers, spaces and signs before it', () => {
    for (const before of ['', ' ', '1 ', '¡', '٣ ', '«', '🙂 ', '— ', '\u0301', 'ˊˎ']) {
      assert.deepEqual([isRightToLeft(`${before}אb`), isRightToLeft(`${before}bא`)], [true, false], before)
    }
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

/** Returns whether a text begins with a letter, number or sign of a script that is written from left to right. */
function isFromLeft(text: string): boolean {
  const [first = ''] = /(?![\u02c6-\u02cf])\p{L}|(?!\p{sc=Zyyy}|\p{sc=Zinh})[\p{N}\p{P}]/u.exec(text) ?? []
  return !isOfThese.test(first)
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
