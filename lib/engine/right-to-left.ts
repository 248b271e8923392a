import { clustersOf } from './text.ts'

/** Returns whether apps show a text from right to left: its first letter decides. */
export function isRightToLeft(text: string): boolean {
  return rightToLeft.test(firstLetter.exec(text)?.[0] ?? '')
}

// Signs of a script count, too, but for its brackets; signs that only look like accents do not.
const firstLetter =
  /[^\p{sc=Zyyy}\p{sc=Zinh}\p{C}\p{M}\p{Ps}\p{Pe}]|(?![\u02b9-\u02df])(?=\p{sc=Zyyy})\p{L}/u

const rightToLeft = /^[\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}]/u

/** Writes signs backwards, so that they look the same in text from right to left. */
export function turnSigns(signs: string): string {
  return [...clustersOf(signs)].reverse().join('')
}

/**
 * Turns the slanted strokes of a picture, such as arms: unlike brackets, they do not turn by
 * themselves. Slashes without a backslash are markup and stay.
 */
export function mirrorStrokes(signs: string): string {
  if (!/[\\╲]/.test(signs)) return signs
  return signs.replace(/[/\\╱╲]/g, (sign) => strokes[strokes.indexOf(sign) ^ 1] ?? sign)
}

const strokes = '/\\╱╲'
