import { mayShowBoxes } from '../../engine/drawn-apart.ts'
import { memoize } from '../../engine/memo.ts'
import { make } from './page.ts'
import type { Style } from './styles.ts'

const [width, height] = [160, 96]

/** Whether this browser shows boxes for accented letters of a text in a style. */
export interface BoxTest {
  /** Returns whether it shows boxes for plain letters. */
  hasBoxes(style: Style): boolean
  /** Returns it as far as it is known. */
  isKnown(style: Style, text: string): boolean
  /** Finds it out, by drawing what is not known. */
  examine(style: Style, text: string): void
}

/**
 * Creates a test that draws accented letters on a canvas, and looks for the box of a code point
 * that no font has.
 */
export function createBoxTest(): BoxTest {
  const known = new Map<string, boolean>()
  // The first drawing takes longest.
  const hasBox = createPen()
  const lettersIn = memoize((text: string) => {
    const letters = new Set(text.normalize('NFC').match(/(?=\P{ASCII})\p{L}\p{M}*/gu))
    // Some styles take several alphabets in turn, or at random.
    return [...letters].map((letter) => letter.repeat(6)).join(' ')
  }, 20, Infinity)
  const latest = new Map<Style, readonly [cause: string, clusters: readonly string[]]>()
  const drawnApart = (style: Style, text: string): readonly string[] => {
    const letters = lettersIn(text)
    // One letter shows what the visitor adds to the style.
    const cause = letters + style.transform('a', 'styled')
    const [lastCause, clusters = []] = latest.get(style) ?? []
    if (lastCause === cause) return clusters
    const found = findDrawnApart(style, letters)
    latest.set(style, [cause, found])
    return found
  }
  const isBox = (cluster: string): boolean => {
    const isKnownBox = known.get(cluster) ?? hasBox(cluster)
    known.set(cluster, isKnownBox)
    return isKnownBox
  }
  return {
    hasBoxes: (style) => clustersIn(style.transform('Aa', 'styled')).some(isBox),
    isKnown: (style, text) => drawnApart(style, text).some((one) => known.get(one) === true),
    examine: (style, text) => drawnApart(style, text).forEach(isBox),
  }
}

/** Returns what styled letters with accents have that may be boxes, and plain ones do not. */
function findDrawnApart(style: Style, letters: string): readonly string[] {
  const plain = style.transform(letters, 'plain')
  const styled = style.transform(letters, 'styled')
  return styled === plain ? [] : clustersIn(styled).filter((one) => !plain.includes(one))
}

/** Returns the letters with marks of a text that may be boxes. */
function clustersIn(styled: string): readonly string[] {
  if (!mayShowBoxes(styled)) return []
  return [...new Set(styled.match(/\P{M}\p{M}+/gu))].filter(mayShowBoxes)
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
