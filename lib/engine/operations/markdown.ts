import { onCells } from '../draft.ts'
import { text } from '../fields.ts'
import { defineWithMappings } from './alternate.ts'
import { addMarks, combiningMarks } from './marks.ts'

/**
 * `markdown`: shows what Markdown says of a text: by the mappings what is bold, italic, both, and
 * code, by marks what is struck through, and by a bullet the items of lists.
 */
export const markdown = defineWithMappings(
  { layer: 'letters', kind: 'markup' },
  { struck: combiningMarks, bullet: text },
  false,
  (all, { struck, bullet }, { extras }) => {
    const strike = addMarks(struck, true, struck)
    return onCells((cells, draft) => {
      const mappings = all.map((mapping) => mapping.in(draft.language, draft.accents))
      extras().showMarkdown?.(cells, mappings, bullet, (some) => strike({ ...draft, cells: some }))
    })
  },
)
