import { clustersOf, rangesOf } from './text.ts'

/**
 * Returns whether apps show a text from right to left: its first letter decides. Unicode also gives
 * some numbers and signs a direction, which few texts begin with.
 * https://www.unicode.org/reports/tr9/#P2
 */
export function isRightToLeft(text: string): boolean {
  return firstLetter.exec(text)?.groups?.['right'] !== undefined
}

/** The blocks of scripts that are written from right to left. */
const rightBlocks = rangesOf('590-8ff fb1d-fdff fe70-fefc 10800-10fff 1e800-1efff')

/**
 * A letter (but no accent alone, U+02CA), a mark of direction, or a number or sign of a script:
 * frames begin with ୨ or ꧁.
 */
const firstLetter = new RegExp(
  `(?<right>[${rightBlocks}](?<=\\p{Alphabetic})|\\u200f)|` +
    `(?![\\u02c6-\\u02cf])\\p{Alphabetic}|\\u200e|(?![${rightBlocks}]|\\p{sc=Zyyy})[\\p{N}\\p{Po}]`,
  'u',
)

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
