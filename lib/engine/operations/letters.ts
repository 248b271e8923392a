import { onCells } from '../draft.ts'
import type { Cell, Step } from '../draft.ts'
import { anyText, flag, integer, list, optional, text, textLike } from '../fields.ts'
import type { Shape, Values } from '../fields.ts'
import type { Kind } from '../kind.ts'
import { memoize } from '../memo.ts'
import type { WordGame } from '../inverse.ts'
import { defineOperation } from '../operation.ts'
import type { Behaviour, OperationType } from '../operation.ts'
import { isEmoji, isInvisible } from '../text.ts'

/** The fields that decide which letters of a word count: usually the vowels. */
const countedFields = {
  /** Letters in either case; an accented letter counts if its base does. */
  letters: text,
  /** Letters that do not count at the start of a word before another one: y in English. */
  glides: optional(anyText, ''),
  /** Three letters each, whose middle one does not count: the u of que and guerra. */
  mute: optional(list(0, textLike(/^\p{Ll}{3}$/u, 'three small letters')), undefined),
}

/** A word: letters, with apostrophes and invisible characters between them. */
interface Word {
  readonly letters: readonly Cell[]
  /** The letters and what is between them. */
  readonly cells: Cell[]
  /** Whether it has two letters or more, and only capitals. */
  readonly isCapitals: boolean
  /** For each letter, whether it is one that the operation is about. */
  readonly counts: readonly boolean[]
}

/** Writes text in the other case by the rules of a language. */
type Casing = Readonly<Record<'upper' | 'lower', (text: string) => string>>

/** Defines an operation that changes words; text that it adds is in the case of the word. */
function changeWords<const Own extends Shape>(
  kind: Kind,
  shape: Own,
  change: (word: Word, casing: Casing, fields: Values<Own>) => void,
  gameOf?: (fields: Values<typeof countedFields & Own>) => WordGame | undefined,
): OperationType {
  return defineOperation({ layer: 'text', kind }, { ...countedFields, ...shape }, (fields) => {
    const compile = (): Step => {
      const counts = createCounts(fields)
      return onCells((cells, { language }) => {
        const casing: Casing = {
          upper: (one) => one.toLocaleUpperCase(language),
          // Outside Turkish, İ would get a second dot.
          lower: (one) => one.toLocaleLowerCase(language).replace(/^i\u0307/, 'i'),
        }
        for (const [start, end] of wordsOf(cells)) {
          const own = cells.slice(start, end)
          const letters = own.filter(isLetter)
          const isCapitals = letters.length > 1 && letters.every(isCapital)
          change({ letters, cells: own, isCapitals, counts: counts(letters) }, casing, fields)
          for (const [offset, cell] of own.entries()) cells[start + offset] = cell
        }
      })
    }
    const game = gameOf?.(fields)
    if (game === undefined) return { isByLine: true, compile }
    const inverse: Behaviour['inverse'] = ({ decoding }) => {
      return { kind: 'step', step: decoding().createGameReader(game, compile()) }
    }
    return { isByLine: true, compile, inverse }
  })
}

/** `insert`: puts a text before each run of letters that count, or only of those after others. */
export const insert = changeWords(
  'game',
  { text, following: optional(textLike(/^\p{Ll}+$/u, 'small letters'), undefined) },
  ({ letters, isCapitals, counts }, { upper, lower }, { text, following }) => {
    const follows = (at: number): boolean => {
      const before = letters[at - 1]?.text.toLowerCase() ?? ''
      return following === undefined || (before !== '' && following.includes(before))
    }
    letters.forEach((letter, at) => {
      if (counts[at] !== true || counts[at - 1] === true || !follows(at)) return
      const isTitle = at === 0 && !isCapitals && isCapital(letter)
      if (isTitle) letter.text = lower(letter.text)
      const [first = '', ...others] = text
      const title = isTitle ? upper(first) + others.join('') : text
      letter.text = (isCapitals ? upper(text) : title) + letter.text
    })
  },
  ({ letters, text, following }) =>
    following === undefined ? { kind: 'insert', letters, text } : undefined,
)

