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

/** Latin, Greek and Cyrillic: the blocks of precomposed letters with European accents. */
const blocks = [
  [0xc0, 0x24f],
  [0x370, 0x52f],
  [0x1e00, 0x1fff],
] as const

// Collected at the first use, because that takes some milliseconds.
let precomposed: ReadonlyMap<string, string> | undefined

/**
 * Returns every precomposed letter of those scripts, by code point → its canonical decomposition:
 * a letter and the marks that follow it.
 */
export function precomposedLetters(): ReadonlyMap<string, string> {
  precomposed ??= collectLetters()
  return precomposed
}

function collectLetters(): ReadonlyMap<string, string> {
  const letters = new Map<string, string>()
  for (const [first, last] of blocks) {
    for (let point = first; point <= last; point++) {
      const letter = String.fromCodePoint(point)
      const decomposed = letter.normalize('NFD')
      // A letter that NFC replaces (U+1F71) never occurs in composed text.
      if (/^\p{L}\p{M}+$/u.test(decomposed) && decomposed.normalize('NFC') === letter) {
        letters.set(letter, decomposed)
      }
    }
  }
  return letters
}
