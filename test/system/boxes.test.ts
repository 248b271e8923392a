import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import type { TextGenerator } from '../../lib/catalogue/catalogue.ts'
import { isDrawnApart } from '../../lib/engine/drawn-apart.ts'
import { additionsTo, boxingAdditions } from '../../lib/pages/form.ts'
import { isBoxInChromium } from '../support/boxes.ts'
import { withoutChromium } from '../support/browser-pipe.ts'
import { drawBoxes } from '../support/draw-boxes.ts'
import { catalogue, generators, isSeeded } from '../support/laws.ts'
import { show } from '../support/texts.ts'

const letters = [
  ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ',
  ...'áéíóúüñÁÉÍÓÚÜÑàâçèêëîïôùûÿœæÀÂÇÈÊËÎÏÔÙÛŸŒÆğşöıĞİŞÖ',
]
const isAsked = process.env['BOXES'] !== undefined
const skip = isAsked ? withoutChromium() : 'LEFT OUT: Chromium needs a while (BOXES=1)'

describe('in Chromium with Noto fonts', { skip }, () => {
  test('boxes appear where the fonts lack code points', async (t) => {
    await compare(t, markedClusters())
  })

  test('additions make boxes of styles whose pages say so', async (t) => {
    const chains = chainedClusters()
    const boxes = await compare(t, [...new Set(chains.flatMap(({ clusters }) => clusters))])
    for (const { generator, added, clusters } of chains) {
      const box = clusters.find((cluster) => boxes.has(cluster)) ?? ''
      const isRisky = generator.traits().support.letters === 'risky'
      const isTold = isRisky || boxingAdditions(generator, catalogue).includes(added)
      assert.ok(isTold || box === '', `${generator.slug} and ${added.slug}: ${show(box)}`)
    }
    const count = chains.filter(({ clusters }) => clusters.some((cluster) => boxes.has(cluster)))
    t.diagnostic(`${count.length} of ${chains.length} styles with an addition have boxes`)
  })
})

async function compare(
  t: TestContext,
  clusters: readonly string[],
): Promise<ReadonlySet<string>> {
  const boxes = await drawBoxes(clusters)
  t.diagnostic(`${boxes.size} boxes in ${clusters.length} clusters`)
  const untold = [...boxes].filter((cluster) => !isDrawnApart(cluster))
  assert.deepEqual(untold.map(show), [], 'boxes that isDrawnApart does not expect')
  const unseen = clusters.filter((cluster) => {
    // A wide sign, such as 🅰︎, may hide its box.
    return isBoxInChromium(cluster) && !boxes.has(cluster) && !cluster.includes('\ufe0e')
  })
  assert.deepEqual(unseen.map(show), [], 'boxes that are expected, but not drawn')
  return boxes
}

/** Returns some plain letters in each style of letters with each addition of marks. */
function chainedClusters() {
  return generators.flatMap((generator, index) =>
    additionsTo(generator, catalogue).map((added) => {
      // Over all styles, every letter is drawn.
      const some = [0, 9, 17, 26, 35, 43].map((by) => letters[(index + by) % 52] ?? '')
      return { generator, added, clusters: marked(added.transform(styled(generator, some), 'en')) }
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
