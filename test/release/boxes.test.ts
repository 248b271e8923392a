import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TextGenerator } from '../../lib/catalogue/catalogue.ts'
import { mayShowBoxes } from '../../lib/engine/drawn-apart.ts'
import { additionsTo } from '../../lib/pages/text-form.ts'
import { isBoxInChromium } from '../support/boxes.ts'
import { withoutChromium } from '../support/browser-pipe.ts'
import { drawBoxes } from '../support/draw-boxes.ts'
import { catalogue, generators, isSeeded } from '../support/laws.ts'
import { show } from '../support/texts.ts'

const letters = [
  ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ',
  ...'áéíóúüñÁÉÍÓÚÜÑàâçèêëîïôùûÿœæÀÂÇÈÊËÎÏÔÙÛŸŒÆğşöıĞİŞÖ',
]
const skip = withoutChromium()

test('boxes appear in Chromium where the fonts of Noto lack code points', { skip }, async (t) => {
  const clusters = [...new Set([...markedClusters(), ...chainedClusters()])]
  const boxes = await drawBoxes(clusters)
  t.diagnostic(`${boxes.size} boxes in ${clusters.length} clusters`)
  const untold = [...boxes].filter((cluster) => !mayShowBoxes(cluster))
  assert.deepEqual(untold.map(show), [], 'boxes that mayShowBoxes does not expect')
  const unseen = clusters.filter((cluster) => {
    // A wide sign, such as 🅰︎, may hide its box. Marks of another script have a font of their own.
    const isKnown = cluster.includes('\ufe0e') || /(?!^)\p{Script=Arabic}/u.test(cluster)
    return isBoxInChromium(cluster) && !boxes.has(cluster) && !isKnown
  })
  assert.deepEqual(unseen.map(show), [], 'boxes that are expected, but not drawn')
})

/** Returns some plain letters in each style of letters with each addition of marks. */
function chainedClusters(): string[] {
  return generators.flatMap((generator, index) =>
    additionsTo(generator, catalogue).flatMap((added) => {
      // Over all styles, every letter is drawn.
      const some = [0, 9, 17, 26, 35, 43].map((by) => letters[(index + by) % 52] ?? '')
      return marked(added.transform(styled(generator, some), 'en'))
    }),
  )
}

function styled({ transform }: TextGenerator, some: readonly string[]): string {
  return transform(some.map((letter) => letter.repeat(2)).join('\n'), 'en')
}

/** Returns the clusters with marks in all outputs for the letters of the four languages. */
function markedClusters(): string[] {
  const clusters = new Set<string>()
  for (const generator of generators) {
    const times = isSeeded(generator) ? 15 : 4
    for (const letter of letters) {
      const output = generator.transform(letter.repeat(times), 'en')
      for (const cluster of marked(output)) clusters.add(cluster)
    }
  }
  return [...clusters]
}

function marked(output: string): string[] {
  const clusters = output.match(/[^\p{M}\s][\p{M}\u200c]+/gu) ?? []
  return clusters.filter((cluster) => /[^\ufe0e\ufe0f\u200c]{2}/u.test(cluster))
}
