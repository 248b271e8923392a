import { graphemeClusters, isEmoji, isInvisible, isSpace } from './text.ts'

/** The lines of a text, without what ends them. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)
}

/** Members of a class of regular expressions: blanks at which a line may end. */
export const breakableSpaces = '\\t \\u1680\\u2000-\\u2006\\u2008-\\u200a\\u205f\\u3000'

const breakable = new RegExp(`^[${breakableSpaces}]$`)

/** A line, or a part of one, and the columns that it takes in a font of fixed width. */
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
  for (const word of wordsOf(line)) {
    const seen = word.slice(0, word.findLastIndex((cluster) => !isSpace(cluster.text)) + 1)
    if (columns > 0 && columns + columnsOf(seen) > mostColumns) endLine()
    for (const cluster of word) {
      if (columns + cluster.columns > mostColumns) {
        if (isSpace(cluster.text)) continue
        endLine()
      }
      text += cluster.text
      columns += cluster.columns
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

/** The clusters of a line by words, each with the blanks behind it; the first may be blanks. */
function wordsOf(line: string): Line[][] {
  const words: Line[][] = []
  let word: Line[] = []
  let isBlank = false
  for (const text of graphemeClusters(line)) {
    const wasBlank = isBlank
    isBlank = breakable.test(text)
    if (word.length === 0 || (wasBlank && !isBlank)) words.push((word = []))
    word.push({ text, columns: clusterWidth(text) })
  }
  return words
}

function columnsOf(clusters: readonly Line[]): number {
  return clusters.reduce((sum, { columns }) => sum + columns, 0)
}

const wide = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\u3000-\u303e\uff01-\uff60]/u

/** Columns in a font of fixed width: 2 for emoji and East Asian wide letters. */
function clusterWidth(cluster: string): number {
  if (isInvisible(cluster)) return 0
  if (isEmoji(cluster) || wide.test(cluster)) return 2
  return /^[\p{C}\p{M}]/u.test(cluster) && !isSpace(cluster) ? 0 : 1
}
