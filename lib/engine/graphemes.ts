/**
 * Splits a text into its extended grapheme clusters.
 * https://www.unicode.org/reports/tr29/#Grapheme_Cluster_Boundaries
 */
export function graphemeClusters(text: string): string[] {
  if (isSimple.test(text)) return text.split('')
  const parts = text.match(clustersAndRest) ?? []
  const rest = parts.filter(isRest)
  if (rest.length === 0) return parts
  // One text for all of the rest, because each takes 300 bytes outside of the heap, which the
  // collector does not count. No cluster continues after a control.
  const found = segment(rest.join('\0'))
  const clusters: string[] = []
  let next = 0
  for (const part of parts) {
    if (!isRest(part)) {
      clusters.push(part)
      continue
    }
    for (let units = 0; units < part.length; next++) {
      const cluster = found[next] ?? part
      clusters.push(cluster)
      units += cluster.length
    }
    next++
  }
  return clusters
}

/** Returns whether a surrogate pair begins at an index. */
export function isPairAt(text: string, index: number): boolean {
  return (text.codePointAt(index) ?? 0) > 0xffff
}

/** Returns whether a part of a text may be several clusters. */
function isRest(part: string): boolean {
  return part.length > 1 && part.length > (isPairAt(part, 0) ? 2 : 1) && !isOrdinary.test(part)
}

/**
 * Characters of large ranges without marks, emoji and gaps, for a class in a regular expression:
 * Latin, Greek, Cyrillic, Hebrew, Arabic, Braille, Japanese and Chinese. Between two of them there
 * is always a cluster boundary.
 */
const simple = [
  '\\0-\\x0c\\x0e-\\u02ff\\u03a3-\\u0482\\u048a-\\u052f\\u05d0-\\u05ea\\u0620-\\u064a',
  '\\u1e00-\\u1eff\\u2800-\\u28ff\\u3041-\\u3096\\u30a1-\\u30ff\\u4e00-\\u9fef',
].join('')
const isSimple = new RegExp(`^[${simple}]*$`)

/**
 * Letters that join others: parts of Korean syllables, vowels of Thai and Lao that are written
 * after a consonant, and letters of some scripts of India that are written before one.
 */
const joined = [
  '\\u1100-\\u11ff\\ua960-\\ua97f\\ud7b0-\\ud7ff\\u0e33\\u0eb3\\u0d4e',
  '\\u{111c2}\\u{111c3}\\u{113d1}',
  '\\u{1193f}\\u{11941}\\u{11a3a}\\u{11a84}-\\u{11a89}\\u{11d46}\\u{11f02}\\u{16d40}-\\u{16d7f}',
].join('')

/** A sign or a letter that nothing but marks, selectors and joiners can join. */
const base = [
  `(?:[${simple}\\u{1d400}-\\u{1d7ff}]|`,
  `(?![${joined}\\p{EMod}\\p{RI}\\p{Gr_Ext}])[\\p{L}\\p{N}\\p{P}\\p{S}\\p{Zs}])`,
].join('')
const marks = '[\\u0300-\\u036f\\u1dc0-\\u1dff\\u20d0-\\u20f0\\ufe0e\\ufe0f]'
// Controls have no marks.
const control = '[\\0-\\x0c\\x0e-\\x1f\\x7f-\\x9f\\xad]'
const cluster = `(?:${control}(?!${marks})|(?!${control})${base}${marks}*)`
const isOrdinary = new RegExp(`^${cluster}$`, 'u')

/** A cluster before another one, or everything between two of these. */
const clustersAndRest =
  new RegExp(`${cluster}(?=${base}|$)|${cluster}?(?:(?:(?!${cluster})[^])+${cluster}?)+`, 'gu')

// Created at the first use, which takes longer than reading a hundred generators.
let segmenter: Intl.Segmenter | undefined
const windowUnits = 512

// Node 20 copies the whole input for each segment, so it gets short windows of the text. A window
// starts at a boundary. Its last cluster may continue after it and is left to the next window.
function segment(text: string): string[] {
  // The package also runs where there is none, and then divides what is rare by code points.
  if (!('Segmenter' in Intl)) return [...text]
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  const clusters: string[] = []
  let units = windowUnits
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + units, text.length)
    if (end < text.length && isPairAt(text, end - 1)) end--
    const found = Array.from(segmenter.segment(text.slice(start, end)), ({ segment }) => segment)
    const last = end === text.length ? '' : (found.pop() ?? '')
    units = found.length === 0 ? 2 * units : windowUnits
    clusters.push(...found)
    start = end - last.length
  }
  return clusters
}
