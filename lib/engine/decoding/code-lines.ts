/** A part of a line: a word, the separators between two words, or any other character. */
export interface Token {
  readonly kind: 'word' | 'gap' | 'frame'
  readonly text: string
  /** What a word represents if it is a code. */
  readonly plain?: string | undefined
}

/** Returns what a word represents; `undefined` if it is not a code. */
export type ReadWord = (word: string) => string | undefined

/** Splits a line into tokens. */
export type Tokenizer = (line: string) => readonly Token[]

/** What makes a number next to it a price, a share or part of an address. */
export const wordSigns = '$¢£¥€₡₤₦₩₫₭₮₱₲₴₵₸₹₺₽₿#№§¶&@%‰°+=\\'

/**
 * Returns a function that splits a line into words, gaps and frames. `signs` are characters of
 * words as well as letters, marks and digits, and never separate; `compounds` match words with a
 * separator inside, such as X-ray.
 */
export function createTokenizer(
  read: ReadWord,
  signs: Iterable<string>,
  compounds: readonly string[] = [],
): Tokenizer {
  const own = new Set(signs)
  const separators = [...',;.:/|_-‐‑–—'].filter((one) => !own.has(one))
  const gap = `[\\p{White_Space}${escapePoints(separators)}]+`
  const words = compounds.map((one) => `${one}(?![\\p{L}\\p{N}])|`).join('')
  const word = `${words}[\\p{L}\\p{M}\\p{N}${escapePoints([...own])}]+`
  const tokens = new RegExp(`(${gap})|(${word})|.`, 'gisu')
  return (line) =>
    Array.from(line.matchAll(tokens), ([text, isGap, isWord]) => {
      if (isWord !== undefined) return { kind: 'word', text, plain: read(text) }
      return { kind: isGap === undefined ? 'frame' : 'gap', text }
    })
}

/** A letter of another script than Latin, and a word of several. */
export const otherLetter = /(?!\p{sc=Latn})\p{L}/u
export const otherWord = /(?:(?!\p{sc=Latn})\p{L}\p{M}*){2}/u

/** Returns a pattern for these code points, one after the other. */
export function escapePoints(points: Iterable<string>): string {
  return Array.from(points, (point) => `\\u{${point.codePointAt(0)?.toString(16)}}`).join('')
}

export function isCode(token: Token | undefined): boolean {
  return token?.plain !== undefined
}

export function joinTokens(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join('')
}

/** A line with the line break after it. */
interface Line {
  readonly line: string
  readonly end: string
  readonly tokens: readonly Token[]
  /** Whether it has no words but codes. */
  readonly isPure: boolean
}

/** Splits a text into its lines. */
export function linesOf(
  text: string,
  tokensOf: Tokenizer,
  isForeign = (token: Token): boolean => token.kind === 'word' && !isCode(token),
): readonly Line[] {
  const lines = text.matchAll(/(.*?)(\r\n|[\n\r\u2028\u2029]|$)/gs)
  return Array.from(lines, ([, line = '', end = '']) => {
    const tokens = tokensOf(line)
    return { line, end, tokens, isPure: !tokens.some(isForeign) }
  })
}

/** Returns what a list has between its brackets: [72, 101] or [8] [5]; or another text. */
export function withoutBrackets(text: string): string {
  const isList = /^(?:[\s,;]*(?:\[[^[\]]*\]|\{[^{}]*\}))+\s*$/.test(text)
  return isList ? text.replace(/[[\]{}]/g, ' ').trim() : text
}

/** In a line of words, only these may be a code: what is in quotes, or follows the last colon. */
const given = new RegExp(
  '(?<=["\'`‘“„«])[^"\'`‘’“”„«»]+(?=["\'`’“”»])|' +
    '(?<=[:：]\\s)(?:[^"\'`‘’“”„«»:：]|[:：](?!\\s))+$',
  'gu',
)

/** Reads the lines of a text that are codes, and codes that the other lines give. */
export function readGiven(text: string, read: ReadWord): string {
  return text.replace(/[^\n\r\u2028\u2029]+/g, (line) => {
    return read(line) ?? line.replace(given, (part) => read(part) ?? part)
  })
}

/**
 * The one rule for separators: the narrowest and most frequent gap separates the codes of a word,
 * and every other one separates words. `blank` is the sign of the code for a blank between words:
 * with blanks around it, it never separates the codes of a word, unless there is a doubled one.
 * Returns a blank or nothing for each gap.
 */
export function joinGaps(gaps: readonly string[], blank?: string): readonly string[] {
  const kinds = gaps.map(kindOf)
  const double = blank && blank + blank
  if (double && kinds.length === 1 && /^ {2,}$/.test(kinds.join())) return [' ']
  const isDoubled = kinds.some((kind) => kind.trim() === double)
  const counts = new Map<string, number>()
  for (const kind of kinds) {
    const signs = kind.trim()
    const isOfWords = signs === blank ? kind !== blank && !isDoubled : signs === double
    if (!isOfWords) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  const found = [...counts.keys()]
  const narrow = found.filter((kind) => !found.some((one) => one !== kind && kind.includes(one)))
  const inner = narrow.reduce((one, other) => {
    return (counts.get(other) ?? 0) > (counts.get(one) ?? 0) ? other : one
  }, narrow[0] ?? '\n')
  return kinds.map((kind) => (kind === inner ? '' : ' '))
}

/** Returns the signs of a gap and then its blanks, up to what makes a difference. */
function kindOf(gap: string): string {
  const signs = gap.replace(/\s/g, '').replaceAll(';', ',')
  return signs.slice(0, 2) + ' '.repeat(Math.min(gap.length - signs.length, 3))
}
