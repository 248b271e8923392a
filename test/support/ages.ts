import { readTestLines } from './texts.ts'

/** First and last code point of a range, and the Unicode version that assigned them, as ordered. */
const ages = readTestLines('derived-age.txt').map((line) => {
  const [first = '', last = '', version = ''] = line.split(' ')
  return { first: parseInt(first, 16), last: parseInt(last, 16), version }
})

/** The Unicode version that a text needs, such as `5.2`: that of its newest code point. */
export function ageOf(text: string): string {
  return [...new Set(text)].map(ageOfPoint).reduce(newer, '1.1')
}

function ageOfPoint(point: string): string {
  const number = point.codePointAt(0) ?? 0
  const range = ages.find(({ first, last }) => number >= first && number <= last)
  if (range === undefined) throw new Error(`U+${number.toString(16)} is not assigned`)
  return range.version
}

function newer(one: string, other: string): string {
  const [major = 0, minor = 0] = one.split('.').map(Number)
  const [otherMajor = 0, otherMinor = 0] = other.split('.').map(Number)
  return otherMajor > major || (otherMajor === major && otherMinor > minor) ? other : one
}
