import { onCells, splitRuns } from '../draft.ts'
import type { Cell, Step } from '../draft.ts'
import { anyText, fieldsOf, oneOf, optional, text } from '../fields.ts'
import type { RunSigns } from '../inverse.ts'
import { defineOperation } from '../operation.ts'
import { isInvisible } from '../text.ts'

/** `run`: puts a sign before each run of mapped capitals or digits, as braille does. */
export const run = defineOperation(
  { layer: 'code', effect: 'runs' },
  {
    members: oneOf('capitals', 'digits'),
    joiners: optional(text, ''),
    before: text,
    many: optional(text, undefined),
    stop: fieldsOf({ followers: text, text: anyText }),
  },
  ({ members, joiners, before, many, stop }) => {
    const signs: RunSigns = { members, joiners, before, many: many ?? before, stop }
    return {
      isByLine: true,
      compile: () => signRuns(signs),
      inverse: () => ({ kind: 'signs', signs }),
      published: () => signs,
    }
  },
)

const isMember = { capitals: /^\p{Lu}/u, digits: /^\p{Nd}/u }

function signRuns(signs: RunSigns): Step {
  return onCells((all) => {
    const cells = all.filter(({ source }) => !isInvisible(source))
    const isInRun = findRuns(cells, signs)
    let start = 0
    for (const { length } of splitRuns(cells, (_, at) => isInRun[at])) {
      if (isInRun[start] === true) signRun(cells, start, start + length, signs)
      start += length
    }
  })
}

/** Returns for each cell whether it is in a run: members, and single joiners between two. */
function findRuns(cells: readonly Cell[], { members, joiners }: RunSigns): boolean[] {
  const runs = cells.map(({ source, text }) => text !== source && isMember[members].test(source))
  for (let index = 1; index < cells.length - 1; index++) {
    const isBetween = runs[index - 1] === true && runs[index + 1] === true
    runs[index] ||= isBetween && isIn(joiners, cells[index])
  }
  return runs
}

function signRun(
  cells: readonly Cell[],
  start: number,
  end: number,
  { joiners, before, many, stop }: RunSigns,
): void {
  const isLong = end - start > 1
  let next = end
  while (isIn(joiners, cells[next])) next++
  const needsStop = isIn(stop.followers, cells[next]) && (isLong || many === before)
  // Without a sign that ends a run, each member gets a sign.
  const isEach = needsStop && stop.text === ''
  const last = cells[next - 1]
  if (needsStop && last !== undefined) last.text += stop.text
  for (const cell of cells.slice(start, isEach ? end : start + 1)) {
    cell.text = (isLong && !isEach ? many : before) + cell.text
  }
}

function isIn(characters: string, cell: Cell | undefined): boolean {
  return cell !== undefined && characters.includes(cell.source)
}
