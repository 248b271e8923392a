/**
 * Returns the words of a text as an address has them: lower-case ASCII letters and digits, with a
 * hyphen between words, such as `coeur-barre-d-un-trait` for “Cœur barré d’un trait”. Accents are
 * dropped. A letter that is written with two in ASCII becomes both.
 */
export function slugify(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ıœæßøł]/g, (letter) => inAscii[letter] ?? letter)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** Letters that do not become ASCII without their accent. */
const inAscii: Readonly<Record<string, string>> = {
  ı: 'i',
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
}

/**
 * Counts the code units that must be inserted, deleted, replaced, or swapped with a neighbour to
 * turn one text into the other (the optimal string alignment distance). Returns some number above
 * `most` if they are more.
 * https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance
 */
export function countEdits(one: string, other: string, most: number): number {
  const tooMany = most + 1
  if (Math.abs(one.length - other.length) > most) return tooMany
  const width = other.length + 1
  // A row for each prefix of `one`, a column for each of `other`. Cells far from the diagonal have
  // too many edits.
  const table = new Uint8Array((one.length + 1) * width).fill(tooMany)
  const at = (row: number, column: number): number => table[row * width + column] ?? tooMany
  for (let column = 0; column <= most && column < width; column++) table[column] = column
  for (let row = 1; row <= one.length; row++) {
    if (row <= most) table[row * width] = row
    let least = at(row, 0)
    const last = Math.min(row + most, other.length)
    for (let column = Math.max(1, row - most); column <= last; column++) {
      const isSame = one.charCodeAt(row - 1) === other.charCodeAt(column - 1)
      const replaced = at(row - 1, column - 1) + (isSame ? 0 : 1)
      let edits = Math.min(replaced, at(row - 1, column) + 1, at(row, column - 1) + 1, tooMany)
      if (row > 1 && column > 1 && isExchange(one, row - 2, other, column - 2)) {
        edits = Math.min(edits, at(row - 2, column - 2) + 1)
      }
      table[row * width + column] = edits
      least = Math.min(least, edits)
    }
    if (least > most) return tooMany
  }
  return at(one.length, other.length)
}

/** Returns whether two code units are those of the other text, swapped. */
function isExchange(one: string, start: number, other: string, otherStart: number): boolean {
  return (
    one.charCodeAt(start) === other.charCodeAt(otherStart + 1) &&
    one.charCodeAt(start + 1) === other.charCodeAt(otherStart)
  )
}

/** Returns which letters a word has, as bits. Letters and digits that share a bit do no harm. */
export function lettersOf(word: string): number {
  let bits = 0
  for (let at = 0; at < word.length; at++) bits |= 1 << word.charCodeAt(at)
  return bits
}

/** Returns a number; words of these letters differ by at least as many edits. */
export function leastEdits(one: number, other: number): number {
  let differing = 0
  for (let rest = one ^ other; rest !== 0; rest &= rest - 1) differing++
  // Each edit concerns two letters at most.
  return differing / 2
}
