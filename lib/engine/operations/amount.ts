import { onCells, onText } from '../draft.ts'
import type { Cell } from '../draft.ts'
import { anyText, integer } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { isEmoji, isLineBreak, isSpace } from '../text.ts'

/** `copies`: writes the whole text several times, with a text in between. */
export const copies = defineOperation(
  { layer: 'text', kind: 'repeated' },
  { count: integer(2, 20), text: anyText },
  ({ count, text }) => ({
    compile: () =>
      onText((whole) => (whole.trim() === '' ? whole : (whole + text).repeat(count - 1) + whole)),
  }),
)

/** `drop-emoji`: removes emoji, and the blanks that would be left over. */
export const dropEmoji = defineOperation({ layer: 'text', kind: 'dropped' }, {}, () => ({
  isByLine: true,
  compile: () =>
    onCells((cells, draft) => {
      const kept: Cell[] = []
      const trim = (): void => {
        while (isBlank(kept.at(-1))) kept.pop()
      }
      let isAfterEmoji = false
      for (const cell of cells) {
        if (isEmoji(cell.source)) {
          isAfterEmoji = true
          continue
        }
        const last = kept.at(-1)
        const isStart = last === undefined || isLineBreak(last.source)
        if (isAfterEmoji && isBlank(cell) && (isStart || isBlank(last))) {
          isAfterEmoji = isStart
          continue
        }
        if (isAfterEmoji && (isLineBreak(cell.source) || closing.test(cell.source))) trim()
        isAfterEmoji = false
        kept.push(cell)
      }
      if (isAfterEmoji) trim()
      draft.cells = kept
    }),
}))

const closing = /^[!?.,;:…\p{Pe}\p{Pf}]/u

function isBlank(cell: Cell | undefined): boolean {
  return cell !== undefined && isSpace(cell.source) && !isLineBreak(cell.source)
}
