import { onCells, splitRuns } from '../draft.ts'
import type { Cell, Draft, Step } from '../draft.ts'
import { createStay } from '../drawn-apart.ts'
import { fieldsOf, flag, integer, list, optional, textLike } from '../fields.ts'
import { characterTable } from '../mapping-data.ts'
import { memoize } from '../memo.ts'
import { defineOperation } from '../operation.ts'
import type { RestoreEntry } from '../restoration.ts'
import { graphemeClusters } from '../graphemes.ts'
import {
  isDottedI,
  isInvisible,
  isLineBreak,
  isMarkAbove,
  isSpace,
  normalize,
  takesMarks,
  toNfc,
} from '../text.ts'

/** Reads a text of combining marks. */
export const combiningMarks = textLike(/^\p{M}+$/u, 'combining marks and nothing else')

/** `marks`: puts the same combining marks on each cluster, and on blanks with `spaces`. */
export const marks = defineOperation(
  { layer: 'marks', kind: 'marked', effect: 'marks' },
  {
    marks: combiningMarks,
    spaces: flag,
    /** The marks of a cluster that no other marked cluster follows. */
    last: optional(combiningMarks, undefined),
  },
  ({ marks, spaces, last = marks }) => ({
    isByLine: true,
    compile: () => addMarks(marks, spaces, last),
    restoreEntries: () => removeMarks(marks + last),
  }),
)

const mostMarks = 20

const poolFields = fieldsOf({
  marks: (value, path) => [...combiningMarks(value, path)],
  least: integer(0, mostMarks),
  most: integer(1, mostMarks),
})

/** Marks of one kind, of which a number from `least` to `most` is used. */
type Pool = ReturnType<typeof poolFields>

/** `scatter`: puts a random number of marks from each pool on each cluster. */
export const scatter = defineOperation(
  { layer: 'marks', kind: 'scattered', effect: 'marks' },
  { pools: list(1, readPool) },
  ({ pools }) => ({
    compile: () => scatterMarks(pools),
    restoreEntries: () => removeMarks(pools.flatMap(({ marks }) => marks)),
  }),
)

function readPool(value: unknown, path: string): Pool {
  const pool = poolFields(value, path)
  integer(pool.least, mostMarks)(pool.most, `${path}.most`)
  return pool
}

function removeMarks(marks: Iterable<string>): Iterable<RestoreEntry> {
  return Array.from(marks, (mark) => [mark, ''])
}

/** Returns a cluster with marks on it, or as it was. */
type Marker = (cluster: string) => string

export function addMarks(marks: string, spaces: boolean, last: string): Step {
  const takes = (cluster: string): boolean =>
    takesMarks(cluster) || (spaces && /^\p{Zs}$/u.test(cluster))
  // A text repeats its letters, and looking one up in Unicode is slow.
  const markerOf = memoize((language: string): Marker =>
    memoize((cluster) => (takes(cluster) ? withMarks(cluster, marks, language) : cluster), 100),
  )
  return onCells((cells, draft) => {
    const { language } = draft
    const stays = createStay(draft)
    const takesHere = (cluster: string): boolean => takes(cluster) && !stays(cluster)
    const ends = last === marks ? [] : endsOfRuns(cells, takesHere)
    const lastTexts = ends.map(({ text }) => withMarks(text, last, language))
    const add = markerOf(language)
    const mark: Marker = (cluster) => (stays(cluster) ? cluster : add(cluster))
    for (const cell of cells) cell.text = changeClusters(cell, mark)
    ends.forEach((cell, index) => {
      cell.text = lastTexts[index] ?? ''
    })
  })
}

/** Returns the cells that take marks and are not followed by another such cell. */
function endsOfRuns(cells: readonly Cell[], takes: (cluster: string) => boolean): Cell[] {
  const seen = cells.filter(({ text }) => !isInvisible(text))
  return seen.filter(({ text }, at) => takes(text) && !takes(seen[at + 1]?.text ?? ''))
}

/** Adds marks to a cluster. In Turkish, i keeps its dot under a mark above, to differ from ı. */
function withMarks(cluster: string, marks: string, language: string): string {
  const mayDot = language === 'tr' && isDottedI(cluster) && [...marks].some(isMarkAbove)
  const [base = '', ...others] = mayDot ? toNfc(cluster) : ''
  // î and ⓘ stay as they are.
  const isDotted = /\p{Soft_Dotted}/u.test(base) && !others.some(isMarkAbove)
  return toNfc(cluster + (isDotted ? `\u0307${marks}` : marks))
}

