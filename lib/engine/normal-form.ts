/**
 * Most marks in a row in stream-safe text.
 * https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format
 */
const mostMarks = 30

const longRow = new RegExp(`\\p{M}{${mostMarks + 1}}`, 'u')
const pieces = new RegExp(`\\P{M}*\\p{M}{1,${mostMarks}}|\\P{M}+`, 'gu')

/**
 * The composed form of a text (NFC), in a time that grows as the text does. Of more than thirty
 * marks in a row each thirty are put in order by themselves, because ICU takes a time that grows
 * with the square of such a row; the outcome is canonically equivalent to the text all the same.
 * https://www.unicode.org/reports/tr15/
 */
export function toNfc(text: string): string {
  if (text.length <= mostMarks || !longRow.test(text)) return text.normalize('NFC')
  return text.replace(pieces, (piece) => piece.normalize('NFC'))
}
