import { onText } from '../draft.ts'
import { integer, optional } from '../fields.ts'
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
  {
    letters: characterTable,
    above: characterTable,
    below: characterTable,
    columns: optional(integer(2, 200), mostBoxColumns),
  },
  ({ letters, above, below, columns: most }) => {
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

    /** Returns the rows of a cluster, of one width, with a gap after it if it is seen. */
    const drawCluster = (cluster: string): readonly string[] => {
      const lines = findLines(cluster)
      if (lines !== undefined) {
        const columns = Math.max(...lines.map((line) => line.length))
        return lines.map((line, row) => {
          const isMark = row === 0 || row > height
          const indent = isMark ? Math.floor((columns - line.length) / 2) : 0
          return (' '.repeat(indent) + line).padEnd(columns + 1)
        })
      }
      const columns = columnsOf(cluster)
      const gap = columns === 0 ? '' : ' '
      const blanks = Array.from({ length: height + 2 }, () => ' '.repeat(columns) + gap)
      return blanks.with(middle, cluster + gap)
    }

    return {
      compile: () =>
        onText((whole) => {
          const drawingOf = memoize(drawCluster)
          const drawLine = (clusters: readonly string[]): string => {
            const seen = clusters.slice(0, clusters.findLastIndex((one) => !isSpace(one)) + 1)
            const drawings = seen.map(drawingOf)
            const rows = Array.from({ length: height + 2 }, (_, row) =>
              drawings.map((drawing) => drawing[row]).join(''),
            )
            const isBlank = (row: number): boolean => rows[row]?.trim() === ''
            if (rows.every((_, row) => row === middle || isBlank(row))) return seen.join('')
            return rows.filter((_, row) => (row > 0 && row <= height) || !isBlank(row)).join('\n')
          }
          const widthOf = (cluster: string): number => drawingOf(cluster)[0]?.length ?? 0
          return splitLines(whole)
            .flatMap((line) => breakLine(line, most, widthOf))
            .map(drawLine)
            .join('\n')
        }),
    }
  },
)

/** A letter with two marks; longer clusters have no drawing. */
const mostUnits = 3
