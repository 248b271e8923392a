import { startList } from './live-list.ts'
import { startMenu } from './menu.ts'
import { language, loadFile, words } from './page.ts'
import { createStyles, parseJson } from './styles.ts'
import type { DecoderRows, Decoders, StyleRow } from './styles.ts'

/** What the engine needs and an older browser may lack. */
const needs: ReadonlyArray<readonly [owner: object, name: string]> = [
  [Intl, 'Segmenter'],
  [String.prototype, 'toWellFormed'],
]

// Otherwise the page stays as it is, and its form is sent to the server.
if (needs.every(([owner, name]) => name in owner)) void start()

// The page changes only once the styles are loaded. The console shows any failure.
async function start(): Promise<void> {
  const isList = document.getElementById('styles') !== null
  // Loaded at the same time as the styles.
  const module = isList ? undefined : import('./live-generator.ts')
  const rows = parseJson<readonly StyleRow[]>(await loadFile('styles.json'))
  const styles = createStyles(rows, language, loadDecoders, words('sample-text'))
  startMenu()
  if (module === undefined) startList(styles)
  else await (await module).startGenerator(styles)
}

async function loadDecoders(): Promise<Decoders> {
  const [{ decoding }, json] = await Promise.all([
    import('../../engine/decoding/decoding.ts'),
    loadFile('decoders.json'),
  ])
  return { decoding, rows: parseJson<DecoderRows>(json) }
}
