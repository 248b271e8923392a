import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './folders.ts'

/** A block of commands or code in a document, and how it is tested. */
interface Claim {
  readonly document: string
  /** A text that only this block of the document contains. */
  readonly words: string
  /** The test that runs it, which calls `readBlock` with its name. */
  readonly runBy?: string
  /** Why no test runs it. */
  readonly because?: string
}

const api = 'lib/api/README.md'
const guide = 'systemd/README.md'
const specialCases = 'systemd/special-cases.md'
const withoutSystemd = 'systemd/without-systemd.md'
const webServer = 'systemd/web-server.md'
const hosting = 'systemd/shared-hosting.md'
const container = 'systemd/container.md'
const readmeTest = 'test/chromium/readme.test.ts'
const systemdTest = 'test/release/systemd.test.ts'
const releaseTest = 'test/release/release.test.ts'
const apacheTest = 'test/release/behind-apache.test.ts'
const webServerTest = 'test/release/behind-web-servers.test.ts'
const prometheusTest = 'test/system/prometheus.test.ts'
const containerTest = 'test/release/container.test.ts'
const newcomerTest = 'test/release/newcomer.test.ts'
/** Follows the blocks for newcomerTest. */
const contributions = 'test/support/contributions.ts'
const engine = 'lib/engine/README.md'

const selectionTest = 'test/chromium/selection.test.ts'
const packageTest = 'test/system/package.test.ts'
const decorateTest = 'test/system/decorate.test.ts'

/** All blocks of commands or code in the documents, by purpose. */
const claims = {
  start: { document: 'README.md', words: 'npm ci && npm start', runBy: readmeTest },
  requests: { document: 'README.md', words: 'action=list_generators', runBy: readmeTest },
  javascript: { document: 'README.md', words: 'await fetch', runBy: readmeTest },
  fetch: { document: api, words: 'await fetch', runBy: readmeTest },
  firstRequest: { document: 'README.md', words: 'slug=bold-script', runBy: readmeTest },
  testAll: { document: 'README.md', words: 'npm ci && npm test', because: '.ci/run does it' },
  python: { document: api, words: 'import json', runBy: readmeTest },
  php: { document: api, words: '<?php', runBy: readmeTest },
  typedClient: {
    document: api,
    words: 'createClient<paths>',
    runBy: 'test/system/generated-clients.test.ts',
  },
  userscript: { document: api, words: '==UserScript==\n// @name', runBy: selectionTest },
  userscriptBuild: { document: api, words: 'npx esbuild', runBy: selectionTest },
  telegramBot: { document: api, words: 'answerInlineQuery', runBy: 'test/system/telegram-bot.test.ts' },
  telegramWebhook: { document: api, words: 'setWebhook', because: 'it needs a bot at Telegram' },
  offline: { document: 'README.md', words: 'decorate bold-script', runBy: decorateTest },
  package: { document: 'lib/decorate/package.md', words: 'import {', runBy: packageTest },
  install: { document: guide, words: 'ss -Hltnp', runBy: systemdTest },
  reload: { document: guide, words: 'systemctl reload', runBy: systemdTest },
  listenElsewhere: { document: specialCases, words: 'ListenStream=127.0.0.1:9090', runBy: systemdTest },
  keepElsewhere: { document: specialCases, words: '/etc/fstab', runBy: systemdTest },
  secondSite: { document: specialCases, words: 'name=second-decoration', runBy: systemdTest },
  replaceScript: { document: webServer, words: 'location = /api.php', runBy: webServerTest },
  oldTotals: { document: webServer, words: '"uses":12345', runBy: systemdTest },
  upgrade: { document: guide, words: 'text-decoration.new/dist', runBy: systemdTest },
  autoRestart: {
    document: specialCases,
    words: 'nrconf',
    because: 'needrestart asks for an apt with packages to upgrade; it was tried on Debian 13',
  },
  scrape: { document: specialCases, words: 'scrape_configs:', runBy: prometheusTest },
  alerts: { document: specialCases, words: 'alert: ', runBy: prometheusTest },
  checksums: { document: guide, words: 'sha256sum', runBy: systemdTest },
  goBack: { document: guide, words: 'mv /opt/text-decoration.old', runBy: systemdTest },
  backUp: { document: guide, words: 'tar -cvzf', runBy: systemdTest },
  restore: { document: guide, words: 'tar -xzOf', runBy: systemdTest },
  uninstall: { document: guide, words: 'systemctl disable --now', runBy: systemdTest },
  unpackCarrying: { document: withoutSystemd, words: '-linux-x64.tar.gz\ncd', runBy: releaseTest },
  unpackPlain: { document: withoutSystemd, words: 'npm ci --omit=dev', runBy: releaseTest },
  startUnpacked: { document: withoutSystemd, words: 'DATA_DIR=', runBy: releaseTest },
  nginx: { document: webServer, words: 'location @decoration_413', runBy: webServerTest },
  redirect: { document: webServer, words: 'return 308', runBy: webServerTest },
  trustCdn: { document: webServer, words: 'cdn-ranges', runBy: systemdTest },
  caddy: { document: webServer, words: 'reverse_proxy', runBy: webServerTest },
  askTwice: { document: webServer, words: 'X-Forwarded-For: $forged', runBy: webServerTest },
  severalMachines: { document: webServer, words: 'upstream text-decoration', runBy: webServerTest },
  image: { document: container, words: 'FROM ', runBy: containerTest },
  startContainer: { document: container, words: 'podman run', runBy: containerTest },
  blockClient: { document: webServer, words: 'abort @blocked', runBy: webServerTest },
  unpackHosted: { document: hosting, words: 'mkdir -p ~/decoration', runBy: apacheTest },
  application: { document: hosting, words: 'PassengerAppRoot', runBy: apacheTest },
  askHosted: { document: hosting, words: 'curl', runBy: apacheTest },
  rewriting: { document: hosting, words: 'RewriteRule', runBy: apacheTest },
  askGenerator: { document: 'generators/README.md', words: 'curl', runBy: newcomerTest },
  copyLocale: { document: 'locales/README.md', words: 'cp ', runBy: contributions },
  tag: { document: 'locales/README.md', words: 'languages =', runBy: contributions },
  languageData: { document: 'locales/README.md', words: 'frequencies:', runBy: contributions },
  operation: { document: engine, words: 'defineOperation(', runBy: contributions },
  operationLine: { document: engine, words: '/operations/', runBy: contributions },
  operationRow: { document: engine, words: '| `', runBy: contributions },
  operationTest: { document: engine, words: 'describeFields(', runBy: contributions },
  benchmark: {
    document: 'test/bench/README.md',
    words: 'npm run bench',
    because: 'it takes ten minutes, an idle machine, and packages of its own',
  },
  describedAnswers: {
    document: 'test/tools/README.md',
    words: 'npm ci --prefix test/tools',
    because: '.ci/run does the same',
  },
  openedPages: {
    document: 'test/tools/README.md',
    words: '.ci/test chromium',
    because: '.ci/run does the same',
  },
  visit: {
    document: 'test/README.md',
    words: 'describePages(',
    because: 'test/chromium/pages-list.test.ts has this visit',
  },
} as const satisfies Record<string, Claim>

