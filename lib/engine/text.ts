import { graphemeClusters, isPairAt } from './graphemes.ts'
import { memoize } from './memo.ts'

/** The sample of styles whose files name none. */
export const defaultSample = 'Hello World'

/** Counts the code points of a text; a lone surrogate counts as one. */
export function countCodePoints(text: string): number {
  let count = text.length
  for (let index = 0; index < text.length; index++) {
    if (!isPairAt(text, index)) continue
    count--
    index++
  }
  return count
}

/** Returns the characters from the first to the last one. */
export function pointsBetween(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, offset) =>
    String.fromCodePoint(first + offset),
  )
}

/** Returns ranges of code points, as in `20-7e a0`, for a class in a regular expression. */
export function rangesOf(list: string): string {
  return list.replace(/[\da-f]+/g, '\\u{$&}').replaceAll(' ', '')
}

/** Twice the code points of the longest text: results of chains can be much longer. */
const longestUnits = 20_000

/**
 * Returns the clusters of a text, and remembers them: pages show a text in hundreds of styles. A
 * vowel or tone mark that Unicode separates from its letter (Burmese) stays with it.
 */
export const clustersOf: (text: string) => readonly string[] =
  memoize((text: string) => joinMarks(text, graphemeClusters(text)), 10, longestUnits)

function joinMarks(text: string, clusters: readonly string[]): readonly string[] {
  if (!/\p{M}/u.test(text) || !clusters.some(startsWithMark)) return clusters
  const joined: string[] = []
  clusters.forEach((cluster, at) => {
    const isOwn = at === 0 || !startsWithMark(cluster) || isControl.test(clusters[at - 1] ?? '')
    if (isOwn) joined.push(cluster)
    else joined[joined.length - 1] += cluster
  })
  return joined
}

function startsWithMark(cluster: string): boolean {
  return cluster > '\u0300' && /^\p{M}/u.test(cluster)
}

/** Matches what no mark can belong to; joiners and tags can have marks. */
const isControl = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]$|(?![\u200d\p{Gr_Ext}])\p{Cf}$/u

/** Returns whether a cluster is a letter or sign of ASCII, which needs no slower look-up. */
function isAsciiSign(cluster: string): boolean {
  const unit = cluster.charCodeAt(0)
  return cluster.length === 1 && unit > 0x20 && unit < 0x7f
}

/** Returns whether a cluster is white space by Unicode, which includes line breaks. */
export function isSpace(cluster: string): boolean {
  return !isAsciiSign(cluster) && /^\p{White_Space}+$/u.test(cluster)
}

/**
 * Returns whether a cluster is invisible: controls, format characters, and what is ignored by
 * default (a soft hyphen, U+200B, a byte order mark). White space is visible as a gap.
 */
export function isInvisible(cluster: string): boolean {
  if (cluster === ' ' || isAsciiSign(cluster)) return false
  return /^[\p{Cc}\p{Cf}\p{DI}]+$/u.test(cluster) && !isSpace(cluster)
}

/** Returns whether a cluster is punctuation, including & @ # % and brackets; bullets are not. */
export function isPunctuation(cluster: string): boolean {
  return /^(?![·•‧])\p{P}/u.test(cluster) && !isEmoji(cluster)
}

/** Returns whether a cluster ends a line: LF, CR, CRLF, or another mandatory break of Unicode. */
export function isLineBreak(cluster: string): boolean {
  return /^(?:\r\n|[\n\v\f\r\u0085\u2028\u2029])$/.test(cluster)
}

/**
 * Returns whether a cluster is drawn as an emoji: a sequence, a flag, a keycap, or by default. A
 * selector after anything but an emoji changes nothing. Pictures from U+1F321 on that are text by
 * default, and those that a joiner joins, are emoji without U+FE0F, too: no font has them as text.
 * https://www.unicode.org/reports/tr51/#def_emoji_sequence
 */
export function isEmoji(cluster: string): boolean {
  if (isAsciiSign(cluster)) return false
  return emojiParts.test(cluster)
}

const emojiParts = new RegExp(
  [
    '\\p{EPres}(?!\\ufe0e)|\\p{RI}|\\p{Emoji}\\ufe0f|^[\\d#*]\\u20e3',
    '(?=[\\u{1f321}-\\u{1faff}])\\p{Emoji}(?!\\ufe0e)',
    '(?![\\d#*])\\p{Emoji}\\p{EMod}?\\u200d(?![\\d#*])\\p{Emoji}',
  ].join('|'),
  'u',
)

