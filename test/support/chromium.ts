import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { notoFolders, writeFontSettings } from './browser-pipe.ts'
import { root, temporaryFolder } from './folders.ts'

/** Why nothing can be drawn, or false. */
export const withoutChromium =
  spawnSync('chromium', ['--version']).status !== 0
    ? 'LEFT OUT: no Chromium'
    : !notoFolders.every(existsSync) && 'LEFT OUT: not all of Debian’s Noto fonts'

/** The clusters in whose place, or in whose picture, Chromium draws a box; all fonts are Noto's. */
export function drawBoxes(t: TestContext, clusters: readonly string[]): ReadonlySet<string> {
  const folder = temporaryFolder(t)
  const page = join(folder, 'page.html')
  const template = readFileSync(join(root, 'test', 'support', 'find-boxes.html'), 'utf8')
  writeFileSync(page, template.replace('CLUSTERS', clusters.map(toCodes).join('\n')))
  const environment = { FONTCONFIG_FILE: writeFontSettings(folder, notoFolders) }
  const { stdout } = spawnSync(
    'chromium',
    [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      ...[`--user-data-dir=${join(folder, 'profile')}`, '--virtual-time-budget=600000'],
      ...['--dump-dom', `file://${page}`],
    ],
    { env: { ...process.env, ...environment }, maxBuffer: 1e8, timeout: 300_000 },
  )
  const lines = /<pre id="clusters">([^<]*)<\/pre>/.exec(stdout.toString())?.[1] ?? 'no answer'
  return new Set(lines.split('\n').map(fromCodes))
}

function toCodes(cluster: string): string {
  return Array.from(cluster, (point) => (point.codePointAt(0) ?? 0).toString(16)).join(' ')
}

function fromCodes(line: string): string {
  return String.fromCodePoint(...line.split(' ').map((point) => Number.parseInt(point, 16)))
}
