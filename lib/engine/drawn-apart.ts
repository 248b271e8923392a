import { memoize } from './memo.ts'

/** What to do with letters and their marks that some browsers show as boxes. */
export const accentChoices = ['styled', 'plain'] as const
/** `styled` puts the mark on the letter; `plain` leaves the letter unchanged. */
export type Accents = (typeof accentChoices)[number]

/**
 * The code points of a font for running text, Noto Sans (2020-12): letters of Latin, Greek and
 * Cyrillic, and the marks for them. `test/laws/boxes.test.ts` compares them with the font.
 */
export const textFont = [
  '20-7e a0-377 37a-37f 384-38a 38c 38e-3a1 3a3-3e1 3f0-52f 1ab0-1ac0 1c80-1c88 1d00-1df9',
  '1dfb-1f15 1f18-1f1d 1f20-1f45 1f48-1f4d 1f50-1f57 1f59 1f5b 1f5d 1f5f-1f7d 1f80-1fb4 1fb6-1fc4',
  '1fc6-1fd3 1fd6-1fdb 1fdd-1fef 1ff2-1ff4 1ff6-1ffe 2000-2064 2066-2071 2074-208e 2090-209c',
  '20a0-20bf 20f0 2100-215f 2184 2189 25cc 2c60-2c7f 2de0-2e52 a640-a69f a700-a7bf a7c2-a7ca',
  'a7f5-a7ff a92e ab30-ab6b fb00-fb06 fe00 fe20-fe2f feff fffc-fffd',
].join(' ')

const ranges = textFont.split(' ').map((range) => {
  const [first = '', last = first] = range.split('-')
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const
})

/**
 * Returns whether a mark and its base may be in different fonts. Chromium draws a letter and its
 * marks with one font; if that lacks any of them, the letter or the mark becomes a box. Fonts of
 * symbols and other scripts lack the accents of Latin, and text fonts lack the marks of symbols.
 */
export function mayShowBoxes(text: string): boolean {
  for (const cluster of new Set(text.replace(selectors, '').match(/\P{M}\p{M}+/gu))) {
    const [base = '', ...marks] = cluster
    const isText = isInTextFont(base)
    // The font of a script has the marks of that script.
    const isApart = (mark: string): boolean =>
      isInTextFont(mark) !== isText || (!isText && /\p{Script_Extensions=Inherited}/u.test(mark))
    if (marks.some(isApart)) return true
  }
  return false
}

/**
 * Removes the entries of accented letters that may be drawn as boxes; `bases` are the texts of the
 * plain letters.
 */
export function withoutBoxes(
  table: ReadonlyMap<string, string>,
  bases: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  // A Turkish i with a dot above counts as accented.
  const isPlain = (key: string, text: string): boolean => key < '\x80' && bases.get(key) === text
  return new Map([...table].filter(([key, text]) => isPlain(key, text) || !mayShowBoxes(text)))
}

/** Variation selectors and U+200C are not drawn. */
const selectors = /[\ufe0e\ufe0f\u200c]/g

/**
 * Returns whether a letter or sign stays as it was sent with `accents=plain`: fonts of symbols and
 * other scripts lack most marks of Latin. What a style has made keeps its marks.
 */
export function createStay({ accents, sent }: Sent): (cluster: string) => boolean {
  if (accents === 'styled') return () => false
  const points = new Set(sent)
  return (cluster) => {
    const [base = ''] = cluster
    return points.has(base) && !isInTextFont(base)
  }
}

interface Sent {
  readonly accents: Accents
  readonly sent: string
}

const isInTextFont = memoize((character: string): boolean => {
  const point = character.codePointAt(0) ?? 0
  return ranges.some(([first, last]) => point >= first && point <= last)
}, 1_000)
