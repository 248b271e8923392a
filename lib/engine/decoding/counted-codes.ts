import { joinGaps } from './code-lines.ts'

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
  if (first.replaceAll(sign, '') !== joint || joint === '') return () => undefined

  return (line, isAlone) => {
    const bare = line.replace(/[()[\]{}]/g, '').trim()
    const isOfDigits = /^[1-9][1-9\s,;.:/|_-]*$/.test(bare)
    const found = [...bare.matchAll(isOfDigits ? /[1-9]/g : /[^\s,;:/|_-]+/g)]
    const ends = found.map(({ 0: { length }, index }) => index + length)
    const counts = found.map(({ 0: count }) => {
      const signs = normalize(count)
      return isOfDigits ? Number(count) : signs === sign.repeat(signs.length) ? signs.length : 0
    })
    const gaps = found.slice(1).map(({ index }, place) => bare.slice(ends[place], index))
    const [inner, outer] = [0, 1].map((rest) => gaps.filter((_, place) => place % 2 === rest))
    // What has blanks everywhere may be a text of digits or dots, as the encoder leaves it.
    const isSure = isOfDigits
      ? inner?.every((gap) => gap.trim() === gap)
      : counts.some((count) => count > 1)
    const isComplete = counts.length % 2 === 0 && counts.length > (isAlone ? 0 : 2)
    if (isSure !== true || !isComplete || new Set(inner).size > 1) return undefined
    const joints = joinGaps(outer ?? [])
    let output = ''
    for (let at = 0; at < counts.length; at += 2) {
      const [row = 0, column = 0] = [counts[at], counts[at + 1]]
      const plain = codes.get(sign.repeat(row) + joint + sign.repeat(column))
      if (plain === undefined) return undefined
      output += plain + (joints[at / 2] ?? '')
    }
    return output
  }
}
