/** Letters that do not decompose, and those that they borrow where a style has capitals alone. */
export const borrowedLetters: ReadonlyMap<string, string> = new Map([
  ['ß', 'SS'],
  ['æ', 'AE'],
  ['ð', 'D'],
  ['ø', 'O'],
  ['þ', 'TH'],
  ['đ', 'D'],
  ['ł', 'L'],
  ['œ', 'OE'],
])

/** The text with each of the letters written as those that it borrows. */
export function borrow(text: string, letters: Pick<ReadonlySet<string>, 'has'>): string {
  const points = Array.from(text.normalize('NFD'), (point) => {
    const letter = point.toLowerCase()
    return letters.has(letter) ? (borrowedLetters.get(letter) ?? point) : point
  })
  return points.join('').normalize('NFC')
}

/** The number of a single code point. */
export function codePoint(text: string): number {
  return text.codePointAt(0) ?? 0
}

/** The text as it is where case does not matter. */
export function ignoreCase(text: string): string {
  return text.toUpperCase().normalize('NFC')
}
