/** Whether a styled text is what was typed but for upper and lower case: text like any other. */
export function isOfCase(plain: string, styled: string, language: string): boolean {
  if (plain === styled) return true
  if (plain.length !== styled.length) return false
  const fold = (text: string): string => text.toLocaleLowerCase(language)
  // Most styles tell it by their first letters.
  return fold(plain.slice(0, 9)) === fold(styled.slice(0, 9)) && fold(plain) === fold(styled)
}

/**
 * The classes that a styled text takes besides, each with a space in front: `lines` where a style
 * draws with lines, in signs of one width, and `marks` where letters bear many of them.
 */
export function roomOf(plain: string, styled: string): string {
  if (styled.includes('\n') && countLines(styled) > countLines(plain)) return ' lines'
  return mayBeMarks.test(styled) && fourMarks.test(styled) ? ' marks' : ''
}

const fourMarks = /\p{M}{4}/u

// What knows no properties is faster, and leaves most texts out: no style draws with other marks.
const mayBeMarks = /[\u0300-\ud7ff\uf900-\uffff]{4}/

function countLines(text: string): number {
  return text.split('\n').length
}
