/** Counts the code points of a text; a lone surrogate counts as one. */
export function countCodePoints(text: string): number {
  let count = text.length
  for (let index = 1; index < text.length; index++) {
    if (isLowSurrogate(text, index) && isHighSurrogate(text, index - 1)) {
      count--
      index++
    }
  }
  return count
}

/**
 * Splits a text into its extended grapheme clusters.
 * https://www.unicode.org/reports/tr29/#Grapheme_Cluster_Boundaries
 */
export function graphemeClusters(text: string): string[] {
  const clusters: string[] = []
  let start = 0
  let last = 0
  for (let index = 0; index < text.length; ) {
    const units = simpleUnits(text, index)
    if (last > 0 && units > 0) {
      addClusters(clusters, text.slice(start, index), last)
      start = index
    }
    last = units
    index += units || 1
  }
  if (text !== '') addClusters(clusters, text.slice(start), last)
  return clusters
}

/** Adds the clusters of a piece; `last` has the code units of its last character, if simple. */
function addClusters(clusters: string[], piece: string, last: number): void {
  if (piece.length === last) clusters.push(piece)
  else segmentInto(clusters, piece)
}

/**
 * Returns the code units of a simple character, and 0 for others. Between two simple characters
 * there is always a cluster boundary.
 */
function simpleUnits(text: string, index: number): number {
  const unit = text.charCodeAt(index)
  if (unit < 0x300) return unit === 0x0d ? 0 : 1
  // U+1D400 to U+1D7FF, the styled letters of mathematics.
  if (unit === 0xd835) return isLowSurrogate(text, index + 1) ? 2 : 0
  return isPlainLetter(unit) ? 1 : 0
}

/**
 * Returns whether a code unit is a letter in one of the large ranges without marks, emoji and gaps:
 * Greek, Cyrillic, Hebrew, Arabic, Latin, Braille, Japanese and Chinese.
 */
function isPlainLetter(unit: number): boolean {
  if (unit < 0x5d0) return unit >= 0x3a3 && unit <= 0x52f && !(unit > 0x482 && unit < 0x48a)
  if (unit < 0x1e00) return unit <= 0x5ea || (unit >= 0x620 && unit <= 0x64a)
  if (unit < 0x3041) return unit <= 0x1eff || (unit >= 0x2800 && unit <= 0x28ff)
  return unit <= 0x3096 || (unit >= 0x30a1 && unit <= 0x30ff) || (unit >= 0x4e00 && unit <= 0x9fef)
}

// Created at the first use, which takes longer than reading a hundred generators.
let segmenter: Intl.Segmenter | undefined
const windowUnits = 512

// One character with combining marks. Each text that Intl segments takes 300 bytes outside of the
// heap, which the collector does not count: working out all pages would take 50 MiB more.
const isOneCluster = /^[^\p{C}\p{Zl}\p{Zp}][\u0300-\u036f\u1dc0-\u1dff\u20d0-\u20f0]*$/u

// Node 20 copies the whole input for each segment, so it gets short windows of the text. A window
// starts at a boundary. Its last cluster may continue after it and is left to the next window.
function segmentInto(clusters: string[], text: string): void {
  if (isOneCluster.test(text)) {
    clusters.push(text)
    return
  }
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  let start = 0
  let units = windowUnits
  while (start < text.length) {
    let end = Math.min(start + units, text.length)
    if (end < text.length && isHighSurrogate(text, end - 1)) end--
    let last = ''
    let lastIndex = 0
    for (const { segment, index } of segmenter.segment(text.slice(start, end))) {
      if (index > 0) clusters.push(last)
      last = segment
      lastIndex = index
    }
    if (end === text.length) {
      clusters.push(last)
      return
    }
    units = lastIndex === 0 ? units * 2 : windowUnits
    start += lastIndex
  }
}

/** A text for many generators, which split it into clusters only once. */
export interface SharedText {
  readonly text: string
  readonly clusters: () => readonly string[]
}

/** Prepares a text for many generators. */
export function shareText(text: string): SharedText {
  let clusters: readonly string[] | undefined
  return { text, clusters: () => (clusters ??= graphemeClusters(text)) }
}

/** Returns whether a cluster is white space by Unicode, which includes line breaks. */
export function isSpace(cluster: string): boolean {
  if (isPlain(cluster)) return false
  return /^\p{White_Space}+$/u.test(cluster)
}

/**
 * Returns whether a cluster is invisible: controls, format characters, and what is ignored by
 * default (a soft hyphen, U+200B, a byte order mark). White space is visible as a gap.
 */
export function isInvisible(cluster: string): boolean {
  if (cluster === ' ' || isPlain(cluster)) return false
  return /^[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+$/u.test(cluster) && !isSpace(cluster)
}

/** Returns whether a cluster ends a line: LF, CR, CRLF, or another mandatory break of Unicode. */
export function isLineBreak(cluster: string): boolean {
  return /^(?:\r\n|[\n\v\f\r\u0085\u2028\u2029])$/.test(cluster)
}

/** Returns whether a cluster is drawn as an emoji: a sequence, a flag, a keycap, or by default. */
export function isEmoji(cluster: string): boolean {
  if (isPlain(cluster)) return false
  return /\p{Emoji_Presentation}|\p{Regional_Indicator}|[\ufe0f\u20e3]/u.test(cluster)
}

/** Returns whether marks can be put on a cluster: it is visible, no emoji and no bare mark. */
export function takesMarks(cluster: string): boolean {
  if (isPlain(cluster)) return true
  return /^[^\p{C}\p{Z}\p{M}]/u.test(cluster) && !isEmoji(cluster) && !isInvisible(cluster)
}

/** Returns whether a cluster is an i, plain or styled (𝗶, ⒤), with marks or without; ɪ is not. */
export function isDottedI(cluster: string): boolean {
  if (isPlain(cluster) && cluster < '\x7f') return cluster === 'i'
  const [base = ''] = cluster
  return base.normalize('NFKD').includes('i')
}

/**
 * Returns whether a mark is above its letter (canonical combining class 230) and replaces the dot
 * of an i: https://www.unicode.org/versions/Unicode16.0.0/core-spec/chapter-7/#G9054
 */
export function isMarkAbove(mark: string): boolean {
  // U+302B has class 228 and U+0315 has 232: only a mark between them changes places with both.
  return changesPlaces(`${mark}\u302b`) && changesPlaces(`\u0315${mark}`)
}

function changesPlaces(marks: string): boolean {
  return marks.normalize('NFD') !== marks
}

/** Returns whether a cluster is a letter or sign that needs no look-up: visible, and no emoji. */
function isPlain(cluster: string): boolean {
  if (cluster.length !== 1) return false
  const unit = cluster.charCodeAt(0)
  return unit < 0x300 ? unit > 0x20 && unit < 0x7f : isPlainLetter(unit)
}

function isHighSurrogate(text: string, index: number): boolean {
  return (text.charCodeAt(index) & 0xfc00) === 0xd800
}

function isLowSurrogate(text: string, index: number): boolean {
  return (text.charCodeAt(index) & 0xfc00) === 0xdc00
}
