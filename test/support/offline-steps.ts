// Steps that lib/api/README.md tells, by its words alone; of the project it takes nothing.

import {
  clustersOf,
  isChanged,
  isLineEnd,
  isSpace,
  isUnseen,
  takesMarks,
} from './offline-clusters.ts'
import type { Cell } from './offline-clusters.ts'
import type { Step } from './offline-client.ts'

/** Does a step of type `marks`. */
export function putMarks(
  cells: Cell[],
  step: Step,
  { language }: { readonly language: string },
): void {
  const { marks = '', last = marks, spaces } = step
  const takes = (cluster: string): boolean =>
    takesMarks(cluster) || (spaces === true && /^\p{Zs}$/u.test(cluster))
  const seen = cells.filter(({ text }) => !isUnseen(text))
  const ends = new Set(
    seen.filter(({ text }, at) => takes(text) && !takes(seen[at + 1]?.text ?? '')),
  )
  for (const cell of cells) {
    const own = ends.has(cell) ? last : marks
    cell.text = clustersOf(cell.text)
      .map((cluster) => (takes(cluster) ? mark(cluster, own, language) : cluster))
      .join('')
  }
}

function mark(cluster: string, marks: string, language: string): string {
  const [base = '', ...own] = cluster.normalize('NFC')
  const isDotted = /\p{Soft_Dotted}/u.test(base) && base.normalize('NFKD').includes('i')
  const losesDot = language === 'tr' && isDotted && !own.some(isAbove) && [...marks].some(isAbove)
  return `${cluster}${losesDot ? '\u0307' : ''}${marks}`.normalize('NFC')
}

/** Combining class 230: between U+302B (228) and U+0315 (232), and unlike both. */
function isAbove(mark: string): boolean {
  return [`${mark}\u302b`, `\u0315${mark}`].every((two) => two.normalize('NFD') !== two)
}

/** Does a step of type `run`. */
export function signRuns(cells: Cell[], step: Step): void {
  const { members, joiners = '', before = '', many = before, stop } = step
  const isIn = (texts = '', cell?: Cell): boolean =>
    cell !== undefined && texts.includes(cell.source.normalize('NFC'))
  const member = members === 'digits' ? /^\p{Nd}/u : /^\p{Lu}/u
  const belongs = cells.map((cell) => isChanged(cell) && member.test(cell.source))
  cells.forEach((cell, at) => {
    const isBetween = belongs[at - 1] === true && belongs[at + 1] === true
    if (isBetween && isIn(joiners, cell)) belongs[at] = true
  })
  for (let start = 0; start < cells.length; start++) {
    if (!belongs[start]) continue
    let end = start
    while (belongs[end]) end++
    let next = end
    while (isIn(joiners, cells[next])) next++
    const run = cells.slice(start, end)
    const isStopped = isIn(stop?.followers, cells[next]) && (run.length > 1 || many === before)
    const isEach = isStopped && stop?.text === ''
    if (isStopped && !isEach) (cells[next - 1] as Cell).text += stop?.text
    const sign = run.length > 1 && !isEach ? many : before
    for (const cell of isEach ? run : run.slice(0, 1)) cell.text = sign + cell.text
    start = end - 1
  }
}

/** Does a step of type `reverse`. */
export function reverse(cells: Cell[], { units, lines }: Step): void {
  const turned = split(cells, isLineEnd).map((line, at, all) => {
    const before = all.slice(0, at).filter((one) => !one.every(({ source }) => isSpace(source)))
    const isBlank = line.every(({ source }) => isSpace(source))
    const stays = lines === 'second' && (isBlank || before.length % 2 === 0)
    if (stays || line.every(({ source }) => isLineEnd(source))) return line
    if (units === 'clusters') return line.toReversed()
    const words = split(line, isSpace)
    if (units === 'words') return words.toReversed().flat()
    return words.flatMap((word) => (isSpace(word[0]?.source ?? '') ? word : word.toReversed()))
  })
  cells.splice(0, cells.length, ...turned.flat())
}

/** Runs of cells that are something, and that are not, in turn. */
function split(cells: readonly Cell[], is: (cluster: string) => boolean): Cell[][] {
  const runs: Cell[][] = []
  for (const cell of cells) {
    const run = runs.at(-1)
    if (run?.[0] !== undefined && is(run[0].source) === is(cell.source)) run.push(cell)
    else runs.push([cell])
  }
  return runs
}
