import { memoize } from './memo.ts'
import { marksIn, pointsIn } from './points.ts'
import { clustersOf, isDottedI, toNfc } from './text.ts'

/** What an operation adds to a text, and the plain text that takes its place. */
export type RestoreEntry = readonly [styled: string, plain: string]

/** How decorated text becomes plain: characters and clusters → plain text, marks → nothing. */
export interface RestoreTable {
  readonly characters: ReadonlyMap<string, string>
  readonly clusters: ReadonlyMap<string, string>
  /** The first code points of the clusters. */
  readonly starts: ReadonlySet<string>
}

/** Collects what can be undone; of two that look the same the first one wins. */
export function createRestoreTable(entries: Iterable<RestoreEntry>): RestoreTable {
  const characters = new Map<string, string>()
  const clusters = new Map<string, string>()
  for (const [decorated, plain] of entries) {
    const styled = [...decorated].filter((point) => !keepers.includes(point)).join('')
    // A style that leaves x unchanged must not turn every x into its capital.
    if (/^[ -~]/.test(styled)) continue
    const table = [...styled].length === 1 ? characters : clusters
    if (!table.has(styled)) table.set(styled, plain)
  }
  const starts = new Set(Array.from(clusters.keys(), ([first = '']) => first))
  return { characters, clusters, starts }
}

/** Keep a letter from becoming a flag (U+200C after it) or an emoji (U+FE0E). */
const keepers = '\u200c\ufe0e'

/**
 * Turns every decorated character, cluster and mark that the catalogue knows back into plain text.
 * Adds to `changed` where these are in the output.
 */
export function restoreText(
  text: string,
  { characters, clusters, starts }: RestoreTable,
  language: string,
  changed: number[] = [],
): string {
  // Clusters of Hindi and Thai take time, and few texts of these have a known character.
  const isKnown = (point: string): boolean => characters.has(point) || starts.has(point)
  if (![...pointsIn(text)].some(isKnown)) return text
  let output = ''
  const ofLetters = memoize(() => marksOfLetters(text))
  for (const cluster of clustersOf(text)) {
    const plain = clusters.get(cluster) ?? restoreCluster(cluster, characters, ofLetters)
    const hasChanged = plain !== cluster
    if (hasChanged) changed.push(output.length)
    output += hasChanged && language === 'tr' ? restoreDot(plain, cluster) : plain
  }
  return output
}

// In Turkish, i gets its dot back where a mark above had replaced it; a small capital has no dot.
function restoreDot(plain: string, cluster: string): string {
  if (plain.startsWith('i\u0307')) return `i${plain.slice(2)}`
  return plain === 'i' && !isDottedI(cluster) ? 'ı' : plain
}

function isEmojiSequence(cluster: string): boolean {
  if (/\p{RI}{2}|\ufe0f/u.test(cluster)) return true
  const first = cluster.search(/\p{ExtPict}/u)
  return first >= 0 && cluster.includes('\u200d', first)
}

/** U+0338 through a relation denies it (a ≠ b), also through the blank before it in PDF files. */
const slash = '\u0338'
const denied = /^[\s\p{S}]\p{M}*\u0338/u

/** Returns the marks of letters and digits. Signs and blanks may have others, which are meant. */
export function marksOfLetters(text: string): ReadonlySet<string> {
  const kinds = marksIn(text).length
  const found = new Set<string>()
  if (kinds === 0) return found
  for (const [, marks = ''] of text.matchAll(/[\p{L}\p{N}](\p{M}+)/gu)) {
    for (const mark of marks) found.add(mark)
    if (found.size === kinds) break
  }
  return found
}

function restoreCluster(
  cluster: string,
  characters: RestoreTable['characters'],
  ofLetters: () => ReadonlySet<string>,
): string {
  const [first = ''] = cluster
  if (first.length === cluster.length) return characters.get(cluster) ?? cluster
  // Flags, families and keycaps are emoji, whatever their parts mean elsewhere.
  if (isEmojiSequence(cluster)) return cluster
  let plain = ''
  let isRestored = false
  let isStyled = false
  const isDenied = denied.test(cluster) && !ofLetters().has(slash)
  for (const point of cluster) {
    const known = isDenied && point === slash ? undefined : characters.get(point)
    if (known !== undefined) isRestored = true
    isStyled ||= known !== undefined && known !== ''
    // A keeper is removed with the styled character before it, and stays elsewhere.
    if (!isStyled || !keepers.includes(point)) plain += known ?? point
  }
  return isRestored ? toNfc(plain) : cluster
}