/**
 * `echo`: puts a text after each letter that counts, and then the letter again, one or several
 * times; or only after the first letter of each word.
 */
export const echo = changeWords(
  'game',
  { text: anyText, times: optional(integer(1, 9), 1), initial: flag },
  ({ letters, isCapitals, counts }, { upper, lower }, { text, times, initial }) => {
    for (const letter of letters.filter((_, at) => counts[at] && (at === 0 || !initial))) {
      // I-I is a word of one letter, as it was typed.
      const own = initial && letters.length === 1 ? letter.text : lower(letter.text)
      const again = isCapitals ? upper(text) + letter.text : text + own
      letter.text += again.repeat(times)
    }
  },
  ({ letters, text, times, initial }) =>
    text === '' || times > 1 || initial ? undefined : { kind: 'echo', letters, text },
)

/**
 * `move`: moves what precedes the first letter that counts to the end of the word. Words without a
 * Latin letter stay.
 */
export const move = changeWords(
  'game',
  { after: text, unmoved: text, front: optional(anyText, '') },
  ({ letters, cells, isCapitals, counts }, { upper, lower }, { after, unmoved, front }) => {
    if (!letters.some(({ text }) => /^\p{sc=Latn}/u.test(text))) return
    const count = counts.indexOf(true)
    const [oldFirst, newFirst] = [letters[0], letters[count]]
    if (count > 0 && oldFirst !== undefined && newFirst !== undefined) {
      if (!isCapitals && isCapital(oldFirst)) {
        oldFirst.text = lower(oldFirst.text)
        newFirst.text = upper(newFirst.text)
      }
      for (const cell of cells.splice(0, cells.indexOf(newFirst))) cells.push(cell)
    }
    if (front !== '' && newFirst !== undefined) {
      const isTitle = !isCapitals && isCapital(newFirst)
      if (isTitle) newFirst.text = lower(newFirst.text)
      newFirst.text = (isCapitals || isTitle ? upper(front) : front) + newFirst.text
    }
    const last = cells.at(-1)
    const ending = count === 0 ? unmoved : after
    if (last !== undefined) last.text += isCapitals ? upper(ending) : ending
  },
  // Where the moved letters begin is not known if there is a text before the others.
  ({ letters, after, unmoved, front }) =>
    front === '' ? { kind: 'move', letters, text: after, unmoved } : undefined,
)

/** `remove`: removes the letters that count from every word that has others, too. */
export const remove = changeWords('dropped', {}, ({ letters, counts }) => {
  if (!counts.includes(false)) return
  for (const letter of letters.filter((_, at) => counts[at])) letter.text = ''
})

/** Finds the words of a draft: the index of their first cell, and of the one after the last. */
function wordsOf(cells: readonly Cell[]): ReadonlyArray<readonly [start: number, end: number]> {
  const words: Array<[number, number]> = []
  let isWithin = false
  cells.forEach((cell, at) => {
    const word = words.at(-1)
    if (!isLetter(cell)) {
      isWithin &&= /^['’]$/.test(cell.text) || isInvisible(cell.text)
    } else if (isWithin && word !== undefined) {
      word[1] = at + 1
    } else {
      words.push([at, at + 1])
      isWithin = true
    }
  })
  return words
}

function isLetter({ source, text }: Cell): boolean {
  return /^\p{L}/u.test(text) && !isInvisible(text) && !isEmoji(source)
}

/** Returns whether a letter is a capital of another, small letter. */
function isCapital({ text }: Cell): boolean {
  return text !== text.toLowerCase() && text === text.toUpperCase()
}

/** Returns a function that finds for each letter of a word whether it counts. */
function createCounts({
  letters,
  glides,
  mute = [],
}: Values<typeof countedFields>): (word: readonly Cell[]) => readonly boolean[] {
  const formsOf = memoize(formsOfLetter, 500)
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

/** A small letter and its base. */
interface Forms {
  readonly base: string
  readonly small: string
}

function formsOfLetter(text: string): Forms {
  const [first = ''] = text
  const [base = ''] = first.normalize('NFD')
  return { base: base.toLowerCase(), small: text.toLowerCase() }
}
