import { describe } from 'node:test'
import type { TextGenerator } from '../../lib/catalogue/catalogue.ts'
import { clustersOf } from '../../lib/engine/text.ts'
import {
  assertSame,
  claim,
  emojiTexts,
  forEachOutput,
  has,
  hasOnly,
  hasOnlyEffect,
  isMapOnly,
  law,
  randomTexts,
  siblings,
} from '../support/laws.ts'
import { emoji, pangrams, sentences, show } from '../support/texts.ts'

const decomposedText = Object.values(sentences).join('\n').normalize('NFD')

describe('grapheme clusters', () => {
  const keycaps = [...'0123456789#*'].flatMap((key) => [`${key}\ufe0f\u20e3`, `${key}\u20e3`])
  const inPlace = ['map', 'map-like', 'marks', 'around', 'fill']

  // A joiner that does not follow an emoji may join letters that a map inserts.
  const clusterTexts = [emojiTexts.join(' '), randomTexts[0] ?? '', decomposedText]
    .map((text) => text.replace(/(?<![\p{Emoji}\p{M}\ufe0f])\u200d/gu, ''))
    .map(clustersOf)

  law(
    'each become a piece of the output that begins and ends at a cluster boundary',
    (generator) => {
      const known = new Map<string, string>()
      const transform = (cluster: string): string => {
        const piece = known.get(cluster) ?? generator.transform(cluster, 'en')
        known.set(cluster, piece)
        return piece
      }
      for (const clusters of clusterTexts) {
        const text = clusters.join('')
        const pieces = clusters.map(transform)
        const output = generator.transform(text, 'en')
        assertSame(output, pieces.join(''), 'en', text)
        const ends = new Set([0])
        let end = 0
        for (const cluster of clustersOf(output)) ends.add((end += cluster.length))
        end = 0
        for (const piece of pieces) {
          end += piece.length
          claim(ends.has(end), () => `${show(text)} is torn or fused: ${show(output)}, at ${end}`)
        }
      }
    },
    (generator) => hasOnly(generator, ...inPlace) && isPieceByPiece(generator),
  )

  law(
    'keep their number if characters are replaced or marks are added',
    (generator) => {
      const several = new Set<string>()
      for (const mapping of generator.data.operations.flatMap((operation) => operation.mappings(siblings))) {
        for (const [key, text] of mapping) if (clustersOf(text).length !== 1) several.add(key)
      }
      for (const clusters of clusterTexts) {
        const points = clusters.flatMap((cluster) => [...cluster])
        const known = points.filter((point) => !several.has(point)).join('')
        const output = generator.transform(known, 'en')
        const [from, to] = [clustersOf(known).length, clustersOf(output).length]
        claim(to === from, () => `${show(known)} became ${show(output)}`)
      }
    },
    (generator) =>
      hasOnlyEffect(generator, 'replaces', 'marks') &&
      !isMapOnly(generator),
  )

  law(
    'lose nothing when marks are added to them',
    (generator) => {
      const added = new Set(
        generator.data.operations.flatMap((operation) =>
          Array.from(operation.restoreEntries(), ([mark]) => mark),
        ),
      )
      const strip = (text: string): string =>
        [...text.normalize('NFD')]
          .filter((point) => !added.has(point))
          .join('')
          // A Turkish i keeps its dot under a mark.
          .replace(/(?<=\p{Soft_Dotted}\p{M}*)\u0307/gu, '')
      forEachOutput(generator, (output, text, language) => {
        assertSame(strip(output), strip(text), language, text)
      })
    },
    (generator) => hasOnlyEffect(generator, 'marks'),
  )

  law(
    'stay whole when their order changes',
    (generator) => {
      const isWhole = isOfClusters(generator)
      const lines = [...Object.values(pangrams), ...decomposedText.split('\n'), ...emojiTexts]
      for (const text of lines) {
        const output = generator.transform(text, 'en')
        const pieces = clustersOf(text).map((cluster) => generator.transform(cluster, 'en'))
        const expected = sortedClusters(pieces.join(''))
        assertSame(sortedClusters(output).join(' '), expected.join(' '), 'en', text)
        if (!isWhole) continue
        const reversed = pieces.toReversed().join('').normalize('NFC')
        assertSame(output.normalize('NFC'), reversed, 'en', text)
      }
    },
    (generator) =>
      hasOnly(generator, 'map', 'map-like', 'reverse') && has(generator, 'reverse'),
  )

  law(
    'that are emoji stay whole',
    (generator) => {
      const keys = isMapOnly(generator) ? generator.characters('en') : undefined
      for (const cluster of [...emoji, ...keycaps]) {
        // A table may contain a sign that is an emoji before U+FE0F.
        const isKeycap = cluster.includes('\u20e3')
        if (!isKeycap && [...cluster].some((point) => keys?.has(point))) continue
        const output = generator.transform(`a${cluster}b`, 'en')
        const clusters = clustersOf(output)
        const isThere = clusters.includes(cluster) || clusters.includes(`${cluster}\u200c`)
        claim(isThere, () => `${show(cluster)} became ${show(output)}`)
      }
    },
    // One style is there to remove them.
    (generator) => !has(generator, 'encode', 'fill', 'restore', 'drop-emoji'),
  )
})

function sortedClusters(text: string): string[] {
  return clustersOf(text.normalize('NFC')).toSorted()
}

/** Returns whether a letter becomes the same in a word and alone. */
function isPieceByPiece({ transform }: TextGenerator): boolean {
  return transform('aa', 'en') === transform('a', 'en').repeat(2)
}

/** Returns whether the last step reverses whole lines, cluster by cluster. */
function isOfClusters({ transform }: TextGenerator): boolean {
  return transform('- +', 'en') === '+ -' && transform('+-', 'en') === '-+'
}
