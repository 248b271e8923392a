import { onText } from '../draft.ts'
import { anyText } from '../fields.ts'
import { defineOperation } from '../operation.ts'

/** `join`: joins the words of each line, as programmers write names. */
export const join = defineOperation({ text: anyText }, ({ text }) => ({
  compile: () =>
    onText((whole) =>
      whole.replace(/.+/g, (line) => {
        const words = line.replace(/['’](?!\p{M})/gu, '').split(seams).filter((word) => word !== '')
        return words.length === 0 ? line : words.join(text)
      }),
    ),
}))

/**
 * Blanks and punctuation, and the places before capitals as in `helloWorld` and `XMLFile`. A sign
 * with a mark may be an emoji, such as a keycap.
 */
const seams = new RegExp(
  [
    '(?:[\\p{White_Space}\\p{P}](?![\\p{M}\\u200d]))+',
    '(?=\\p{Lu})(?<=\\p{Ll}\\p{M}*)',
    '(?=\\p{Lu}\\p{M}*\\p{Ll})(?<=\\p{Lu}\\p{M}*)',
  ].join('|'),
  'u',
)
