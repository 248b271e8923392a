import { memoize } from './memo.ts'
import { pointsBetween } from './text.ts'

/**
 * Most marks in a row in stream-safe text.
 * https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format
 */
const mostMarks = 30

const longRow = new RegExp(`\\p{M}{${mostMarks + 1}}`, 'u')
const pieces = new RegExp(`\\P{M}*\\p{M}{1,${mostMarks}}|\\P{M}+`, 'gu')

/**
 * Composes a text (NFC). ICU needs quadratic time for a long row of marks, so of more than thirty
 * in a row each thirty are composed alone; the result is still canonically equivalent.
 * https://www.unicode.org/reports/tr15/
 */
export function toNfc(text: string): string {
  if (text.length <= mostMarks || !longRow.test(text)) return text.normalize('NFC')
  return text.replace(pieces, (piece) => piece.normalize('NFC'))
}

/**
 * Returns every precomposed letter of Latin, Greek and Cyrillic with European accents → the code
 * points of its canonical decomposition: a letter and the marks that follow it. They are collected
 * at the first use, because that takes some milliseconds.
 */
export const precomposedLetters = memoize((): ReadonlyMap<string, readonly string[]> => {
  const blocks = [
    ...pointsBetween(0xc0, 0x24f),
    ...pointsBetween(0x370, 0x52f),
    ...pointsBetween(0x1e00, 0x1fff),
  ]
  // A letter that NFC replaces (U+1F71) never occurs in composed text.
  const letters = blocks.filter((letter) => {
    const decomposed = letter.normalize('NFD')
    return /^\p{L}\p{M}+$/u.test(decomposed) && decomposed.normalize('NFC') === letter
  })
  return new Map(letters.map((letter) => [letter, [...letter.normalize('NFD')]]))
})
