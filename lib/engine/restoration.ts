import { clustersOf, isDottedI, toNfc } from './text.ts'

/** What an operation adds to a text, and the plain text that takes its place. */
export type Undo = readonly [styled: string, plain: string]

/** How decorated text becomes plain: characters and clusters → plain text, marks → nothing. */
export interface Restoration {
  readonly characters: ReadonlyMap<string, string>
  readonly clusters: ReadonlyMap<string, string>
}

/** Collects what can be undone; of two that look the same the first one wins. */
export function collectRestoration(undoes: Iterable<Undo>): Restoration {
  const characters = new Map<string, string>()
  const clusters = new Map<string, string>()
  for (const [decorated, plain] of undoes) {
    const styled = [...decorated].filter((point) => !keepers.includes(point)).join('')
    // A style that leaves x unchanged must not turn every x into its capital.
    if (/^[ -~]/.test(styled)) continue
    const table = [...styled].length === 1 ? characters : clusters
    if (!table.has(styled)) table.set(styled, plain)
  }
  return { characters, clusters }
}

/** Keep a letter from becoming a flag (U+200C after it) or an emoji (U+FE0E). */
const keepers = '\u200c\ufe0e'

/**
 * Turns every decorated character, cluster and mark that the catalogue knows back into plain text.
 * A European letter or a digit that still has three marks, which no language writes, loses them.
 */
export function restoreText(
  text: string,
  { characters, clusters }: Restoration,
  language: string,
): string {
  let output = ''
  for (const cluster of clustersOf(text)) {
    const plain = clusters.get(cluster) ?? restoreCluster(cluster, characters)
    const hasChanged = plain !== cluster
    output += hasChanged && language === 'tr' ? restoreDot(plain, cluster) : plain
  }
  return output
}

// In Turkish, i gets its dot back where a mark above had replaced it; a small capital has no dot.
function restoreDot(plain: string, cluster: string): string {
  if (plain.startsWith('i\u0307')) return `i${plain.slice(2)}`
  return plain === 'i' && !isDottedI(cluster) ? 'ı' : plain
}

function restoreCluster(cluster: string, characters: Restoration['characters']): string {
  // Flags, families and keycaps are emoji, whatever their parts mean elsewhere.
  if (/\p{RI}{2}|\ufe0f|\p{Extended_Pictographic}.*\u200d/su.test(cluster)) return cluster
  let plain = ''
  let isRestored = false
  let isStyled = false
  for (const point of cluster) {
    const known = characters.get(point)
    if (known !== undefined) isRestored = true
    isStyled ||= known !== undefined && known !== ''
    // A keeper is removed with the styled character before it, and stays elsewhere.
    if (!isStyled || !keepers.includes(point)) plain += known ?? point
  }
  if (!isRestored && cluster.length < 4) return cluster
  const composed = toNfc(plain)
  if (overgrown.test(composed)) return withoutMarks(composed)
  return isRestored ? composed : cluster
}

/** Matches a European letter or a digit with three marks that do not compose. */
const overgrown =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}](?:\P{M}*[^\P{M}\ufe00-\ufe0f]){3}/u

function withoutMarks(cluster: string): string {
  const [base = '', ...others] = cluster
  return [base.normalize('NFD'), ...others].join('').replace(/\p{M}+/gu, '')
}

/**
 * Turns words back that are decorated as a whole: in a frame, with a sign between all letters, in
 * superscript letters, or in look-alike letters of several scripts, each with its plain letter.
 */
export function restoreWords(text: string, lookalikes: ReadonlyMap<string, string>): string {
  const plain = readLookalikes(joinLetters(removeFrame(text)), lookalikes)
  return plain.replace(raised, (word) => {
    return Array.from(word, (point) => lookalikes.get(point) ?? point.normalize('NFKC')).join('')
  })
}

/** Words of three superscript or subscript letters or more, which are not notes or units. */
const raised = /(?<![\p{L}\p{M}\p{N}])\p{Lm}{3,}(?![\p{L}\p{M}\p{N}])/gu

