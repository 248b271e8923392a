import { onCells } from '../draft.ts'
import type { Fields } from '../fields.ts'
import { withoutMappings } from '../operation.ts'
import type { Operation } from '../operation.ts'
import { countedFields, createCounts, wordsOf } from '../words.ts'

/** Reads `remove`: takes letters out of every word that has others, too. */
export function readRemove(fields: Fields): Operation {
  const counted = fields.read(countedFields)
  const counts = createCounts(counted)
  return {
    ...withoutMappings,
    type: 'remove',
    effect: 'rewrites',
    compile: () =>
      onCells((cells) => {
        for (const { letters } of wordsOf(cells)) {
          const removed = letters.filter((_letter, at) => counts(letters, at))
          if (removed.length === letters.length) continue
          for (const letter of removed) letter.text = ''
        }
      }),
    growth: () => ({ factor: 1, perCell: 0, added: 0 }),
    toJSON: () => ({ type: 'remove', ...counted }),
  }
}
