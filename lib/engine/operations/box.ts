import { onText } from '../draft.ts'
import { text, textLike } from '../fields.ts'
import type { Fields } from '../fields.ts'
import { longest, withoutMappings } from '../operation.ts'
import type { Growth, Operation } from '../operation.ts'
import { graphemeClusters, isEmoji, isInvisible, isSpace } from '../text.ts'

/** Reads `box`: draws a box for a font of fixed width; lines of over 40 columns are broken. */
export function readBox(fields: Fields): Operation {
  const style = fields.read({
    corners: textLike(/^.{4}$/su, 'four code points'),
    horizontal: text,
    vertical: text,
  })
  return {
    ...withoutMappings,
    type: 'box',
    effect: 'rewrites',
    compile: () => onText((text) => drawBox(text, style)),
    growth: () => growthOf(style),
    toJSON: () => ({ type: 'box', ...style }),
  }
}

interface BoxStyle {
  /** Top left, top right, bottom left, bottom right. */
  readonly corners: string
  readonly horizontal: string
  readonly vertical: string
}

/** Widest line of a box, in columns: without it a box would grow with the square of its text. */
const mostColumns = 40

function growthOf({ horizontal, vertical }: BoxStyle): Growth {
  // A line of one code point, or of none, may be filled up to the widest, between two spaces.
  const row = 2 * longest([vertical]) + mostColumns + 2 + 1
  const edge = (mostColumns + 2) * longest([horizontal]) + 2
  return { factor: row, added: row + 2 * edge + 1 }
}

function drawBox(text: string, { corners, horizontal, vertical }: BoxStyle): string {
  const [topLeft = '', topRight = '', bottomLeft = '', bottomRight = ''] = corners
  const lines = text.split(lineBreak).flatMap(breakLine)
  const width = lines.reduce((widest, line) => Math.max(widest, line.columns), 0)
  const edge = horizontal.repeat(width + 2)
  const rows = lines.map(
    ({ text, columns }) => `${vertical} ${text}${' '.repeat(width - columns)} ${vertical}`,
  )
  return [`${topLeft}${edge}${topRight}`, ...rows, `${bottomLeft}${edge}${bottomRight}`].join('\n')
}

const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/

interface Line {
  readonly text: string
  readonly columns: number
}

// Between words where that is possible, within a word that is too long for a line.
function breakLine(line: string): Line[] {
  const lines: Line[] = []
  let text = ''
  let columns = 0
  for (const word of line.split(/(?<=\s)(?=\S)/)) {
    const clusters = graphemeClusters(word)
    const seen = clusters.slice(0, clusters.findLastIndex((cluster) => !isSpace(cluster)) + 1)
    if (columns + displayWidth(seen) > mostColumns && columns > 0) endLine()
    for (const cluster of clusters) {
      const more = clusterWidth(cluster)
      if (columns + more > mostColumns) endLine()
      text += cluster
      columns += more
    }
  }
  endLine()
  return lines

  function endLine(): void {
    lines.push({ text, columns })
    text = ''
    columns = 0
  }
}

function displayWidth(clusters: readonly string[]): number {
  return clusters.reduce((width, cluster) => width + clusterWidth(cluster), 0)
}

const wide = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\u3000-\u303e\uff01-\uff60]/u

/** Columns in a font of fixed width: 2 for emoji and East Asian wide letters. */
function clusterWidth(cluster: string): number {
  if (isInvisible(cluster)) return 0
  if (isEmoji(cluster) || wide.test(cluster)) return 2
  return /^[\p{C}\p{M}]/u.test(cluster) && !isSpace(cluster) ? 0 : 1
}
