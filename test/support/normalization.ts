import { pointsBetween } from '../../lib/engine/text.ts'
import { readTestData } from './texts.ts'

/** The first column of NormalizationTest 17.0.0. https://www.unicode.org/Public/17.0.0/ucd/ */
interface Sources {
  /** Code points and ranges, each a row alone. */
  readonly characters: string
  /** Three marks → code points that come after or before them, between `a` and `b`. */
  readonly marks: Readonly<Record<string, string>>
  readonly sequences: readonly string[]
}

/** Returns the first column of NormalizationTest: 19,952 texts, in the order of their kinds. */
export function normalizationRows(): readonly string[] {
  const sources: Sources = JSON.parse(readTestData('normalization-test.json'))
  const marked = Object.entries(sources.marks).flatMap(([others, marks]) => {
    return pointsOf(marks).flatMap((mark) => {
      return [`a${textOf(others)}${mark}b`, `a${mark}${textOf(others)}b`]
    })
  })
  return [...pointsOf(sources.characters), ...marked, ...sources.sequences.map(textOf)]
}

function textOf(points: string): string {
  return points.split(' ').map((point) => String.fromCodePoint(Number.parseInt(point, 16))).join('')
}

function pointsOf(list: string): string[] {
  return list.split(' ').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map((point) => Number.parseInt(point, 16))
    return first === last ? [String.fromCodePoint(first)] : pointsBetween(first, last)
  })
}
