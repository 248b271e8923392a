import { onCells } from '../draft.ts'
import type { Cell, Step } from '../draft.ts'
import { fieldsOf, flag, integer, list, optional, textLike } from '../fields.ts'
import type { Fields } from '../fields.ts'
import { memoize } from '../memo.ts'
import { toNfc } from '../normal-form.ts'
import { longest, mostComposed, withoutMappings } from '../operation.ts'
import type { Growth, Operation } from '../operation.ts'
import type { Undo } from '../restoration.ts'
import { graphemeClusters, isDottedI, isInvisible, isMarkAbove, takesMarks } from '../text.ts'

/** Combining marks, and nothing else. */
export const combiningMarks = textLike(/^\p{M}+$/u, 'combining marks alone')

/** Reads `marks`: puts the same combining marks on each cluster, on blanks where it says so. */
export function readMarks(fields: Fields): Operation {
  const style: MarksStyle = fields.read({
    marks: combiningMarks,
    spaces: flag,
    last: optional(combiningMarks, undefined),
  })
  const { marks, spaces, last } = style
  return {
    ...withoutMappings,
    type: 'marks',
    effect: 'marks',
    compile: () => addMarks(style),
    undo: () => undoMarks(marks + (last ?? '')),
    growth: () => growthBy(longest([marks, last ?? ''])),
    toJSON: () => ({ type: 'marks', marks, spaces, ...(last === undefined ? {} : { last }) }),
  }
}

interface MarksStyle {
  readonly marks: string
  readonly spaces: boolean
  /** The marks of a cluster that no other marked one follows. */
  readonly last: string | undefined
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
  // One of them is the dot of a Turkish i.
  return { factor: mostComposed + marks + 1, perCell: 0, added: 0 }
}

function addMarks({ marks, spaces, last = marks }: MarksStyle): Step {
  const takes = (cluster: string): boolean =>
    takesMarks(cluster) || (spaces && /^\p{Zs}$/u.test(cluster))
  const [within, atEnd] = [marks, last].map((some) => markers(some, takes))
  return onCells((cells, { language }) => {
    const [mark, markLast] = [within?.(language), atEnd?.(language)]
    if (mark === undefined || markLast === undefined) return
    const ends = last === marks ? [] : endsOfRuns(cells, takes)
    const texts = ends.map(({ text }) => text)
    markEach(cells, mark)
    ends.forEach((cell, index) => {
      cell.text = markLast(texts[index] ?? '')
    })
  })
}

/** The cells that take marks and that no other such cell follows. */
function endsOfRuns(cells: readonly Cell[], takes: (cluster: string) => boolean): Cell[] {
  const seen = cells.filter(({ text }) => !isInvisible(text))
  return seen.filter(({ text }, at) => takes(text) && !takes(seen[at + 1]?.text ?? ''))
}

type Marker = (cluster: string) => string

/** Puts marks on a cluster that takes them; Turkish keeps the dot of i. */
function markers(
  marks: string,
  takes: (cluster: string) => boolean,
): (language: string) => Marker {
  const others = memoize((cluster) => (takes(cluster) ? toNfc(cluster + marks) : cluster))
  if (![...marks].some(isMarkAbove)) return () => others
  const turkish = memoize((cluster) =>
    takes(cluster) ? toNfc(withDot(cluster) + marks) : cluster,
  )
  return (language) => (language === 'tr' ? turkish : others)
}

function markEach(cells: readonly Cell[], mark: Marker): void {
  for (const cell of cells) cell.text = eachCluster(cell, mark)
}

/** The cluster with a dot of its own: a mark above would take that which tells i from ı. */
export function withDot(cluster: string): string {
  if (!isDottedI(cluster)) return cluster
  const [base = '', ...others] = toNfc(cluster)
  // î and ⓘ keep what they have.
  const isDotted = /\p{Soft_Dotted}/u.test(base) && !others.some(isMarkAbove)
  return isDotted ? `${cluster}\u0307` : cluster
}

function scatterMarks(pools: readonly Pool[]): Step {
  const above = new Set(pools.flatMap(({ marks }) => marks).filter(isMarkAbove))
  return onCells((cells, { draw, language }) => {
    const mark = (cluster: string): string => {
      if (!takesMarks(cluster)) return cluster
      let marks = ''
      for (const pool of pools) {
        const count = pool.least + draw(pool.most - pool.least + 1)
        for (let index = 0; index < count; index++) marks += pool.marks[draw(pool.marks.length)]
      }
      if (marks === '') return cluster
      const mayDot = language === 'tr' && isDottedI(cluster)
      const keepsDot = mayDot && [...marks].some((one) => above.has(one))
      return toNfc((keepsDot ? withDot(cluster) : cluster) + marks)
    }
    for (const cell of cells) cell.text = eachCluster(cell, mark)
  })
}

function eachCluster({ source, text }: Cell, change: Marker): string {
  // What nothing has changed yet is one cluster; to segment it would take most of the time.
  if (text.length === 1 || text === source) return change(text)
  return graphemeClusters(text).map(change).join('')
}
