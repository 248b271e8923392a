import { onCells } from '../draft.ts'
import type { Cell, Step } from '../draft.ts'
import { text } from '../fields.ts'
import type { Fields } from '../fields.ts'
import { withoutMappings } from '../operation.ts'
import type { Operation } from '../operation.ts'
import { countCodePoints } from '../text.ts'
import { casingOf, countedFields, createCounts, isCapital, wordsOf } from '../words.ts'
import type { Casing, Counts } from '../words.ts'

const insertFields = { ...countedFields, text }

/** Reads `insert`: puts a text before each run of letters that count. */
export function readInsert(fields: Fields): Operation {
  return ofWords('insert', fields, (text, counts) => (letters, isCapitals, casing) => {
    const counted = letters.map((_letter, at) => counts(letters, at))
    letters.forEach((letter, at) => {
      if (counted[at] !== true || counted[at - 1] === true) return
      const isTitle = at === 0 && !isCapitals && isCapital(letter)
      if (isTitle) letter.text = casing.lower(letter.text)
      letter.text = cased(text, isCapitals, isTitle, casing) + letter.text
    })
  })
}

/** Reads `echo`: puts a text behind each letter that counts, and the letter once more. */
export function readEcho(fields: Fields): Operation {
  return ofWords('echo', fields, (text, counts) => (letters, isCapitals, casing) => {
    const counted = letters.filter((_letter, at) => counts(letters, at))
    for (const letter of counted) {
      const again = isCapitals ? letter.text : casing.lower(letter.text)
      letter.text += cased(text, isCapitals, false, casing) + again
    }
  })
}

type ChangeWord = (letters: readonly Cell[], isCapitals: boolean, casing: Casing) => void

function ofWords(
  type: string,
  fields: Fields,
  changeBy: (text: string, counts: Counts) => ChangeWord,
): Operation {
  const data = fields.read(insertFields)
  const change = changeBy(data.text, createCounts(data))
  return {
    ...withoutMappings,
    type,
    effect: 'rewrites',
    compile: () => changeWords(change),
    // The letter and its other case, which has three code points at most.
    growth: () => ({ factor: 4, perCell: 3 * countCodePoints(data.text), added: 0 }),
    toJSON: () => ({ type, ...data }),
  }
}

function changeWords(change: ChangeWord): Step {
  return onCells((cells, { language }) => {
    const casing = casingOf(language)
    for (const { letters, isCapitals } of wordsOf(cells)) change(letters, isCapitals, casing)
  })
}

/** A text as it stands in a word of capitals, or at the start of one with a capital. */
function cased(text: string, isCapitals: boolean, isTitle: boolean, casing: Casing): string {
  if (isCapitals) return casing.upper(text)
  if (!isTitle) return text
  const [first = '', ...others] = text
  return casing.upper(first) + others.join('')
}
