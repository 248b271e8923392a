import { onCells } from '../draft.ts'
import type { Cell } from '../draft.ts'
import { oneOf, optional } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { isLineBreak, isSpace } from '../text.ts'

/** `reverse`: reverses the clusters or words of lines, or the letters of words. */
export const reverse = defineOperation(
  {
    units: oneOf('clusters', 'words', 'letters'),
    lines: optional(oneOf('all', 'second'), 'all'),
  },
  ({ units, lines }) => {
    const step = onCells(lines === 'all' ? orders[units] : onSecondLines(orders[units]))
    return { compile: () => step, inverse: () => ({ kind: 'step', step }) }
  },
)

type Order = (cells: Cell[]) => void

const orders = {
  clusters: (cells: Cell[]) => reverseRuns(cells, isNoBreak),
  letters: (cells: Cell[]) => reverseRuns(cells, isNoSpace),
  // The whole line is reversed, and then each word and each gap is reversed back.
  words: (cells: Cell[]) => {
    reverseRuns(cells, isNoBreak)
    reverseRuns(cells, isNoSpace)
    reverseRuns(cells, isBlank)
  },
} as const satisfies Record<string, Order>

/** Applies the order to every second line that is not blank. */
function onSecondLines(order: Order): Order {
  return (cells) => {
    let count = 0
    changeRuns(cells, isNoBreak, (line) => {
      if (line.some(isNoSpace) && ++count % 2 === 0) order(line)
    })
  }
}

const isNoBreak = ({ source }: Cell): boolean => !isLineBreak(source)
const isNoSpace = ({ source }: Cell): boolean => !isSpace(source)
const isBlank = ({ source }: Cell): boolean => isSpace(source) && !isLineBreak(source)

function reverseRuns(cells: Cell[], isMember: (cell: Cell) => boolean): void {
  changeRuns(cells, isMember, (run) => run.reverse())
}

/** Changes each run of members in place. */
function changeRuns(
  cells: Cell[],
  isMember: (cell: Cell) => boolean,
  change: (run: Cell[]) => void,
): void {
  let run: Cell[] = []
  for (const [at, cell] of [...cells, undefined].entries()) {
    if (cell !== undefined && isMember(cell)) {
      run.push(cell)
      continue
    }
    change(run)
    for (const [offset, member] of run.entries()) cells[at - run.length + offset] = member
    run = []
  }
}
