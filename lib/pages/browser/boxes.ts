import { memoize } from '../../engine/memo.ts'
import { make } from './page.ts'
import { mayHaveBoxes } from './styled-text.ts'

const [width, height] = [160, 96]

/** The most letters with marks of a text that are looked at: more are hardly different ones. */
const mostClusters = 60

/** Finds out whether this browser shows boxes for letters of a text with marks. */
export interface BoxTest {
  /** Returns whether it does, as far as that is known; with `draws`, what is not known is drawn. */
  hasBox(styled: string, draws: boolean): boolean
}

/**
 * Creates a test that draws letters with marks on a canvas, and looks for the box of a code point
 * that no font has.
 */
export function createBoxTest(): BoxTest {
  const known = new Map<string, boolean>()
  // The first drawing takes longest.
  const isBox = createPen()
  return {
    hasBox(styled, draws) {
      return clustersIn(styled).some((cluster) => {
        if (draws && !known.has(cluster)) known.set(cluster, isBox(cluster))
        return known.get(cluster) === true
      })
    },
  }
}

/** Returns the letters with marks of a text that may be boxes. */
function clustersIn(styled: string): readonly string[] {
  // A font that has one letter of ASCII has all of them.
  const all = new Set(styled.match(/\P{M}\p{M}+/gu)?.map((one) => one.replace(/^[a-z]/i, 'a')))
  return [...all].filter(mayBeBox).slice(0, mostClusters)
}

const mayBeBox = memoize(mayHaveBoxes, 1_000)

/** Creates a function that draws a text and returns whether it has the box. */
function createPen(): (text: string) => boolean {
  const canvas = make('canvas', { width, height })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) return () => false
  context.font = `32px ${getComputedStyle(document.body).fontFamily}`
  /** Draws a text, and returns whether there is ink at a place. */
  const draw = (text: string): ((at: number) => boolean) => {
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
    context.fillStyle = '#000'
    context.fillText(text, 40, 60)
    const { data } = context.getImageData(0, 0, width, height)
    return (at) => (data[4 * at] ?? 255) < 128
  }
  // A code point for private use, which no font has.
  const box = [...Array(width * height).keys()].filter(draw('\u{10fffd}'))
  const columns = box.map((at) => at % width)
  const [left, right] = [Math.min(...columns), Math.max(...columns)]
  const mostMissing = 0.03 * box.length
  return (text) => {
    if (box.length === 0) return false
    const isInk = draw(text)
    for (let by = -left; by < width - right; by++) {
      let missing = 0
      for (const at of box) if (!isInk(at + by) && ++missing > mostMissing) break
      if (missing <= mostMissing) return true
    }
    return false
  }
}
