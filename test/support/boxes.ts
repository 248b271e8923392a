import { readTestLines } from './texts.ts'

/** All Noto families of Debian, each with its ranges as `test/data/noto-fonts.txt` has them. */
export const families: ReadonlyMap<string, string> = new Map(
  readTestLines('noto-fonts.txt').map((line) => {
    const [name = '', ranges = ''] = line.split(': ')
    return [name, ranges] as const
  }),
)

/** Whether a font has a glyph for a code point. */
type Font = (point: number) => boolean

const fonts = new Map([...families].map(([name, ranges]) => [name, fontOf(name, ranges)]))
const isInTextFont = fonts.get('Noto Sans') ?? (() => false)

/** The symbol font of Android: a part of Noto Sans Symbols, without accents. */
const isInAndroidSymbols = fontOf('Android', '2460-24ff 20d0-20ff 1d400-1d7ff')

/**
 * Returns the first cluster of a text that has a box in Chromium with Noto fonts, on a page in Noto
 * Sans, or in Chrome on Android.
 */
export function findBox(text: string): string | undefined {
  for (const [cluster] of text.replace(/\n/g, '').matchAll(/\P{M}\p{M}*/gu)) {
    const known = boxes.get(cluster) ?? (isBoxInChromium(cluster) || isBoxOnAndroid(cluster))
    boxes.set(cluster, known)
    if (known) return cluster
  }
  return undefined
}

const boxes = new Map<string, boolean>()

/** Whether Chromium has no font for a cluster: it tries that of the page if this has the base. */
export function isBoxInChromium(cluster: string): boolean {
  const points = pointsIn(cluster)
  const [base = 0, ...marks] = points
  if (isInTextFont(base)) return !marks.every(isInTextFont)
  return ![...fonts.values()].some((isIn) => points.every(isIn))
}

function isBoxOnAndroid(cluster: string): boolean {
  const [base = 0, ...marks] = pointsIn(cluster)
  return isInAndroidSymbols(base) && !marks.every(isInAndroidSymbols)
}

/** Returns the code points without joiners and variation selectors, which are not drawn. */
function pointsIn(cluster: string): number[] {
  const seen = cluster.replace(/[\u200c\u200d\ufe0e\ufe0f]/g, '')
  return Array.from(seen, (point) => point.codePointAt(0) ?? 0)
}

function fontOf(name: string, ranges: string): Font {
  const pairs = ranges.split(' ').map((range) => {
    const [first = '', last = first] = range.split('-')
    return [parseInt(first, 16), parseInt(last, 16)] as const
  })
  const has: Font = (point) => pairs.some(([first, last]) => first <= point && point <= last)
  // The file leaves out ideographs and Hangul, which these fonts contain.
  if (!name.includes('CJK')) return has
  const ideograph = /[\p{Unified_Ideograph}\p{Script=Hangul}]/u
  return (point) => has(point) || ideograph.test(String.fromCodePoint(point))
}
