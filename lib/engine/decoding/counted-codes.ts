import { joinGaps } from './code-lines.ts'
import type { ReadWord } from './code-lines.ts'

/**
 * Returns a function that reads pairs of counts, as in tap code: 23 15, (2,3) (1,5) or .. ... for
 * ••-•••. It returns `undefined` for other lines, and for a table whose codes are not pairs.
 */
export function createCountReader(
  codes: ReadonlyMap<string, string>,
  normalize: (word: string) => string,
): (line: string, isAlone: boolean) => string | undefined {
  const [first = ''] = codes.keys()
  const [sign = '', joint = ''] = new Set(first)
  const areRows = first.replaceAll(sign, '') === joint && joint !== ''
  const arePairs = [...codes.keys()].every((code) => /^[1-9]{2}/.test(code))
  if (!areRows && !arePairs) return () => undefined

  const countOf = (word: string): number => {
    const signs = normalize(word)
    return signs === sign.repeat(signs.length) ? signs.length : 0
  }
  return (line, isAlone) => {
    const bare = line.replace(/[()[\]{}]/g, '')
    const isOfDigits = /^[1-9][1-9\s,;.:/|_-]*$/.test(bare)
    const found = bare.match(isOfDigits ? /[1-9]/g : /[^\s,;:/|_-]+/g) ?? []
    const gaps = bare.split(isOfDigits ? /[1-9]/ : /[^\s,;:/|_-]+/).slice(1, -1)
    const counts = found.map(isOfDigits ? Number : countOf)
    const [inner = [], outer = []] = [0, 1].map((rest) => gaps.filter((_, at) => at % 2 === rest))
    // What has blanks everywhere may be a text of digits or dots, as the encoder leaves it.
    const isSure = isOfDigits
      ? inner.every((gap) => gap.trim() === gap)
      : counts.some((count) => count > 1)
    // One of 2,3 is a number, and (2,3) may be a place.
    const least = arePairs ? 3 : isAlone ? 1 : 2
    const isComplete = counts.length >= 2 * least
    if (!isSure || !isComplete) return undefined
    const joints = joinGaps(outer)
    const plains = joints.concat('').map((gap, at) => {
      const [row = 0, column = 0] = [counts[2 * at], counts[2 * at + 1]]
      const code = arePairs ? `${row}${column}` : sign.repeat(row) + joint + sign.repeat(column)
      const plain = codes.get(code)
      return plain && plain + gap
    })
    return plains.includes(undefined) ? undefined : plains.join('')
  }
}

/**
 * Returns a function that reads codes of one length, or runs of one digit, with nothing between
 * them, as in Bacon's cipher and on the keypad of a phone.
 */
export function createRowReader(codes: readonly string[], find: ReadWord): ReadWord {
  const plain = codes.filter((code) => /^[\p{L}\d]+$/u.test(code))
  const [{ length } = ''] = plain
  const areEqual = plain.length > 0 && plain.every((code) => code.length === length)
  const areRuns = plain.every((code) => /^(\d)\1*$/.test(code))
  if (!areEqual && !areRuns) return () => undefined
  const pieces = areEqual ? new RegExp(`.{1,${String(length)}}`, 'gu') : /(.)\1*/gu
  return (word) => {
    const found = word.match(pieces) ?? []
    // Not a year, nor any other lone number.
    if (word.length < Math.max(5, 2 * found.length)) return undefined
    const plains = found.map((piece) => find(piece) ?? '')
    return plains.every((one) => /^[\p{L} ]/u.test(one)) ? plains.join('') : undefined
  }
}
