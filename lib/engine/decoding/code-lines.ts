/** A part of a line: a word, the separators between two words, or any other character. */
export interface Token {
  readonly kind: 'word' | 'gap' | 'frame'
  readonly text: string
}

/** What makes a number next to it a price, a share or part of an address. */
export const wordSigns = '$€£#&@%°+=\\'

/** The signs that people put between codes, as well as blanks. */
const separators = ',;.:/|_-'

/**
 * Returns a function that splits a line into words, gaps and frames. `signs` are characters of
 * words as well as letters, marks and digits, and never separate; `compounds` match words with a
 * separator inside, such as X-ray.
 */
export function createTokenizer(
  signs: Iterable<string>,
  compounds: readonly string[] = [],
): (line: string) => readonly Token[] {
  const own = new Set(signs)
  const gap = `\\p{White_Space}${classOf([...separators].filter((sign) => !own.has(sign)))}`
  const word = `[\\p{L}\\p{M}\\p{N}${classOf([...own])}]+`
  const words = [...compounds.map((one) => `${one}(?![\\p{L}\\p{N}])`), word].join('|')
  const tokens = new RegExp(`([${gap}]+)|(${words})|.`, 'gisu')
  return (line) =>
    Array.from(line.matchAll(tokens), ([text, isGap, isWord]) => {
      return { text, kind: isGap !== undefined ? 'gap' : isWord !== undefined ? 'word' : 'frame' }
    })
}

function classOf(points: readonly string[]): string {
  return points.map((point) => `\\u{${(point.codePointAt(0) ?? 0).toString(16)}}`).join('')
}

/** Splits a text into its lines, each with the line break after it. */
export function linesOf(text: string): ReadonlyArray<readonly [line: string, end: string]> {
  const lines = text.matchAll(/(.*?)(\r\n|[\n\r\u2028\u2029]|$)/gs)
  return Array.from(lines, ([, line = '', end = '']) => [line, end])
}

/**
 * The one rule for separators: the narrowest and most frequent gap separates the codes of a word,
 * and every other one separates words. `blank` is the sign of the code for a blank between words:
 * with blanks around it, it never separates the codes of a word, unless there is a doubled one.
 * Returns a blank or nothing for each gap.
 */
export function joinGaps(gaps: readonly string[], blank?: string): readonly string[] {
  const kinds = gaps.map(kindOf)
  const isDouble = ({ signs }: Kind): boolean => blank !== undefined && signs === blank + blank
  const isDoubled = kinds.some(isDouble)
  const found = new Map<string, { readonly kind: Kind; count: number }>()
  for (const kind of kinds) {
    const isOfWords = kind.signs === blank ? kind.blanks > 0 && !isDoubled : isDouble(kind)
    if (isOfWords) continue
    const { count } = found.get(kind.name) ?? { count: 0 }
    found.set(kind.name, { kind, count: count + 1 })
  }
  const narrow = [...found.values()].filter(({ kind }) => {
    return ![...found.values()].some((other) => isWider(kind, other.kind))
  })
  const [first, second] = kinds
  const isLone = first !== undefined && second === undefined && blank !== undefined
  if (isLone && first.signs === '' && first.blanks > 1) return [' ']
  const [inner] = narrow.toSorted((one, other) => other.count - one.count)
  return kinds.map(({ name }) => (name === inner?.kind.name ? '' : ' '))
}

/** The signs and the number of blanks in a gap, up to what makes a difference. */
interface Kind {
  readonly name: string
  readonly signs: string
  readonly blanks: number
}

function kindOf(gap: string): Kind {
  const all = gap.replace(/\s/g, '').replaceAll(';', ',')
  const [signs, blanks] = [all.slice(0, 2), Math.min(gap.length - all.length, 3)]
  return { name: `${signs}${String(blanks)}`, signs, blanks }
}

function isWider(kind: Kind, other: Kind): boolean {
  const isAsWide = kind.signs.includes(other.signs) && kind.blanks >= other.blanks
  return isAsWide && kind.name !== other.name
}
