import { toNfc } from './normal-form.ts'
import { graphemeClusters, isDottedI } from './text.ts'

/** What an operation puts into a text, and the plain text for which it stands. */
export type Undo = readonly [styled: string, plain: string]

/** How decorated text is taken back: characters and clusters → plain text, marks → nothing. */
export interface Restoration {
  readonly characters: ReadonlyMap<string, string>
  readonly clusters: ReadonlyMap<string, string>
}

/** Collects what may be taken back; of two that look the same the first one wins. */
export function collectRestoration(undoes: Iterable<Undo>): Restoration {
  const characters = new Map<string, string>()
  const clusters = new Map<string, string>()
  for (const [decorated, plain] of undoes) {
    const styled = [...decorated].filter((point) => !keepers.includes(point)).join('')
    // A style that leaves x as it is must not turn every x of the world into its capital.
    if (/^[ -~]/.test(styled)) continue
    const table = [...styled].length === 1 ? characters : clusters
    if (!table.has(styled)) table.set(styled, plain)
  }
  return { characters, clusters }
}

/** What keeps a letter a letter: U+200C behind it against flags, U+FE0E against emoji. */
const keepers = '\u200c\ufe0e'

/**
 * `text` with every decorated character, cluster and mark that the catalogue knows taken back, in a
 * language with a tag such as `tr`. A letter of Europe or a digit that still has three marks, which
 * no language writes, loses all of them.
 */
export function restore(
  text: string,
  { characters, clusters }: Restoration,
  language: string,
): string {
  let output = ''
  for (const cluster of graphemeClusters(text)) {
    const plain = clusters.get(cluster) ?? restoreCluster(cluster, characters)
    output += language === 'tr' && plain !== cluster ? restoreDot(plain, cluster) : plain
  }
  return output
}

// A mark above takes the dot of i, which has it back there in Turkish; a small capital has none.
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
    // A keeper goes with the styled character that it was put behind, and stays elsewhere.
    if (!isStyled || !keepers.includes(point)) plain += known ?? point
  }
  if (!isRestored && cluster.length < 4) return cluster
  const composed = toNfc(plain)
  if (overgrown.test(composed)) return withoutMarks(composed)
  return isRestored ? composed : cluster
}

/** Marks of elsewhere: no letter of Europe has three that do not compose, and no digit has. */
const overgrown =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}](?:\P{M}*[^\P{M}\ufe00-\ufe0f]){3}/u

function withoutMarks(cluster: string): string {
  const [base = '', ...others] = cluster
  return [base.normalize('NFD'), ...others].join('').replace(/\p{M}+/gu, '')
}

