import { onCells } from '../draft.ts'
import type { Cell } from '../draft.ts'
import { oneOf } from '../fields.ts'
import type { Fields } from '../fields.ts'
import { withoutMappings } from '../operation.ts'
import type { Operation } from '../operation.ts'
import { isLineBreak, isSpace } from '../text.ts'

/** Reads `reverse`: turns each line around, the order of its words, or the letters of each word. */
export function readReverse(fields: Fields): Operation {
  const { units } = fields.read({ units: oneOf('clusters', 'words', 'letters') })
  return {
    ...withoutMappings,
    type: 'reverse',
    effect: 'rewrites',
    compile: () => steps[units],
    growth: () => ({ factor: 1, perCell: 0, added: 0 }),
    toJSON: () => ({ type: 'reverse', units }),
  }
}

const steps = {
  clusters: onCells((cells) => reverseRuns(cells, isNoBreak)),
  letters: onCells((cells) => reverseRuns(cells, isNoSpace)),
  // All of a line is turned round, and then each word and each blank is turned back.
  words: onCells((cells) => {
    reverseRuns(cells, isNoBreak)
    reverseRuns(cells, isNoSpace)
    reverseRuns(cells, isBlank)
  }),
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
