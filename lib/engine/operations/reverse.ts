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
    return [isNoBreak, isNoSpace, isBlank].reduce(reverseRuns, cells)
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
