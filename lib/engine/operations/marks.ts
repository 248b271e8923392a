import { onCells } from '../draft.ts'
import type { Cell, Step } from '../draft.ts'
import { fieldsOf, flag, integer, list, textLike } from '../fields.ts'
import type { Fields } from '../fields.ts'
import { toNfc } from '../normal-form.ts'
import { mostComposed, withoutMappings } from '../operation.ts'
import type { Growth, Operation } from '../operation.ts'
import type { Undo } from '../restoration.ts'
import { countCodePoints, graphemeClusters, takesMarks } from '../text.ts'

const combiningMarks = textLike(/^\p{M}+$/u, 'combining marks alone')

/** Reads `marks`: puts the same combining marks on each cluster, on blanks where it says so. */
export function readMarks(fields: Fields): Operation {
  const { marks, spaces } = fields.read({ marks: combiningMarks, spaces: flag })
  return {
    ...withoutMappings,
    type: 'marks',
    effect: 'marks',
    compile: () => addMarks(marks, spaces),
    undo: () => undoMarks(marks),
    growth: () => growthBy(countCodePoints(marks)),
    toJSON: () => ({ type: 'marks', marks, spaces }),
  }
}

/** Reads `scatter`: puts a number of marks by chance from each pool on each cluster. */
export function readScatter(fields: Fields): Operation {
  const { pools } = fields.read({ pools: list(1, pool) })
  return {
    ...withoutMappings,
    type: 'scatter',
    effect: 'marks',
    compile: () => scatterMarks(pools),
    undo: () => undoMarks(pools.flatMap(({ marks }) => marks)),
    growth: () => growthBy(pools.reduce((sum, { most }) => sum + most, 0)),
    toJSON: () => ({ type: 'scatter', pools }),
  }
}

/** Marks of one place, of which a number from `least` to `most` is taken. */
interface Pool {
  readonly marks: readonly string[]
  readonly least: number
  readonly most: number
}

const mostMarks = 20

const poolFields = fieldsOf({
  marks: combiningMarks,
  least: integer(0, mostMarks),
  most: (value) => value,
})

function pool(value: unknown, place: string): Pool {
  const { marks, least, most } = poolFields(value, place)
  // What `most` takes begins with the least.
  const checkMost = integer(Math.max(least, 1), mostMarks)
  return { marks: [...marks], least, most: checkMost(most, `${place}.most`) }
}

function* undoMarks(marks: Iterable<string>): Iterable<Undo> {
  for (const mark of marks) yield [mark, '']
}

function growthBy(marks: number): Growth {
  return { factor: mostComposed + marks, perCell: 0, added: 0 }
}

function addMarks(marks: string, spaces: boolean): Step {
  const takes = (cluster: string): boolean =>
    takesMarks(cluster) || (spaces && /^\p{Zs}$/u.test(cluster))
  const add = (cluster: string): string => (takes(cluster) ? compose(cluster, marks) : cluster)
  // Most text is ASCII, whose clusters are worked out once.
  const ascii: string[] = []
  const mark = (cluster: string): string =>
    cluster.length === 1 && cluster <= '\x7f'
      ? (ascii[cluster.charCodeAt(0)] ??= add(cluster))
      : add(cluster)
  return onCells((cells) => {
    const known = new Map<string, string>()
    for (const cell of cells) {
      const { text } = cell
      if (text.length === 1) {
        cell.text = mark(text)
        continue
      }
      cell.text = known.get(text) ?? eachCluster(cell, mark)
      known.set(text, cell.text)
    }
  })
}

function scatterMarks(pools: readonly Pool[]): Step {
  return onCells((cells, { draw }) => {
    const mark = (cluster: string): string => {
      if (!takesMarks(cluster)) return cluster
      let marks = ''
      for (const pool of pools) {
        const count = pool.least + draw(pool.most - pool.least + 1)
        for (let index = 0; index < count; index++) marks += pool.marks[draw(pool.marks.length)]
      }
      return compose(cluster, marks)
    }
    for (const cell of cells) cell.text = eachCluster(cell, mark)
  })
}

function eachCluster({ source, text }: Cell, change: (cluster: string) => string): string {
  // What nothing has changed yet is one cluster; to segment it would take most of the time.
  if (text.length === 1 || text === source) return change(text)
  return graphemeClusters(text).map(change).join('')
}

// NFC puts the marks into their canonical order, and keeps é one code point.
function compose(cluster: string, marks: string): string {
  return toNfc(cluster + marks)
}
