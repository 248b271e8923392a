import { onCells } from '../draft.ts'
import { text } from '../fields.ts'
import { characterTable } from '../mapping-data.ts'
import { defineOperation } from '../operation.ts'
import { isInvisible } from '../text.ts'

/**
 * `map-after`: replaces characters by a table right after a letter, one of the signs, or another
 * replaced character, such as the digits of H2O and Ca(OH)2.
 */
export const mapAfter = defineOperation(
  { layer: 'letters' },
  { table: characterTable, signs: text },
  ({ table, signs }) => ({
    isByLine: true,
    compile: () =>
      onCells((cells) => {
        let isAfter = false
        for (const cell of cells) {
          if (isInvisible(cell.source)) continue
          const replacement = isAfter ? table.get(cell.text) : undefined
          if (replacement !== undefined) cell.text = replacement
          else isAfter = /^\p{L}/u.test(cell.text) || signs.includes(cell.text)
        }
      }),
  }),
)
