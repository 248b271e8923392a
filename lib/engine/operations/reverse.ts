import { onCells } from '../draft.ts'
import type { Cell } from '../draft.ts'
import { oneOf, optional } from '../fields.ts'
import type { Fields } from '../fields.ts'
import { withoutMappings } from '../operation.ts'
import type { Operation } from '../operation.ts'
import { isLineBreak, isSpace } from '../text.ts'

/**
 * Reads `reverse`: turns each line around, the order of its words, or the letters of each word; or
 * every second line alone.
 */
export function readReverse(fields: Fields): Operation {
  const { units, lines } = fields.read({
    units: oneOf('clusters', 'words', 'letters'),
    lines: optional(oneOf('all', 'second'), 'all'),
  })
  const step = onCells(lines === 'all' ? orders[units] : onSecondLines(orders[units]))
  return {
    ...withoutMappings,
    type: 'reverse',
    effect: 'rewrites',
    compile: () => step,
    inverse: () => ({ kind: 'step', step, factor: 1 }),
    growth: () => ({ factor: 1, perCell: 0, added: 0 }),
    toJSON: () => ({ type: 'reverse', units, lines }),
  }
}

type Order = (cells: Cell[]) => void

const orders = {
  clusters: (cells: Cell[]) => reverseRuns(cells, isNoBreak),
  letters: (cells: Cell[]) => reverseRuns(cells, isNoSpace),
  // All of a line is turned round, and then each word and each blank is turned back.
  words: (cells: Cell[]) => {
    reverseRuns(cells, isNoBreak)
    reverseRuns(cells, isNoSpace)
    reverseRuns(cells, isBlank)
  },
} as const satisfies Record<string, Order>

/** The same on every second line of those that are not empty. */
function onSecondLines(order: Order): Order {
  return (cells) => {
    let count = 0
    let start = 0
    for (let end = 0; end <= cells.length; end++) {
      const cell = cells[end]
      if (cell !== undefined && isNoBreak(cell)) continue
      const line = cells.slice(start, end)
      if (line.some(isNoSpace) && ++count % 2 === 0) {
        order(line)
        for (const [offset, member] of line.entries()) cells[start + offset] = member
      }
      start = end + 1
    }
  }
}

function isNoBreak({ source }: Cell): boolean {
  return !isLineBreak(source)
}

function isNoSpace({ source }: Cell): boolean {
  return !isSpace(source)
}

function isBlank({ source }: Cell): boolean {
  return isSpace(source) && !isLineBreak(source)
}

function reverseRuns(cells: Cell[], isMember: (cell: Cell) => boolean): void {
  let start = 0
  for (let end = 0; end <= cells.length; end++) {
    const cell = cells[end]
    if (cell !== undefined && isMember(cell)) continue
    const reversed = cells.slice(start, end).reverse()
    for (const [offset, member] of reversed.entries()) cells[start + offset] = member
    start = end + 1
  }
}
