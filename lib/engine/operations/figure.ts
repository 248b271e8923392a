import { onText, splitRuns } from '../draft.ts'
import { oneOf, optional, text } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { clustersOf, isInvisible, isSpace } from '../text.ts'
import { breakLine } from './lines.ts'

/**
 * `figure`: writes each word along the sides of a square, around blanks, or as a triangle that
 * grows by a letter with each line. The rest of a longer word gets a figure of its own.
 */
export const figure = defineOperation(
  { layer: 'text', kind: 'shaped' },
  { shape: oneOf('square', 'triangle'), blank: optional(text, ' ') },
  (fields) => {
    const rowsOf = fields.shape === 'square' ? squareRows : triangleRows
    return {
      compile: () =>
        onText((whole) =>
          wordsOf(whole).map((word) => rowsOf(word, fields.blank).join('\n')).join('\n\n'),
        ),
    }
  },
)

/** Without a limit a figure would grow with the square of its word. */
const mostLetters = 12

/** Returns the clusters of each word, in parts; those that are not seen are left out. */
function wordsOf(whole: string): string[][] {
  const seen = clustersOf(whole).filter((one) => !isInvisible(one) && !/^\p{M}/u.test(one))
  return splitRuns(seen, isSpace)
    .filter(([first = '']) => !isSpace(first))
    .flatMap((word) => breakLine(word, mostLetters, () => 1))
}

function squareRows(word: readonly string[], blank: string): readonly string[] {
  const back = word.toReversed()
  const gap = blank.repeat(Math.max(0, word.length - 2))
  return word.map((letter, row) => {
    if (row === 0) return word.join('')
    return row === word.length - 1 ? back.join('') : letter + gap + back[row]
  })
}

function triangleRows(word: readonly string[]): readonly string[] {
  return word.map((_, row) => word.slice(0, row + 1).join(''))
}
