import { memoize } from './memo.ts'

/**
 * Returns the different code points of a text as a short text, in which signs are found sooner; and
 * remembers them, because each step of `plain-text` asks. Lone surrogates are left out.
 */
export const pointsIn: (text: string) => string = memoize((text: string) => {
  const codes = new Set<number>()
  for (let at = 0; at < text.length; at++) codes.add(text.codePointAt(at) ?? 0)
  // The second halves of pairs are among them.
  const whole = [...codes].filter((code) => code >> 11 !== 0xd800 >> 11)
  return whole.map((code) => String.fromCodePoint(code)).join('')
}, 10, 20_000)

/** Returns the different marks of a text. */
export function marksIn(text: string): readonly string[] {
  return pointsIn(text).match(/\p{M}/gu) ?? []
}