type BlockName = keyof typeof claims

/** The rows of this table. */
export const claimedBlocks: ReadonlyArray<readonly [name: string, claim: Claim]> =
  Object.entries(claims)

/** Returns a block for a test to run, without the indentation of a list. */
export function readBlock(name: BlockName): string {
  const { document, words } = claims[name]
  const found = blocksOf(readDocument(document)).filter((block) => block.includes(words))
  assert.equal(found.length, 1, `${document}: blocks with ${JSON.stringify(words)}`)
  return found[0] ?? ''
}

/** Reads a document by its path from the root. */
export function readDocument(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

const fence = /^( *)```(\w*)\n([^]*?)^\1```$/gm

/** Returns the blocks of a text that can be run, as opposed to data and output. */
export function blocksOf(text: string): string[] {
  return [...text.matchAll(fence)]
    .filter(([, , language = '']) => !['json', 'text'].includes(language))
    .map(([, indent = '', , block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''))
}

/** Folders without documents of the project: packages and output. */
const others = /^(?:node_modules|dist|release|data|\..*)$/

/** Returns the relative paths of all documents in and below a folder. */
export function listDocuments(folder: string = root): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (others.test(entry.name)) return []
    if (!entry.isDirectory()) return entry.name.endsWith('.md') ? [entry.name] : []
    return listDocuments(join(folder, entry.name)).map((path) => join(entry.name, path))
  })
}

/** Returns whether a release contains the document. */
export function isReleased(path: string): boolean {
  const folders = /^(?:generators|locales|systemd|lib\/(?:api|engine|http|pages|store)(?=\/README))\//
  return folders.test(path) || /^(?:README|CHANGELOG)\.md$/.test(path)
}

/** Removes from a document what `.ci/release` removes. */
export function asReleased(text: string): string {
  return text.replace(/^<!-- sources -->\n[^]*?^<!-- \/sources -->\n/gm, '')
}

/**
 * Returns the links of documents that lead to a file or heading that does not exist. Links to other
 * sites are not checked.
 */
export function findBrokenLinks(
  documents: ReadonlyMap<string, string>,
  exists: (path: string) => boolean,
): string[] {
  return [...documents].flatMap(([document, text]) =>
    linksOf(text)
      .filter((link) => {
        const [path = '', anchor] = link.split('#')
        const target = path === '' ? document : join(document, '..', path)
        if (!documents.has(target) && !exists(target)) return true
        return anchor !== undefined && !anchorsOf(documents.get(target) ?? '').includes(anchor)
      })
      .map((link) => `${document}: ${link}`),
  )
}

function linksOf(text: string): string[] {
  const links = text.replace(fence, '').matchAll(/\]\(([^)\s]+)\)/g)
  return [...links].map(([, link = '']) => link).filter((link) => !/^https?:/.test(link))
}

/** Returns the anchors of the headings, as GitHub makes them. */
function anchorsOf(text: string): string[] {
  const headings = text.replace(fence, '').matchAll(/^#+ (.*)$/gm)
  return [...headings].map(([, heading = '']) =>
    heading.toLowerCase().replace(/[^\p{L}\p{N}\p{M} _-]/gu, '').replaceAll(' ', '-'),
  )
}
