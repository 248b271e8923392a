import { readTestLines } from './texts.ts'

/** The Noto families of Debian, each with its ranges as `test/data/noto-fonts.txt` has them. */
export const families: ReadonlyMap<string, string> = new Map(
  readTestLines('noto-fonts.txt').map((line) => {
    const [name = '', ranges = ''] = line.split(': ')
    return [name, ranges] as const
  }),
)

const codePoints = new Map([...families].map(([name, ranges]) => [name, pointsOf(ranges)]))
const textFont = codePoints.get('Noto Sans') ?? new Set()

/** The symbol font of Android: what nototools takes of Noto Sans Symbols, without any accent. */
const androidSymbols = pointsOf('2460-24ff 20d0-20ff 1d400-1d7ff')

/**
 * The first cluster of the text that would be a box, or have one: in Chromium on a page in Noto
 * Sans, where all fonts are those of Noto, or in Chrome on Android.
 */
export function findBox(text: string): string | undefined {
  for (const [cluster] of text.replace(unseen, '').matchAll(/\P{M}\p{M}*/gu)) {
    const points = Array.from(cluster, (point) => point.codePointAt(0) ?? 0)
    const known = boxes.get(cluster) ?? isBox(points)
    boxes.set(cluster, known)
    if (known) return cluster
  }
  return undefined
}

const boxes = new Map<string, boolean>()

/** Line feeds, and what keeps a letter a letter or an emoji one. */
const unseen = /[\n\u200c\u200d\ufe0e\ufe0f]/g

// Chromium takes one font for a cluster: that of the page if it has the base, else any.
function isBox(points: readonly number[]): boolean {
  const [base = 0, ...marks] = points
  if (points.some((point) => !isInAnyFont(point))) return true
  if (marks.length === 0) return false
  if (textFont.has(base)) return !marks.every((mark) => textFont.has(mark))
  const isWhole = [...codePoints.values()].some((font) => points.every((point) => font.has(point)))
  return !isWhole || (androidSymbols.has(base) && !marks.every((mark) => androidSymbols.has(mark)))
}

function isInAnyFont(point: number): boolean {
  if (/[\p{Unified_Ideograph}\p{Script=Hangul}]/u.test(String.fromCodePoint(point))) return true
  return [...codePoints.values()].some((font) => font.has(point))
}

function pointsOf(ranges: string): ReadonlySet<number> {
  const points = new Set<number>()
  for (const range of ranges.split(' ')) {
    const [first = '', last = first] = range.split('-')
    for (let point = parseInt(first, 16); point <= parseInt(last, 16); point++) points.add(point)
  }
  return points
}
