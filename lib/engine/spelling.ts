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
    .replace(/[ıœæßøł]/g, (letter) => inAscii.get(letter) ?? letter)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** Letters that do not become ASCII without their accent. */
const inAscii = new Map(Object.entries({ ı: 'i', œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l' }))

/**
 * Counts the code units that must be inserted, deleted, replaced, or swapped with a neighbour to
 * turn one text into the other (the optimal string alignment distance). Returns some number above
 * `most` if they are more.
 * https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance
 */
export function countEdits(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  // A row for each prefix of `one`, a column for each of `other`. Numbers of 16 bits are fast.
  const size = other.length + 1
  let [before, last, edits] = [new Uint16Array(size), new Uint16Array(size), new Uint16Array(size)]
  last.forEach((_, column) => (last[column] = column))
  for (let row = 1; row <= one.length; row++) {
    edits.fill(most + 1)
    edits[0] = row
    let least = row
    // Any other column would need more edits than `most`.
    const end = Math.min(other.length, row + most)
    for (let column = Math.max(1, row - most); column <= end; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const count = Math.min(
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        (last[column] ?? 0) + 1,
        (edits[column - 1] ?? 0) + 1,
        isSwapped ? (before[column - 2] ?? Infinity) + 1 : Infinity,
      )
      edits[column] = count
      if (count < least) least = count
    }
    if (least > most) return most + 1
    ;[before, last, edits] = [last, edits, before]
  }
  return last.at(-1) ?? 0
}

/** Returns which letters a word has, as bits. Letters and digits that share a bit do no harm. */
export function letterBits(word: string): number {
  let bits = 0
  for (let at = 0; at < word.length; at++) bits |= 1 << word.charCodeAt(at)
  return bits
}

/** Returns a number; words of these letters differ by at least as many edits. */
export function leastEditsBetween(one: number, other: number): number {
  let differing = 0
  for (let rest = one ^ other; rest !== 0; rest &= rest - 1) differing++
  // Each edit concerns two letters at most.
  return differing / 2
}
