import { onCells, splitRuns } from '../draft.ts'
import type { Cell, Draw } from '../draft.ts'
import { oneOf } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { isEmoji, isInvisible, isLineBreak, isSpace } from '../text.ts'

/**
 * `shuffle`: changes the order of the words of each line, or of the letters within each word, whose
 * first and last letters stay. The same text always gets the same order.
 */
export const shuffle = defineOperation(
  { layer: 'text', kind: 'reversed' },
  { units: oneOf('words', 'letters') },
  ({ units }) => ({
    compile: () =>
      onCells((cells, draft) => {
        const change = units === 'words' ? shuffleWords : shuffleLetters
        draft.cells = splitRuns(cells, ({ source }) => isLineBreak(source)).flatMap((line) =>
          change(line, draft.draw),
        )
      }),
  }),
)

function shuffleWords(line: readonly Cell[], draw: Draw): readonly Cell[] {
  const runs = splitRuns(line, ({ source }) => isSpace(source))
  const isWord = (run: readonly Cell[]): boolean => run.some(({ source }) => !isSpace(source))
  const words = mixed(runs.filter(isWord), draw, textOfRun)
  let next = 0
  return runs.flatMap((run) => (isWord(run) ? (words[next++] ?? []) : run))
}

function shuffleLetters(line: readonly Cell[], draw: Draw): readonly Cell[] {
  const isLetter = ({ source }: Cell): boolean => /^\p{L}/u.test(source) && !isEmoji(source)
  // What is not seen stays where it is.
  return splitRuns(line, (cell) => isLetter(cell) || isInvisible(cell.source)).flatMap((run) => {
    const isSeen = ({ source }: Cell): boolean => !isInvisible(source)
    const letters = run.filter((cell) => isLetter(cell) && isSeen(cell))
    const inner = mixed(letters.slice(1, -1), draw, ({ text }) => text)
    const order = [...letters.slice(0, 1), ...inner, ...letters.slice(1).slice(-1)]
    let next = 0
    return run.map((cell) => (isLetter(cell) && isSeen(cell) ? (order[next++] ?? cell) : cell))
  })
}

function textOfRun(run: readonly Cell[]): string {
  return run.map(({ text }) => text).join('')
}

/** Returns items in a random order, which differs from theirs if any two items differ. */
function mixed<Item>(items: readonly Item[], draw: Draw, nameOf: (item: Item) => string): Item[] {
  const order = [...items]
  for (let last = order.length - 1; last > 0; last--) {
    const at = draw(last + 1)
    const [one, other] = [order[at], order[last]]
    if (one === undefined || other === undefined) continue
    order[at] = other
    order[last] = one
  }
  const isSame = order.every((item, at) => nameOf(item) === nameOf(items[at] ?? item))
  const other = order.findIndex((item) => nameOf(item) !== nameOf(order[0] ?? item))
  return isSame && other > 0 ? [...order.slice(other), ...order.slice(0, other)] : order
}
