import type { Cell } from './draft.ts'
import { memoize } from './memo.ts'
import { toNfc } from './normal-form.ts'
import { isEmoji, isInvisible } from './text.ts'

/** A word: letters, with apostrophes and invisible characters between them. */
export interface Word {
  /** Indexes of its first cell and of the first one after it. */
  readonly start: number
  readonly end: number
  readonly letters: readonly Cell[]
  /** Whether it has two letters or more, and only capitals. */
  readonly isCapitals: boolean
}

/** Finds the words in a draft. */
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

/** Returns whether a letter is a capital of another, small letter. */
export function isCapital({ text }: Cell): boolean {
  return text !== text.toLowerCase() && text === text.toUpperCase()
}

/** Writes text in another case. */
export interface Casing {
  readonly upper: (text: string) => string
  readonly lower: (text: string) => string
}

/** Returns the functions that write text in another case by the rules of a language. */
export function casingOf(language: string): Casing {
  const casing = (change: (composed: string) => string): ((text: string) => string) =>
    memoize((text) => {
      const composed = toNfc(text)
      const changed = change(composed)
      return changed === composed ? text : changed
    })
  return {
    upper: casing((composed) => composed.toLocaleUpperCase(language)),
    lower: casing((composed) => composed.toLocaleLowerCase(language)),
  }
}
