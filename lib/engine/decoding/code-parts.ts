import type { Token } from './code-lines.ts'

/** A token, and what it represents if it is a code. */
export interface Part extends Token {
  readonly plain?: string | undefined
}

/** Returns whether a part is a code. */
export function isCode({ plain }: Part): boolean {
  return plain !== undefined
}

/** Returns whether a line has words that the encoder would not have left as they are. */
export function isForeign(parts: readonly Part[], isEncoded: (point: string) => boolean): boolean {
  return parts.some(
    ({ kind, plain, text }) =>
      kind === 'word' && plain === undefined && [...text].some((point) => isEncoded(point)),
  )
}

/** Splits before and after each of the parts that separate. */
export function split(parts: readonly Part[], separates: (part: Part) => boolean): Part[][] {
  const groups: Part[][] = []
  let group: Part[] = []
  for (const part of parts) {
    if (separates(part)) {
      groups.push(group, [part])
      group = []
    } else {
      group.push(part)
    }
  }
  return [...groups, group]
}

/** Returns whether neighbours among other words are codes: not ... - or the car Alfa Romeo. */
export function isSure(codes: readonly string[], plain: string): boolean {
  if (/^\p{L}/u.test(codes[0] ?? '')) return codes.length > 2 && /\p{L}/u.test(plain)
  const isMixed = (text: string): boolean => new Set(text).size > 1
  if (codes.length > 1 && codes.some(isMixed)) return true
  return codes.length > 2 && codes.every((code) => code.length > 1) && isMixed(codes.join(''))
}

/** Returns whether numbers among words are codes: not the result 3-2 or the formation 4-4-2. */
export function isSureRun(parts: readonly Part[], separator: string): boolean {
  return split(parts, ({ kind, text }) => kind === 'gap' && text !== separator).some((run) => {
    const codes = run.filter(isCode)
    return codes.length > 3 && codes.some(({ text }) => text.length > 1)
  })
}

/** Returns 8 5 12 for 08 05 12. */
export function withoutZeros(line: string): string {
  const numbers = /\p{L}/u.test(line) ? [] : (line.match(/\d+/g) ?? [])
  const arePadded = numbers.every((number) => /^(?:0[1-9]|[1-9]\d)$/.test(number))
  return arePadded && numbers.length > 2 ? line.replace(/(?<!\d)0/g, '') : line
}
