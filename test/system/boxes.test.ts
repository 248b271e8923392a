import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isDrawnApart } from '../../lib/engine/drawn-apart.ts'
import { isBoxInChromium } from '../support/boxes.ts'
import { withoutChromium } from '../support/browser-pipe.ts'
import { drawBoxes } from '../support/draw-boxes.ts'
import { generators, isSeeded } from '../support/laws.ts'
import { show } from '../support/texts.ts'

const letters = [
  ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ',
  ...'áéíóúüñÁÉÍÓÚÜÑàâçèêëîïôùûÿœæÀÂÇÈÊËÎÏÔÙÛŸŒÆğşöıĞİŞÖ',
]
const isAsked = process.env['BOXES'] !== undefined
const skip = isAsked ? withoutChromium() : 'LEFT OUT: Chromium needs a while (BOXES=1)'

describe('in Chromium with Noto fonts', { skip }, () => {
  test('boxes are where the fonts lack code points', async (t) => {
    const clusters = markedClusters()
    const boxes = await drawBoxes(clusters)
    t.diagnostic(`${boxes.size} boxes in ${clusters.length} clusters`)
    const untold = [...boxes].filter((cluster) => !isDrawnApart(cluster))
    assert.deepEqual(untold.map(show), [], 'boxes that isDrawnApart does not expect')
    const unseen = clusters.filter((cluster) => {
      // A wide sign, such as 🅰︎, may hide its box.
      return isBoxInChromium(cluster) && !boxes.has(cluster) && !cluster.includes('\ufe0e')
    })
    assert.deepEqual(unseen.map(show), [], 'boxes that are expected, but not drawn')
  })
})

/** Returns the clusters with marks that all styles make of the letters of the four languages. */
function markedClusters(): string[] {
  const clusters = new Set<string>()
  for (const generator of generators) {
    const times = isSeeded(generator) ? 15 : 4
    for (const letter of letters) {
      const output = generator.transform(letter.repeat(times), 'en')
      for (const [cluster] of output.matchAll(/[^\p{M}\s][\p{M}\u200c]+/gu)) {
        if (/[^\ufe0e\ufe0f\u200c]{2}/u.test(cluster)) clusters.add(cluster)
      }
    }
  }
  return [...clusters]
}
