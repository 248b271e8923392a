import { clustersOf, rangesOf } from './text.ts'

/**
 * Returns whether apps show a text from right to left: its first strong character decides.
 * https://www.unicode.org/reports/tr9/#P2
 */
export function isRightToLeft(text: string): boolean {
  return firstStrong.exec(text)?.groups?.['right'] !== undefined
}

// Ranges of code points: test/laws/right-to-left.test.ts compares them with Unicode's classes.

/** The blocks of scripts that are written from right to left. */
const blocks = rangesOf('590-8ff fb1d-fdff fe70-fefc 10800-10fff 1e800-1efff')

/** What has no direction of its own there: numbers, brackets and signs. */
const neutralThere = rangesOf(
  [
    '600-607 609-60a 60c 60e-60f 660-66c 6dd-6de 6e9 6f0-6f9 7f6-7f9 890-891 8e2 fb29 fd3e-fd4f',
    'fdcf fdfd-fdff 1091f 10b39-10b3f 10d30-10d39 10e60-10e7e 1eef0-1eef1',
  ].join(' '),
)

/** Letters elsewhere that have none. */
const neutralLetters =
  rangesOf('2b9-2ba 2c6-2cf 2ec 374 2e2f a67f a717-a721 a788 10140-10174 1171e')

/** Numbers and signs of scripts that have none. */
const neutralSigns = rangesOf(
  [
    '58d-58e bf3-bfa c78-c7e 1390-1399 17f0-180a 1940-1945 19de-19ff 2ce5-2cff 2e80-2fd5 321d-321e',
    '327c-327e a490-a4c6 a60d-a60f a673-a67e a828-a82b a839 a874-a877 10140-1018c 101a0',
    '11052-11065',
    '11660-1166c 11fd5-11ff1 16fe2 1d200-1d245',
  ].join(' '),
)

/** Numbers and signs of no script that are written from left to right, such as ⓐ, ㋀ and 🅰. */
const strongSigns = rangesOf(
  [
    '964-1736 1cd3 214f 2336-237a 2395 249c-24e9 26ac 3190-319f 3220-324f 327f-32b0 32c0-32cb',
    '32ff-3376 337b-33dd 33e0-33fe a830-a837 a92e 10100 10102-1013f 101d0-101fc 1cf50-1d1e8',
    '1d2c0-1d2f3 1d360-1d378 1f110-1f12e 1f130-1f169 1f170-1f1ac 1f1e6-1f251',
  ].join(' '),
)

/** Other characters that are. */
const others = rangesOf(
  [
    'cbf cc6 200e a789-a78a ab5b 110bd 110cd 11a07-11a08 11c3f 13430-1343f',
    '1d6c1 1d6fb 1d735 1d76f 1d7a9',
  ].join(' '),
)

const firstStrong = new RegExp(
  [
    `(?<right>(?![${neutralThere}\\p{M}\\p{Cn}])[${blocks}]|\\u200f)`,
    `(?![${blocks}${neutralLetters}])[\\p{L}\\p{Mc}\\p{Nl}]`,
    `(?![${blocks}${neutralSigns}]|\\p{sc=Zyyy}(?<![${strongSigns}]))[\\p{N}\\p{Po}\\p{So}]`,
    `[${others}]`,
  ].join('|'),
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
