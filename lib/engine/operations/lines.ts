import { onText } from '../draft.ts'
import type { Draft } from '../draft.ts'
import { integer, optional, text, textLike } from '../fields.ts'
import { memoize } from '../memo.ts'
import { defineOperation } from '../operation.ts'
import { isRightToLeft, turnSigns } from '../right-to-left.ts'
import { clustersOf, isEmoji, isInvisible, isLineBreak, isSpace, rangesOf } from '../text.ts'

/** `break`: breaks longer lines, between words if possible. */
export const breakLines = defineOperation(
  { layer: 'text', kind: 'stacked' },
  { columns: integer(2, 200) },
  ({ columns }) => ({
    compile: () =>
      onText((whole) => {
        const lines = splitLines(whole).map((line) => {
          const parts = breakLine(line, columns).map((part) => part.join(''))
          // Blanks at a new line break are dropped; those at the end of the line stay.
          return parts.map((part, at) => (at < parts.length - 1 ? part.trimEnd() : part)).join('\n')
        })
        return lines.join('\n')
      }),
  }),
)

/** `box`: draws a box for a font of fixed width. */
export const box = defineOperation(
  { layer: 'frame', kind: 'boxed' },
  {
    /** Top left, top right, bottom left, bottom right. */
    corners: textLike(/^.{4}$/su, 'four code points'),
    horizontal: text,
    vertical: text,
    /** The line below, if it differs from the one above. */
    bottom: optional(text, undefined),
  },
  (fields) => {
    const { corners, horizontal, vertical, bottom = horizontal } = fields
    const [topLeft = '', topRight = '', bottomLeft = '', bottomRight = ''] = corners
    const drawBox = (whole: string, { kept }: Draft): string => {
      const widthOf = memoize((cluster: string) => {
        const shown = kept === undefined ? [cluster] : clustersOf(kept.show(cluster))
        return shown.reduce((sum, one) => sum + columnsOf(one), 0)
      })
      const lines = splitLines(whole).flatMap((line) => breakLine(line, mostBoxColumns, widthOf))
      const widths = lines.map((line) => line.reduce((sum, one) => sum + widthOf(one), 0))
      const width = widths.reduce((widest, columns) => Math.max(widest, columns), 0)
      const [above, below] = [horizontal, bottom].map((edge) => edge.repeat(width + 2))
      const rows = lines.map((line, at) => {
        return `${vertical} ${line.join('')}${' '.repeat(width - (widths[at] ?? 0))} ${vertical}`
      })
      const edges = [topLeft + above + topRight, bottomLeft + below + bottomRight]
      const [top, end] = isRightToLeft(whole) ? edges.map(turnSigns) : edges
      return [top, ...rows, end].join('\n')
    }
    return {
      compile: () => onText(drawBox),
      published: () => (bottom === horizontal ? { corners, horizontal, vertical } : fields),
    }
  },
)

/** Without a limit a box would grow with the square of its text. */
export const mostBoxColumns = 40

/** The characters that a line may be broken at, for a class in a regular expression. */
export const breakableSpaces = '\\t \\u1680\\u2000-\\u2006\\u2008-\\u200a\\u205f\\u3000'

const breakable = new RegExp(`^[${breakableSpaces}]$`)

/** A cluster and the columns that it needs in a font of fixed width. */
interface Measured {
  readonly text: string
  readonly columns: number
}

/** Returns the clusters of each line of a text, without the line breaks. */
export function splitLines(whole: string): string[][] {
  let line: string[] = []
  const lines = [line]
  for (const cluster of clustersOf(whole)) {
    if (isLineBreak(cluster)) lines.push((line = []))
    else line.push(cluster)
  }
  return lines
}

/**
 * Breaks a line between words, or within a word that is longer than a line. Blanks that do not fit
 * are left out, no-break spaces do not separate words, and tabs become blanks. `widthOf` measures a
 * cluster.
 */
