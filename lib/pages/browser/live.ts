import { loadStyles } from './files.ts'
import { startGenerator } from './live-generator.ts'
import { startList } from './live-list.ts'

/** What the engine needs and a browser may lack. */
const needs: ReadonlyArray<readonly [owner: object, name: string]> = [
  [Intl, 'Segmenter'],
  [String.prototype, 'toWellFormed'],
]

// Else the page stays as it came: its form asks the server.
if (needs.every(([owner, name]) => name in owner)) void start()

// What fails is told to the console. Nothing of the page has changed before the styles are there.
async function start(): Promise<void> {
  const styles = await loadStyles()
  if (document.getElementById('styles') === null) startGenerator(styles)
  else startList(styles)
}