function scatterMarks(pools: readonly Pool[]): Step {
  return onCells((cells, draft) => {
    const { draw, language } = draft
    const stays = createStay(draft)
    const mark: Marker = (cluster) => {
      if (!takesMarks(cluster) || stays(cluster)) return cluster
      let marks = ''
      for (const pool of pools) {
        const count = pool.least + draw(pool.most - pool.least + 1)
        for (let index = 0; index < count; index++) marks += pool.marks[draw(pool.marks.length)]
      }
      return marks === '' ? cluster : withMarks(cluster, marks, language)
    }
    for (const cell of cells) cell.text = changeClusters(cell, mark)
  })
}

function changeClusters({ source, text }: Cell, change: Marker): string {
  // A cell that has not changed is one cluster; splitting it would take most of the time.
  if (text.length === 1 || text === source) return change(text)
  return graphemeClusters(text).map(change).join('')
}

/** `crown`: puts the marks, one each, on the first letters of every word. */
export const crown = defineOperation(
  { layer: 'marks', kind: 'marked', effect: 'marks' },
  { marks: combiningMarks },
  ({ marks }) => ({
    isByLine: true,
    compile: () =>
      onCells((cells, draft) => {
        const stays = createStay(draft)
        let left = [...marks]
        for (const cell of cells.filter(({ source }) => !isInvisible(source))) {
          const isInWord = /^[\p{L}\p{N}]/u.test(cell.source) && takesMarks(cell.source)
          if (!isInWord) left = [...marks]
          else if (left.length > 0 && !stays(cell.text)) {
            cell.text = withMarks(cell.text, left.shift() ?? '', draft.language)
          }
        }
      }),
    restoreEntries: () => removeMarks(marks),
  }),
)

/**
 * `atop`: puts the shorter of each two words of a line on the other one, as combining letters, if
 * the table has its letters. Accents above go with their letters.
 */
export const atop = defineOperation(
  { layer: 'text', kind: 'stacked' },
  { letters: combiningTable },
  ({ letters }) => ({
    isByLine: true,
    compile: () => onCells((cells, draft) => stackWords(cells, letters, draft)),
  }),
)

type Letters = ReadonlyMap<string, string>

function combiningTable(value: unknown, path: string): Letters {
  const table = characterTable(value, path)
  for (const mark of table.values()) combiningMarks(mark, path)
  return table
}

function stackWords(cells: readonly Cell[], letters: Letters, draft: Draft): void {
  const stays = createStay(draft)
  // Words and the white space between them, in turn
  const runs = splitRuns(cells, ({ text }) => isSpace(text))
  for (let at = 0; at + 2 < runs.length; at++) {
    const [word = [], gap = [], other = []] = runs.slice(at, at + 3)
    if (!isGap(gap) || isGap(word) || isGap(other)) continue
    const pairs = [[word, other], [other, word]].map(([below = [], above = []]) => ({
      bases: lettersOf(below, ({ text }) => {
        return takesMarks(text) && /^\p{L}/u.test(text) && !stays(text)
      }),
      marks: lettersOf(above, ({ text }) => markOf(text, letters) !== undefined),
    }))
    const pair = pairs.find(({ bases, marks }) => marks.length > 0 && marks.length <= bases.length)
    if (pair === undefined) continue
    for (const [index, { text }] of pair.marks.entries()) {
      const base = pair.bases[index]
      const mark = markOf(text, letters) ?? ''
      if (base !== undefined) base.text = withMarks(base.text, mark, draft.language)
    }
    for (const cell of [...gap, ...pair.marks]) cell.text = ''
    // The next pair begins after the gap that follows.
    at += 3
  }
}

/** Returns the combining letter of a cluster, with the accents that are above it. */
function markOf(cluster: string, letters: Letters): string | undefined {
  const [base = '', ...accents] = normalize(cluster, 'NFD')
  const mark = letters.get(cluster) ?? letters.get(base)
  return mark === undefined ? undefined : mark + accents.filter(isMarkAbove).join('')
}

function isGap(run: readonly Cell[]): boolean {
  return run.every(({ text }) => isSpace(text) && !isLineBreak(text))
}

/** Returns the letters of a word between its signs, or none if not all of them are members. */
function lettersOf(word: readonly Cell[], isMember: (cell: Cell) => boolean): readonly Cell[] {
  const isSign = ({ text }: Cell): boolean => !/^[\p{L}\p{N}]/u.test(text)
  const seen = word.filter(({ text }) => !isInvisible(text))
  const letters = seen.slice(seen.findIndex((cell) => !isSign(cell)))
  const end = letters.findIndex((cell) => !isMember(cell))
  if (end < 0) return letters
  return letters.slice(end).every(isSign) ? letters.slice(0, end) : []
}