/** Ornaments that are only drawn around texts, and what is drawn beside them. */
const ornament = /[\u0f04-\u0f14\u0f3a-\u0f3d\u06de\u06e9\ua9c1\ua9c2\u2500-\u25ff★☆彡♡✠-❋❖❝❞❨-❵]/u
const besideOrnament = /[\s.,:*·•¸´`¯°˜”~|♥\ufe0e]/u

/** Removes ornaments from both ends of a line. A box of several lines would leave its sides. */
function removeFrame(text: string): string {
  if (text.includes('\n')) return text
  const points = [...text]
  const start = countOrnaments(points)
  const end = countOrnaments(points.toReversed())
  const inner = points.slice(start, points.length - end).join('')
  return start > 0 && end > 0 && /[^\P{L}ᴥω]|\p{N}/u.test(inner) ? inner.trim() : text
}

/** Returns where the last ornament of those at the start ends. */
function countOrnaments(points: readonly string[]): number {
  let count = 0
  for (const [index, point] of points.entries()) {
    if (ornament.test(point)) count = index + 1
    else if (!besideOrnament.test(point)) break
  }
  return count
}

/** A symbol or a dot between single letters, always the same. */
const spread = new RegExp(
  '(?<!W)\\p{L}\\p{M}*([\\p{So}•·・‧∙⋆]\\ufe0e?)\\p{L}\\p{M}*(?:\\1\\p{L}\\p{M}*)+(?!W)'
    .replaceAll('W', '[\\p{L}\\p{M}\\p{N}]'),
  'gu',
)

/** ʕ•ᴥ•ʔ: two eyes beside a mouth. */
const face = /^\p{L}\P{L}+[ᴥω]\P{L}+\p{L}$/u

/** Returns Hello for H♥e♥l♥l♥o, and for a text of single letters with blanks between them. */
function joinLetters(text: string): string {
  const words = text.split(/ {2,}/).map((word) => word.split(' '))
  const isSpaced = words.every((letters) => letters.every((one) => /^\p{L}\p{M}*$/u.test(one)))
  if (isSpaced && words.flat().length > 3) return words.map((letters) => letters.join('')).join(' ')
  return text.replace(spread, (written, sign: string) =>
    face.test(written) ? written : written.replaceAll(sign, ''),
  )
}

/** Reads the words of a text of look-alike letters, if one can hardly be a word of a language. */
function readLookalikes(text: string, lookalikes: ReadonlyMap<string, string>): string {
  let isSure = false
  const output = text.replace(/[\p{L}\p{M}\p{N}\p{Sc}\p{Sm}๏]+/gu, (word) => {
    const points = [...word]
    const others = points.filter((point) => lookalikes.has(point))
    const isRead = points.every((point) => /[A-Za-z]/.test(point) || lookalikes.has(point))
    if (!isRead || others.length * 2 < points.length) return word
    isSure ||= points.length > 1 && isMixed(word)
    return points.map((point) => lookalikes.get(point) ?? point).join('')
  })
  return isSure ? output : text
}

/** Returns whether a word has letters of scripts that no language and no formula mixes. */
function isMixed(word: string): boolean {
  const found = scripts.filter((script) => script.test(word)).length
  const isLatin = /[A-Za-z]/.test(word)
  return found > 1 || (found === 1 && isLatin && word.length > 2 && !/\p{Script=Greek}/u.test(word))
}

const scripts = [
  ...[/\p{Script=Greek}/u, /\p{Script=Cyrillic}/u, /\p{Script=Armenian}/u, /\p{Script=Hebrew}/u],
  ...[/\p{Script=Thai}|๏/u, /\p{Script=Han}/u, /\p{Script=Bopomofo}/u, /\p{Script=Katakana}/u],
  ...[/\p{Script=Canadian_Aboriginal}/u, /\p{Script=Cherokee}/u, /[ɐ-ʯ]/u],
]
