import type { GeneratorData } from './generator.ts'
import type { Mapping } from './mapping.ts'
import { graphemeClusters } from './text.ts'

/** How decorated text is taken back: characters and clusters → plain text, marks → nothing. */
export interface Restoration {
  readonly characters: Mapping
  readonly clusters: Mapping
}

/** Collects what the generators with `restore` know, the first one of the catalogue winning. */
export function collectRestoration(generators: Iterable<GeneratorData>): Restoration {
  const characters = new Map<string, string>()
  const clusters = new Map<string, string>()
  const add = (decorated: string, plain: string): void => {
    const styled = [...decorated].filter((point) => !keepers.includes(point)).join('')
    // A style that leaves x as it is must not turn every x of the world into its capital.
    if (/^[ -~]/.test(styled)) return
    const table = [...styled].length === 1 ? characters : clusters
    if (!table.has(styled)) table.set(styled, plain)
  }
  for (const { restore: isRestored, operations } of generators) {
    if (!isRestored) continue
    for (const operation of operations) {
      if (operation.type === 'map') {
        for (const [plain, styled] of operation.characters) if (styled !== '') add(styled, plain)
      } else if (operation.type === 'marks') {
        for (const mark of operation.marks) add(mark, '')
      } else if (operation.type === 'scatter') {
        for (const { marks } of operation.pools) for (const mark of marks) add(mark, '')
      }
    }
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

function restoreCluster(cluster: string, characters: Mapping): string {
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
  return isRestored ? plain.normalize('NFC') : cluster
}
