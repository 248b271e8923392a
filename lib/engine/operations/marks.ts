import { onCells } from '../draft.ts'
import type { Cell, Step } from '../draft.ts'
import { fieldsOf, flag, integer, list, optional, textLike } from '../fields.ts'
import { memoize } from '../memo.ts'
import { toNfc } from '../normal-form.ts'
import { defineOperation } from '../operation.ts'
import type { Undo } from '../restoration.ts'
import { graphemeClusters, isDottedI, isInvisible, isMarkAbove, takesMarks } from '../text.ts'

/** Reads a text of combining marks. */
export const combiningMarks = textLike(/^\p{M}+$/u, 'combining marks alone')

/** `marks`: puts the same combining marks on each cluster, and on blanks with `spaces`. */
export const marks = defineOperation(
  {
    marks: combiningMarks,
    spaces: flag,
    /** The marks of a cluster that no other marked cluster follows. */
    last: optional(combiningMarks, undefined),
  },
  ({ marks, spaces, last = marks }) => ({
    effect: 'marks',
    compile: () => addMarks(marks, spaces, last),
    undo: () => removeMarks(marks + last),
  }),
)

const mostMarks = 20

/** `scatter`: puts a random number of marks from each pool on each cluster. */
export const scatter = defineOperation({ pools: list(1, readPool) }, ({ pools }) => ({
  effect: 'marks',
  compile: () => scatterMarks(pools),
  undo: () => removeMarks(pools.flatMap(({ marks }) => marks)),
}))

/** Marks of one kind, of which a number from `least` to `most` is used. */
interface Pool {
  readonly marks: readonly string[]
  readonly least: number
  readonly most: number
}

const poolFields = fieldsOf({
  marks: combiningMarks,
  least: integer(0, mostMarks),
  most: (value) => value,
})

function readPool(value: unknown, path: string): Pool {
  const { marks, least, most } = poolFields(value, path)
  const checkMost = integer(Math.max(least, 1), mostMarks)
  return { marks: [...marks], least, most: checkMost(most, `${path}.most`) }
}

function* removeMarks(marks: Iterable<string>): Iterable<Undo> {
  for (const mark of marks) yield [mark, '']
}

function addMarks(marks: string, spaces: boolean, last: string): Step {
  const takes = (cluster: string): boolean =>
    takesMarks(cluster) || (spaces && /^\p{Zs}$/u.test(cluster))
  const [markWithin, markLast] = [createMarker(marks, takes), createMarker(last, takes)]
  return onCells((cells, { language }) => {
    const ends = last === marks ? [] : endsOfRuns(cells, takes)
    const texts = ends.map(({ text }) => text)
    const mark = markWithin(language)
    for (const cell of cells) cell.text = changeClusters(cell, mark)
    ends.forEach((cell, index) => {
      cell.text = markLast(language)(texts[index] ?? '')
    })
  })
}

/** Returns the cells that take marks and are not followed by another such cell. */
function endsOfRuns(cells: readonly Cell[], takes: (cluster: string) => boolean): Cell[] {
  const seen = cells.filter(({ text }) => !isInvisible(text))
  return seen.filter(({ text }, at) => takes(text) && !takes(seen[at + 1]?.text ?? ''))
}

type Marker = (cluster: string) => string

/** Returns the marker for a language: in Turkish, i keeps its dot under a mark above. */
function createMarker(
  marks: string,
  takes: (cluster: string) => boolean,
): (language: string) => Marker {
  const mark = memoize((cluster) => (takes(cluster) ? toNfc(cluster + marks) : cluster))
  if (![...marks].some(isMarkAbove)) return () => mark
  const markTurkish = memoize((cluster) =>
    takes(cluster) ? toNfc(withDot(cluster) + marks) : cluster,
  )
  return (language) => (language === 'tr' ? markTurkish : mark)
}

/** Adds a dot to an i, to distinguish it from ı under a mark above. */
export function withDot(cluster: string): string {
  if (!isDottedI(cluster)) return cluster
  const [base = '', ...others] = toNfc(cluster)
  // î and ⓘ stay as they are.
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
    for (const cell of cells) cell.text = changeClusters(cell, mark)
  })
}

function changeClusters({ source, text }: Cell, change: Marker): string {
  // A cell that has not changed is one cluster; splitting it would take most of the time.
  if (text.length === 1 || text === source) return change(text)
  return graphemeClusters(text).map(change).join('')
}
