import { graphemeClusters, isEmoji, isInvisible, isSpace } from './text.ts'

/** The lines of a text, without what ends them. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)
}

/** Members of a class of regular expressions: blanks at which a line may end. */
export const breakableSpaces = '\\t \\u1680\\u2000-\\u2006\\u2008-\\u200a\\u205f\\u3000'

/** Where a word begins; a blank that carries a mark or a joiner is a cluster of its own. */
const wordStart = new RegExp(
  `(?<=[${breakableSpaces}])(?=[^${breakableSpaces}\\p{M}\\u200d])`,
  'u',
)

/** A line, and the columns that it takes in a font of fixed width. */
export interface Line {
  readonly text: string
  readonly columns: number
}

/**
 * The lines of at most so many columns into which a line is broken: between words where that is
 * possible, which no-break spaces do not part, within a word that is too long for a line. Blanks
 * that do not fit in are left out.
 */
export function breakLine(line: string, mostColumns: number): Line[] {
  const lines: Line[] = []
  let text = ''
  let columns = 0
  for (const word of line.split(wordStart)) {
    const clusters = graphemeClusters(word)
    const seen = clusters.slice(0, clusters.findLastIndex((cluster) => !isSpace(cluster)) + 1)
    if (columns + displayWidth(seen) > mostColumns && columns > 0) endLine()
    for (const cluster of clusters) {
      const more = clusterWidth(cluster)
      if (columns + more > mostColumns) {
        if (isSpace(cluster)) continue
        endLine()
      }
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