/** Returns whether marks can be put on a cluster: it is visible, no emoji and no bare mark. */
export function takesMarks(cluster: string): boolean {
  if (isAsciiSign(cluster)) return true
  return /^[^\p{C}\p{Z}\p{M}]/u.test(cluster) && !isEmoji(cluster) && !isInvisible(cluster)
}

/** Returns whether a cluster is an i, plain or styled (𝗶, ⒤), with marks or without; ɪ is not. */
export function isDottedI(cluster: string): boolean {
  const [base = ''] = cluster
  return base.normalize('NFKD').includes('i')
}

/**
 * Returns whether a mark is above its letter (canonical combining class 230) and replaces the dot
 * of an i: https://www.unicode.org/versions/Unicode16.0.0/core-spec/chapter-7/#G9054
 */
export function isMarkAbove(mark: string): boolean {
  // U+302B has class 228 and U+0315 has 232: only a mark between them changes places with both.
  return [`${mark}\u302b`, `\u0315${mark}`].every((marks) => marks.normalize('NFD') !== marks)
}

/**
 * Most marks in a row in stream-safe text.
 * https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format
 */
const mostMarks = 30

const longRow = new RegExp(`\\p{M}{${mostMarks + 1}}`, 'u')
const fewMarks = new RegExp(`\\P{M}*\\p{M}{1,${mostMarks}}|\\P{M}+`, 'gu')

/** Ideographs of names (U+FA19) that NFC replaces by others. */
const nameIdeograph = /([\uf900-\ufad9\u{2f800}-\u{2fa1d}]+)/u

/** Composes a text to look it up: in NFC, but with the ideographs of names as they are. */
export function compose(text: string): string {
  const composed = normalize(text, 'NFC')
  if (composed === text || !nameIdeograph.test(text)) return composed
  const parts = text.split(nameIdeograph)
  return parts.map((part, at) => (at % 2 === 1 ? part : normalize(part, 'NFC'))).join('')
}

/**
 * Composes an output, but keeps each character that is not itself when composed, because a style
 * may have chosen it: Å (U+212B), क़ (U+0958), and ideographs of names (U+FA19).
 */
export function toNfc(text: string): string {
  const composed = normalize(text, 'NFC')
  if (composed === text) return text
  let output = ''
  let run = ''
  for (const point of text) {
    if (!isReplaced(point)) {
      run += point
      continue
    }
    output += normalize(run, 'NFC') + point
    run = ''
  }
  return run === text ? composed : output + normalize(run, 'NFC')
}

function isReplaced(point: string): boolean {
  return point > '\u0300' && point.normalize('NFC') !== point
}

/**
 * Writes a text in a normalization form. ICU needs quadratic time for a long row of marks, so of
 * more than thirty in a row each thirty are normalized alone; the result is still canonically
 * equivalent. https://www.unicode.org/reports/tr15/
 */
export function normalize(text: string, form: 'NFC' | 'NFD' | 'NFKC'): string {
  if (text.length <= mostMarks || !longRow.test(text)) return text.normalize(form)
  return text.replace(fewMarks, (piece) => piece.normalize(form))
}

/**
 * Returns every precomposed letter of Latin, Greek and Cyrillic with European accents → the code
 * points of its canonical decomposition: a letter and the marks that follow it. They are collected
 * at the first use, because that takes some milliseconds.
 */
export const precomposedLetters = memoize((): ReadonlyMap<string, readonly string[]> => {
  const blocks = [
    ...pointsBetween(0xc0, 0x24f),
    ...pointsBetween(0x370, 0x52f),
    ...pointsBetween(0x1e00, 0x1fff),
  ]
  // A letter that NFC replaces (U+1F71) never occurs in composed text.
  const letters = blocks.filter((letter) => {
    const decomposed = letter.normalize('NFD')
    return /^\p{L}\p{M}+$/u.test(decomposed) && decomposed.normalize('NFC') === letter
  })
  return new Map(letters.map((letter) => [letter, [...letter.normalize('NFD')]]))
})

/** Returns the UTF-8 bytes of a text. */
export function bytesOf(text: string): readonly number[] {
  return [...new TextEncoder().encode(text)]
}

// Node and browsers have it: https://encoding.spec.whatwg.org/#interface-textencoder
declare const TextEncoder: new () => { encode(text: string): Uint8Array }
