import { toNfc } from './normal-form.ts'
import { graphemeClusters } from './text.ts'

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

/** `text` with every decorated character, cluster and mark that the catalogue knows taken back. */
export function restore(text: string, { characters, clusters }: Restoration): string {
  let output = ''
  for (const cluster of graphemeClusters(text)) {
    output += clusters.get(cluster) ?? restoreCluster(cluster, characters)
  }
  return output
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
  return isRestored ? toNfc(plain) : cluster
}
