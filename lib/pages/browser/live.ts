import { readKept } from './kept.ts'
import { startList } from './live-list.ts'
import { startMenu } from './menu.ts'
import { language, loadFile, words } from './page.ts'
import { createStyles } from './styles.ts'
import type { Later, StyleRow } from './styles.ts'

/** What the engine needs and an older browser may lack. */
const needs: ReadonlyArray<readonly [owner: object, name: string]> = [
  [Intl, 'Segmenter'],
  [String.prototype, 'toWellFormed'],
]

const later: Later = {
  rows: async () => JSON.parse(await loadFile('later.json')),
  types: async () => (await import('./all-types.ts')).operationTypes,
  decoding: async () => (await import('../../engine/decoding/decoding.ts')).decoding,
  extras: () => import('../../engine/extras.ts'),
}

// Otherwise the page stays as it is, and its form is sent to the server.
if (needs.every(([owner, name]) => name in owner)) void start()

// The page changes only once the styles are loaded. The console shows any failure.
async function start(): Promise<void> {
  const rows: readonly StyleRow[] = JSON.parse(await loadFile('styles.json'))
  const styles = createStyles(rows, language, later, words('sample-text'))
  startMenu()
  const { limit } = readKept()
  if (limit !== undefined) document.documentElement.dataset['limit'] = limit
  if (document.getElementById('styles') !== null) await startList(styles)
  else await (await import('./live-generator.ts')).startGenerator(styles)
}