export function breakLine(
  line: readonly string[],
  mostColumns: number,
  widthOf = columnsOf,
): string[][] {
  let clusters: string[] = []
  let columns = 0
  const lines = [clusters]
  const startLine = (): void => {
    lines.push((clusters = []))
    columns = 0
  }
  for (const word of splitWords(line, widthOf)) {
    const seen = word.slice(0, word.findLastIndex((cluster) => !isSpace(cluster.text)) + 1)
    const needed = seen.reduce((sum, cluster) => sum + cluster.columns, 0)
    if (columns > 0 && columns + needed > mostColumns) startLine()
    for (const cluster of word) {
      if (columns + cluster.columns > mostColumns) {
        if (isSpace(cluster.text)) continue
        startLine()
      }
      // After a border or in a broken line, a tab would end at another column.
      const stop = cluster.text === '\t' ? columns + tabColumns - (columns % tabColumns) : 0
      do {
        clusters.push(stop > 0 ? ' ' : cluster.text)
        columns += cluster.columns
      } while (columns < Math.min(stop, mostColumns))
    }
  }
  return lines
}

/** Splits a line into words, each with the blanks after it; the first may be blanks alone. */
function splitWords(line: readonly string[], widthOf: typeof columnsOf): Measured[][] {
  const words: Measured[][] = []
  let word: Measured[] = []
  let isBlank = false
  for (const text of line) {
    const wasBlank = isBlank
    isBlank = breakable.test(text)
    if (word.length === 0 || (wasBlank && !isBlank)) words.push((word = []))
    word.push({ text, columns: widthOf(text) })
  }
  return words
}

/** Terminals have a tab stop at every eighth column. */
const tabColumns = 8

/**
 * The characters whose East_Asian_Width is Wide or Fullwidth.
 * https://www.unicode.org/reports/tr11/
 */
const wideRanges = rangesOf(
  [
    '1100-115f 2329-232a 2e80-303e 3041-3247 3250-4dbf 4e00-a4c6 a960-a97c ac00-d7a3 f900-faff',
    'fe10-fe19 fe30-fe6b ff01-ff60 ffe0-ffe6 16fe0-1b2fb 1f200-1f265 20000-3fffd',
  ].join(' '),
)
const wide = new RegExp(`^[\\p{EPres}${wideRanges}]`, 'u')

/** Returns the columns of a cluster: 2 for emoji and wide letters. */
export function columnsOf(cluster: string): number {
  if (isInvisible(cluster)) return 0
  if (/^[\p{C}\p{M}]/u.test(cluster)) return isSpace(cluster) ? 1 : 0
  const columns = isEmoji(cluster) || wide.test(cluster) ? 2 : 1
  return cluster.length === 1 ? columns : columns + (cluster.slice(1).match(attached)?.length ?? 0)
}

/** Letters that are in the cluster of the one before, and have a column: ﾞ of ｶﾞ, ำ of นำ. */
const attached = /[\u0e33\u0eb3\uff9e\uff9f]/g

/**
 * `stack`: puts each cluster on a line of its own, with an empty line between words. With `indent`
 * the lines form stairs, which turn around after `steps` lines.
 */
export const stack = defineOperation(
  { layer: 'text', kind: 'stacked' },
  { indent: optional(text, undefined), steps: optional(integer(1, 20), 12) },
  (fields) => {
    const { indent, steps } = fields
    const indents = indent === undefined ? [''] : stairs(indent, steps)
    return {
      compile: () => onText((whole) => stackClusters(whole, indents)),
      published: () => (indent === undefined ? {} : fields),
    }
  },
)

/** Returns the indents down the stairs and up again: without a turn they would have no limit. */
function stairs(indent: string, steps: number): readonly string[] {
  const down = Array.from({ length: steps + 1 }, (_, step) => indent.repeat(step))
  return [...down, ...down.slice(1, -1).reverse()]
}

function stackClusters(whole: string, indents: readonly string[]): string {
  let stack = ''
  let lines = 0
  for (const cluster of clustersOf(whole.trim().replace(/\p{White_Space}+/gu, ' '))) {
    // An invisible cluster stays with the one before it.
    const isSeen = !isInvisible(cluster)
    if (isSeen && lines > 0) stack += '\n'
    if (isSeen && !isSpace(cluster)) stack += indents[lines % indents.length]
    if (isSeen) lines++
    if (!isSpace(cluster)) stack += cluster
  }
  return stack
}
