import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listedOf } from '../../lib/catalogue/catalogue.ts'
import { withoutChromium } from '../support/browser-pipe.ts'
import { findLookAlikes } from '../support/draw-looks.ts'
import { catalogue } from '../support/laws.ts'

const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Two styles look the same if they differ in at most such a share of their ink. */
const mostOfSame = 0.02

/** Pairs that look the same at 32 pixels, and why both are listed. */
const known: Readonly<Record<string, string>> = {
  'bold-script alternating-script': 'bold and light letters in turn, which larger sizes show',
  'strikethrough strikethrough-double': 'other fonts draw two lines',
  'fullwidth vaporwave-katakana': 'katakana follow whole words',
  'invisible blank-name': 'nothing of them is seen',
  'dot-above lightning-above': 'a zigzag in larger sizes, and searched by its name',
  'dot-above grave-all': 'an accent that people know by its name',
  'grave-all lightning-above': 'a zigzag in larger sizes, and searched by its name',
  'dot-below asterisk-below': 'a star in larger sizes',
}

const skip = withoutChromium()

test('no two listed styles of letters and marks look the same', { skip }, async (t) => {
  const looks = listedOf(catalogue).flatMap(({ slug, data, traits, transform }) => {
    const isDrawn = data.layer === 'letters' || data.layer === 'marks'
    // Where the fonts lack letters, all pictures are boxes.
    if (!isDrawn || traits().support.letters === 'risky') return []
    const texts = letters.map((letter) => `${letter}n ${letter}`)
    const styled = texts.map((text) => transform(text, 'en'))
    return styled.every((text, at) => text !== texts[at]) ? [[slug, styled] as const] : []
  })
  assert.ok(looks.length > 200, String(looks.length))
  const found = await findLookAlikes(looks, mostOfSame)
  const pairs = found.map(([one, other]) => `${one} ${other}`)
  t.diagnostic(`${looks.length} styles, ${pairs.length} pairs: ${pairs.join(', ')}`)
  assert.deepEqual(pairs.filter((pair) => known[pair] === undefined), [])
  assert.deepEqual(Object.keys(known).filter((pair) => !pairs.includes(pair)), [])
})
