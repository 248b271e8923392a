import { isDrawnApart } from '../../engine/drawn-apart.ts'
import { make } from './page.ts'
import type { Style } from './styles.ts'
import { doInSlices } from './updates.ts'

const [width, height] = [160, 96]

/** More clusters show no more: fonts lack the same marks for many styles. */
const mostClusters = 16

/**
 * Creates a test whether this browser shows a box for the output of some style. It draws accented
 * letters on a canvas, and looks for the box of a code point that no font has. It works in slices,
 * so that no key has to wait for it.
 */
export function createBoxTest(styles: Iterable<Style>): (text: string) => Promise<boolean> {
  const all = [...styles]
  const known = new Map<string, boolean>()
  // The first drawing takes longest, so it is made before the visitor has typed.
  const hasBox = createPen()
  return async (text) => {
    for (const letter of accentedLetters(text)) {
      if (!known.has(letter)) {
        let isBox = false
        const clusters = await clustersOf(letter, all)
        await doInSlices(clusters, (cluster) => (isBox ||= hasBox(cluster)))
        known.set(letter, isBox)
      }
      if (known.get(letter)) return true
    }
    return false
  }
}

function accentedLetters(text: string): string[] {
  return [...new Set(text.normalize('NFC').match(/(?=\P{ASCII})\p{L}\p{M}*/gu))].filter(
    (letter) => /\p{M}/u.test(letter.normalize('NFD')),
  )
}

/** Returns some outputs for a letter, evenly chosen from those with marks that may be boxes. */
async function clustersOf(letter: string, styles: readonly Style[]): Promise<string[]> {
  const found = new Set<string>()
  await doInSlices(styles, (style) => {
    const styled = style.transform(letter, 'styled')
    if (styled !== style.transform(letter, 'plain') && isDrawnApart(styled)) found.add(styled)
  })
  const step = Math.ceil(found.size / mostClusters)
  return [...found].filter((_cluster, index) => index % step === 0)
}

/** Creates a function that draws a text and returns whether it has the box. */
function createPen(): (text: string) => boolean {
  const canvas = make('canvas', { width, height })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) return () => false
  context.font = `32px ${getComputedStyle(document.body).fontFamily}`
  const draw = (text: string): readonly boolean[] => {
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
    context.fillStyle = '#000'
    context.fillText(text, 40, 60)
    const { data } = context.getImageData(0, 0, width, height)
    return Array.from({ length: width * height }, (_, at) => (data[4 * at] ?? 255) < 128)
  }
  // A code point for private use, which no font has.
  const box = [...draw('\u{10fffd}').entries()].filter(([, isInk]) => isInk).map(([at]) => at)
  const columns = box.map((at) => at % width)
  const [left, right] = [Math.min(...columns), Math.max(...columns)]
  const mostMissing = 0.03 * box.length
  return (text) => {
    if (box.length === 0) return false
    const ink = draw(text)
    for (let by = -left; by < width - right; by++) {
      let missing = 0
      for (const at of box) if (ink[at + by] !== true && ++missing > mostMissing) break
      if (missing <= mostMissing) return true
    }
    return false
  }
}
