/** Letters that do not decompose, and those that replace them in styles of capitals. */
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

/** Returns a text with these letters replaced. */
export function borrow(text: string, letters: Pick<ReadonlySet<string>, 'has'>): string {
  const points = Array.from(text.normalize('NFD'), (point) => {
    const letter = point.toLowerCase()
    return letters.has(letter) ? (borrowedLetters.get(letter) ?? point) : point
  })
  return points.join('').normalize('NFC')
}

/** Returns the number of a single code point. */
export function codePoint(text: string): number {
  return text.codePointAt(0) ?? 0
}

/** Returns a text in one case. */
export function ignoreCase(text: string): string {
  return text.toUpperCase().normalize('NFC')
}
