import { onCells } from '../draft.ts'
import type { Cell } from '../draft.ts'
import { text } from '../fields.ts'
import type { Fields } from '../fields.ts'
import { longest, withoutMappings } from '../operation.ts'
import type { Operation } from '../operation.ts'
import { casingOf, countedFields, createCounts, isCapital, wordsOf } from '../words.ts'
import type { Casing, Word } from '../words.ts'

/** Reads `move`: moves what stands before the first letter that counts behind the word. */
export function readMove(fields: Fields): Operation {
  const move = fields.read({ ...countedFields, after: text, unmoved: text })
  const counts = createCounts(move)
  return {
    ...withoutMappings,
    type: 'move',
    effect: 'rewrites',
    compile: () =>
      onCells((cells, { language }) => {
        const casing = casingOf(language)
        for (const word of wordsOf(cells)) {
          const first = word.letters.findIndex((_letter, at) => counts(word.letters, at))
          if (first > 0) moveStart(cells, word, first, casing)
          const last = cells[word.end - 1]
          const ending = first === 0 ? move.unmoved : move.after
          if (last === undefined) continue
          last.text += word.isCapitals ? casing.upper(ending) : ending
        }
      }),
    // Another case of a letter has three code points at most.
    growth: () => ({ factor: 3, perCell: 3 * longest([move.after, move.unmoved]), added: 0 }),
    toJSON: () => ({ type: 'move', ...move }),
  }
}

/** Moves so many letters behind the word, with what is not seen between them. */
function moveStart(cells: Cell[], word: Word, count: number, casing: Casing): void {
  const { start, end, letters, isCapitals } = word
  const [oldFirst, newFirst] = [letters[0], letters[count]]
  if (oldFirst === undefined || newFirst === undefined) return
  if (!isCapitals && isCapital(oldFirst)) {
    oldFirst.text = casing.lower(oldFirst.text)
    newFirst.text = casing.upper(newFirst.text)
  }
  const members = cells.slice(start, end)
  const kept = members.indexOf(newFirst)
  const turned = [...members.slice(kept), ...members.slice(0, kept)]
  for (const [offset, cell] of turned.entries()) cells[start + offset] = cell
}
