import { onCells } from '../draft.ts'
import type { Cell } from '../draft.ts'
import { anyText, list, optional, text, textLike } from '../fields.ts'
import type { Shape, Values } from '../fields.ts'
import { memoize } from '../memo.ts'
import { toNfc } from '../normal-form.ts'
import { defineOperation } from '../operation.ts'
import type { OperationReader } from '../operation.ts'
import { casingOf, isCapital, wordsOf } from '../words.ts'
import type { Casing, Word } from '../words.ts'

/** The fields that decide which letters of a word count: usually the vowels. */
const countedFields = {
  /** Letters in either case; an accented letter counts if its base does. */
  letters: text,
  /** Letters that do not count at the start of a word before another one: y in English. */
  glides: optional(anyText, ''),
  /** Three letters each, whose middle one does not count: the u of que and guerra. */
  mute: optional(list(0, textLike(/^\p{Ll}{3}$/u, 'three small letters')), undefined),
}

/** `insert`: puts a text before each run of letters that count. */
export const insert = changeWords({ text }, ({ text }, { letters, isCapitals }, counts, casing) => {
  letters.forEach((letter, at) => {
    if (counts[at] !== true || counts[at - 1] === true) return
    const isTitle = at === 0 && !isCapitals && isCapital(letter)
    if (isTitle) letter.text = casing.lower(letter.text)
    const [first = '', ...others] = text
    const title = isTitle ? casing.upper(first) + others.join('') : text
    letter.text = (isCapitals ? casing.upper(text) : title) + letter.text
  })
})

/** `echo`: puts a text after each letter that counts, and then the letter again. */
export const echo = changeWords({ text }, ({ text }, { letters, isCapitals }, counts, casing) => {
  letters.forEach((letter, at) => {
    if (counts[at] !== true) return
    letter.text += isCapitals
      ? casing.upper(text) + letter.text
      : text + casing.lower(letter.text)
  })
})

/** `move`: moves what precedes the first letter that counts to the end of the word. */
export const move = changeWords(
  { after: text, unmoved: text },
  ({ after, unmoved }, word, counts, casing, cells) => {
    const first = counts.indexOf(true)
    if (first > 0) moveStart(cells, word, first, casing)
    const last = cells[word.end - 1]
    const ending = first === 0 ? unmoved : after
    if (last !== undefined) last.text += word.isCapitals ? casing.upper(ending) : ending
  },
)

/** `remove`: removes the letters that count from every word that has others, too. */
export const remove = changeWords({}, (_fields, { letters }, counts) => {
  if (!counts.includes(false)) return
  letters.forEach((letter, at) => {
    if (counts[at] === true) letter.text = ''
  })
})

/** Changes the cells of a word; `counts` has for each letter whether it counts. */
type ChangeWord<Own extends Shape> = (
  fields: Values<Own>,
  word: Word,
  counts: readonly boolean[],
  casing: Casing,
  cells: Cell[],
) => void

function changeWords<const Own extends Shape>(
  shape: Own,
  change: ChangeWord<Own>,
): OperationReader {
  return defineOperation({ ...countedFields, ...shape }, (fields) => {
    const counts = createCounts(fields)
    return {
      compile: () =>
        onCells((cells, { language }) => {
          const casing = casingOf(language)
          for (const word of wordsOf(cells)) {
            change(fields, word, counts(word.letters), casing, cells)
          }
        }),
    }
  })
}

/** Returns for each letter of a word whether it counts. */
type Counts = (word: readonly Cell[]) => boolean[]

function createCounts({ letters, glides, mute = [] }: Values<typeof countedFields>): Counts {
  const formsOf = memoize(formsOfLetter)
  const isIn = (members: string, forms: Forms | undefined): boolean =>
    forms !== undefined && (members.includes(forms.base) || members.includes(forms.small))
  return (word) => {
    const forms = word.map(({ text }) => formsOf(text))
    return forms.map((own, at) => {
      const [before, after] = [forms[at - 1], forms[at + 1]]
      if (!isIn(letters, own)) return false
      if (at === 0 && isIn(glides, own) && isIn(letters, after)) return false
      if (before === undefined || after === undefined) return true
      return !mute.includes(before.base + own.small + after.base)
    })
  }
}

/** A small letter, composed, and its base. */
interface Forms {
  readonly base: string
  readonly small: string
}

function formsOfLetter(text: string): Forms {
  const [first = ''] = text
  const [base = ''] = first.normalize('NFD')
  return { base: base.toLowerCase(), small: toNfc(text).toLowerCase() }
}

/** Moves that many letters, with the invisible characters between them, to the end of the word. */
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
