import { onCells, splitRuns } from '../draft.ts'
import type { Cell } from '../draft.ts'
import { oneOf, optional } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { isLineBreak, isSpace } from '../text.ts'

/** `reverse`: reverses the clusters or words of lines, or the letters of words. */
export const reverse = defineOperation(
  { layer: 'text', kind: 'reversed' },
  {
    units: oneOf('clusters', 'words', 'letters'),
    lines: optional(oneOf('all', 'second'), 'all'),
  },
  ({ units, lines }) => {
    const order = lines === 'all' ? orders[units] : onSecondLines(orders[units])
    const step = onCells((cells, draft) => {
      draft.cells = [...order(cells)]
    })
    return {
      isByLine: lines === 'all',
      compile: () => step,
      inverse: () => ({ kind: 'step', step }),
    }
  },
)

type Cells = readonly Cell[]
type Order = (cells: Cells) => Cells

const orders = {
  clusters: (cells: Cells) => reverseRuns(cells, isNoBreak),
  letters: (cells: Cells) => reverseRuns(cells, isNoSpace),
  // The whole line is reversed, and then each word and each gap is reversed back.
  words: (cells: Cells) => {
    const reversed = [isNoBreak, isNoSpace, isBlank].reduce(reverseRuns, cells)
    return splitRuns(reversed, isNoSpace).flatMap(turnBrackets)
  },
} as const satisfies Record<string, Order>

/** Applies the order to every second line that is not blank. */
function onSecondLines(order: Order): Order {
  return (cells) => {
    let count = 0
    return splitRuns(cells, isNoBreak).flatMap((line) => {
      return line.some(isNoSpace) && ++count % 2 === 0 ? order(line) : line
    })
  }
}

const isNoBreak = ({ source }: Cell): boolean => !isLineBreak(source)
const isNoSpace = ({ source }: Cell): boolean => !isSpace(source)
const isBlank = ({ source }: Cell): boolean => isSpace(source) && !isLineBreak(source)

function reverseRuns(cells: Cells, isMember: (cell: Cell) => boolean): Cells {
  return splitRuns(cells, isMember).flatMap((run) => {
    return run.slice(0, 1).some(isMember) ? run.reverse() : run
  })
}

const openings = '([{（［｛〈《「『【〔⟨«‹'
const closings = ')]}）］｝〉》」』】〕⟩»›'

/**
 * Moves brackets whose partner is in another word from one end of a word to the other, before its
 * punctuation, and turns them. The mouth of a face stays.
 */
function turnBrackets(word: Cells): Cells {
  const sources = word.map(({ source }) => source)
  const alone = findUnpaired(sources)
  let start = 0
  while (alone.has(start) && openings.includes(sources[start] ?? '')) start++
  const stop = sources.findLastIndex((one) => !/^[.,;:!?…]$/.test(one)) + 1
  let end = stop
  while (end > start && alone.has(end - 1) && closings.includes(sources[end - 1] ?? '')) end--
  if (/^[:;=-]$/.test(sources[end - 1] ?? '')) end = stop
  const turned = (cells: Cells): Cells =>
    cells.toReversed().map(({ source }) => {
      const sign = closings[openings.indexOf(source)] ?? openings[closings.indexOf(source)] ?? ''
      return { source: sign, text: sign }
    })
  const [before, after] = [word.slice(0, start), word.slice(end, stop)].map(turned)
  return [...(after ?? []), ...word.slice(start, end), ...(before ?? []), ...word.slice(stop)]
}

/** Returns the indices of brackets that have no partner among the signs. */
function findUnpaired(signs: readonly string[]): ReadonlySet<number> {
  const [open, alone] = [new Array<number>(), new Set<number>()]
  for (const [at, sign] of signs.entries()) {
    if (openings.includes(sign)) open.push(at)
    else if (closings.includes(sign) && open.pop() === undefined) alone.add(at)
  }
  return new Set([...open, ...alone])
}
