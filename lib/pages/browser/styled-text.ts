import { countCodePoints, graphemeClusters } from '../../engine/text.ts'

/** Whether a styled text differs from the plain one only in case: then it is read as it is. */
export function isOfCase(plain: string, styled: string, language: string): boolean {
  if (plain === styled) return true
  if (plain.length !== styled.length) return false
  const fold = (text: string): string => text.toLocaleLowerCase(language)
  // The first letters are enough to tell for most styles.
  return fold(plain.slice(0, 9)) === fold(styled.slice(0, 9)) && fold(plain) === fold(styled)
}

/**
 * Returns the additional classes of a styled text, each with a space before it: `lines` if the
 * style adds lines, which need letters of one width, and `marks` if letters have many marks.
 */
export function roomOf(plain: string, styled: string): string {
  if (styled.includes('\n') && countLines(styled) > countLines(plain)) return ' lines'
  return mayBeMarks.test(styled) && fourMarks.test(styled) ? ' marks' : ''
}

const fourMarks = /\p{M}{4}/u

// A pattern without properties is faster, and rules out most texts. No style adds other marks.
const mayBeMarks = /[\u0300-\ud7ff\uf900-\uffff]{4}/

function countLines(text: string): number {
  return text.split('\n').length
}

/** Measures a well-formed text in the units of limits, each with the key of its text. */
export function measureText(text: string) {
  return [
    // What readers call characters.
    ['length-graphemes', graphemeClusters(text).length],
    ['length-code-points', countCodePoints(text)],
    ['length-utf16', text.length],
    ['length-utf8', new TextEncoder().encode(text).length],
  ] as const
}
