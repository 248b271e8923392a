import type { Cell } from './draft.ts'
import { anyText, list, optional, text, textLike } from './fields.ts'
import type { Values } from './fields.ts'
import { memoize } from './memo.ts'
import { toNfc } from './normal-form.ts'
import { isEmoji, isInvisible } from './text.ts'

/** A word: letters, with apostrophes and what is not seen between them. */
export interface Word {
  /** Places in the draft: of the first letter, and of what follows the last one. */
  readonly start: number
  readonly end: number
  readonly letters: readonly Cell[]
  /** Whether it has two letters or more, and all of them are capitals. */
  readonly isCapitals: boolean
}

/** The words of a draft, in order. */
export function wordsOf(cells: readonly Cell[]): Word[] {
  const words: Word[] = []
  for (let start = 0; start < cells.length; start++) {
    if (!isLetter(cells[start])) continue
    const letters: Cell[] = []
    let end = start
    for (let at = start; at < cells.length; at++) {
      const cell = cells[at]
      if (cell === undefined || !(isLetter(cell) || isJoiner(cell))) break
      if (!isLetter(cell)) continue
      letters.push(cell)
      end = at + 1
    }
    const isCapitals = letters.length > 1 && letters.every(isCapital)
    words.push({ start, end, letters, isCapitals })
    start = end
  }
  return words
}

function isLetter(cell: Cell | undefined): boolean {
  if (cell === undefined || !/^\p{L}/u.test(cell.text)) return false
  return !isInvisible(cell.text) && !isEmoji(cell.source)
}

function isJoiner({ text }: Cell): boolean {
  return text === "'" || text === '’' || isInvisible(text)
}

/** Whether a letter is a capital: small letters have a capital that is another letter. */
export function isCapital({ text }: Cell): boolean {
  return text !== text.toLowerCase() && text === text.toUpperCase()
}

/** Writes letters in another case. */
export interface Casing {
  readonly upper: (letters: string) => string
  readonly lower: (letters: string) => string
}

/** Returns what writes letters in another case by the rules of a language. */
export function casingOf(language: string): Casing {
  const casing = (change: (composed: string) => string): ((letters: string) => string) =>
    memoize((letters) => {
      const composed = toNfc(letters)
      const changed = change(composed)
      return changed === composed ? letters : changed
    })
  return {
    upper: casing((letters) => letters.toLocaleUpperCase(language)),
    lower: casing((letters) => letters.toLocaleLowerCase(language)),
  }
}

/** The fields that tell which letters of a word count: vowels, mostly. */
export const countedFields = {
  /** Letters of either case; an accented one counts as its base does. */
  letters: text,
  /** Those of them that do not count at the start of a word before another one: y of English. */
  glides: optional(anyText, ''),
  /** Three letters each, of which the middle one does not count: u of que and guerra. */
  mute: optional(list(0, textLike(/^\p{Ll}{3}$/u, 'three small letters')), undefined),
}

/** Whether the letter at a place of a word counts. */
export type Counts = (letters: readonly Cell[], at: number) => boolean

/** Tells which letters of a word count. */
export function createCounts({ letters, glides, mute = [] }: Values<typeof countedFields>): Counts {
  const formsOf = memoize((text) => ({ base: baseOf(text), small: toNfc(text).toLowerCase() }))
  const isIn = (members: string, cell: Cell | undefined): boolean => {
    if (cell === undefined) return false
    const { base, small } = formsOf(cell.text)
    return members.includes(base) || members.includes(small)
  }
  return (word, at) => {
    const [before, cell, after] = [word[at - 1], word[at], word[at + 1]]
    if (!isIn(letters, cell)) return false
    if (at === 0 && isIn(glides, cell) && isIn(letters, after)) return false
    if (before === undefined || cell === undefined || after === undefined) return true
    if (mute.length === 0) return true
    const { small } = formsOf(cell.text)
    return !mute.includes(formsOf(before.text).base + small + formsOf(after.text).base)
  }
}

function baseOf(text: string): string {
  const [first = ''] = text
  const [base = ''] = first.normalize('NFD')
  return base.toLowerCase()
}
