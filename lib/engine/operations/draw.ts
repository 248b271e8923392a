import { onText } from '../draft.ts'
import { integer, optional, text } from '../fields.ts'
import { characterTable } from '../mapping-data.ts'
import { memoize } from '../memo.ts'
import { defineOperation } from '../operation.ts'
import { isSpace } from '../text.ts'
import { breakLine, columnsOf, mostBoxColumns, splitLines } from './lines.ts'

/**
 * `draw`: draws letters over several lines, for a font of fixed width, with their marks above and
 * below. What has no drawing is in the middle line.
 */
export const draw = defineOperation(
  { layer: 'code', kind: 'drawn' },
  {
    letters: characterTable,
    above: characterTable,
    below: characterTable,
    columns: optional(integer(2, 200), mostBoxColumns),
    /** What each # of a drawing, and each blank, becomes. */
    ink: optional(text, '#'),
    paper: optional(text, ' '),
  },
  ({ letters, above, below, columns: most, ink, paper }) => {
    const height = Math.max(0, ...Array.from(letters.values(), (text) => text.split('\n').length))
    const middle = Math.ceil(height / 2)

    /** Returns the lines of a letter, between those of its marks; `undefined` if any is missing. */
    const findLines = (cluster: string): readonly string[] | undefined => {
      if (cluster.length > mostUnits) return undefined
      const [base = '', ...marks] = cluster.normalize('NFD')
      const drawn = letters.get(base)?.split('\n')
      const over = marks.filter((mark) => above.has(mark))
      const under = marks.filter((mark) => below.has(mark))
      const isOneEach = over.length <= 1 && under.length <= 1
      if (!isOneEach || over.length + under.length < marks.length) return undefined
      if (drawn === undefined) return undefined
      const lines = Array.from({ length: height }, (_, row) => drawn[row] ?? '')
      return [above.get(over[0] ?? '') ?? '', ...lines, below.get(under[0] ?? '') ?? '']
    }

    const paint = (row: string): string => row.replaceAll(' ', paper).replaceAll('#', ink)

    /** Returns blank rows of so many columns, with a gap after them. */
    const blanksOf = memoize((columns: number): readonly string[] => {
      const gap = columns === 0 ? '' : paint(' ')
      return Array.from({ length: height + 2 }, () => paint(' '.repeat(columns)) + gap)
    })
    const allBlank = Array.from({ length: height + 2 }, () => true)
    const blankAround = allBlank.with(middle, false)

    /** Returns the rows of a cluster, of one width, with a gap after it if it is seen. */
    const drawCluster = (cluster: string): Drawing => {
      const lines = findLines(cluster)
      if (lines !== undefined) {
        const width = Math.max(...lines.map((line) => line.length)) + 1
        const rows = lines.map((line, row) => {
          const isMark = row === 0 || row > height
          const indent = isMark ? Math.floor((width - 1 - line.length) / 2) : 0
          return (' '.repeat(indent) + line).padEnd(width)
        })
        const areBlank = rows.map((row) => row.trim() === '')
        return { rows: rows.map(paint), areBlank, width }
      }
      const columns = columnsOf(cluster)
      const gap = columns === 0 ? '' : paint(' ')
      return {
        rows: blanksOf(columns).with(middle, cluster + gap),
        areBlank: isSpace(cluster) ? allBlank : blankAround,
        width: columns === 0 ? 0 : columns + 1,
      }
    }

    return {
      compile: () =>
        onText((whole) => {
          const drawingOf = memoize(drawCluster)
          const drawLine = (clusters: readonly string[]): string => {
            const seen = clusters.slice(0, clusters.findLastIndex((one) => !isSpace(one)) + 1)
            const drawings = seen.map(drawingOf)
            const isBlank = (row: number): boolean =>
              drawings.every(({ areBlank }) => areBlank[row])
            const rows = Array.from({ length: height + 2 }, (_, row) => row)
            if (rows.every((row) => row === middle || isBlank(row))) return seen.join('')
            return rows
              .filter((row) => (row > 0 && row <= height) || !isBlank(row))
              .map((row) => drawings.map((drawing) => drawing.rows[row]).join(''))
              .join('\n')
          }
          return splitLines(whole)
            .flatMap((line) => breakLine(line, most, (cluster) => drawingOf(cluster).width))
            .map(drawLine)
            .join('\n')
        }),
    }
  },
)

/** The rows of a cluster: a mark above, the letter, a mark below. */
interface Drawing {
  readonly rows: readonly string[]
  readonly areBlank: readonly boolean[]
  readonly width: number
}

/** A letter with two marks; longer clusters have no drawing. */
const mostUnits = 3
