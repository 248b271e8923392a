/** Latin, Greek and Cyrillic, where precomposed letters with European accents live. */
const ranges = [
  [0xc0, 0x24f],
  [0x370, 0x52f],
  [0x1e00, 0x1fff],
] as const

// Worked out at its first use, because it takes some milliseconds.
let precomposed: ReadonlyMap<string, string> | undefined

/**
 * Every precomposed letter of those scripts, by code point → its canonical decomposition: a letter
 * and the marks that follow it. https://www.unicode.org/reports/tr15/
 */
export function precomposedLetters(): ReadonlyMap<string, string> {
  precomposed ??= collectLetters()
  return precomposed
}

function collectLetters(): ReadonlyMap<string, string> {
  const letters = new Map<string, string>()
  for (const [first, last] of ranges) {
    for (let point = first; point <= last; point++) {
      const letter = String.fromCodePoint(point)
      const decomposed = letter.normalize('NFD')
      // A letter that NFC does not give back (U+1F71) never stands in normalised text.
      if (/^\p{L}\p{M}+$/u.test(decomposed) && decomposed.normalize('NFC') === letter) {
        letters.set(letter, decomposed)
      }
    }
  }
  return letters
}
