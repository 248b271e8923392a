import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './folders.ts'

/** Where a block of commands or code stands, and what becomes of it. */
interface Claim {
  readonly document: string
  /** What it holds, and no other block of the document does. */
  readonly words: string
  /** The test that runs it, which calls `readBlock` with its name. */
  readonly runBy?: string
  /** Why no test runs it. */
  readonly because?: string
}

const guide = 'systemd/README.md'
const webServer = 'systemd/web-server.md'
const hosting = 'systemd/shared-hosting.md'
const readmeTest = 'test/system/readme.test.ts'
const systemdTest = 'test/system/systemd.test.ts'
const releaseTest = 'test/system/release.test.ts'
const apacheTest = 'test/system/behind-apache.test.ts'
const newcomerTest = 'test/system/newcomer.test.ts'
/** What is done with the blocks that newcomerTest follows. */
const contributions = 'test/support/contributions.ts'
const engine = 'lib/engine/README.md'

/** THE TABLE of all blocks of commands or code in the documents, each by what it is for. */
const claims = {
  start: { document: 'README.md', words: 'npm ci && npm start', runBy: readmeTest },
  tests: {
    document: 'README.md',
    words: 'npm ci && npm test',
    because: 'it runs all tests, this one included',
  },
  requests: { document: 'README.md', words: 'action=list_generators', runBy: readmeTest },
  fetch: { document: 'README.md', words: 'await fetch', runBy: readmeTest },
  python: { document: 'README.md', words: 'import json', runBy: readmeTest },
  php: { document: 'README.md', words: '<?php', runBy: readmeTest },
  install: { document: 'README.md', words: 'systemctl enable', runBy: systemdTest },
  check: {
    document: guide,
    words: '/opt/text-decoration/dist/server.js --check',
    runBy: systemdTest,
  },
  upgrade: { document: guide, words: 'tar -xzf "$archive"', runBy: systemdTest },
  goBack: { document: guide, words: 'mv /opt/text-decoration.old', runBy: systemdTest },
  backUp: { document: guide, words: 'tar -cvzf /root/', runBy: systemdTest },
  restore: { document: guide, words: 'tar -xzOf /root/', runBy: systemdTest },
  uninstall: { document: guide, words: 'systemctl disable --now', runBy: systemdTest },
  unpackCarrying: { document: guide, words: '-linux-x64.tar.gz\ncd', runBy: releaseTest },
  unpackPlain: { document: guide, words: 'npm ci --omit=dev', runBy: releaseTest },
  startUnpacked: { document: guide, words: 'DATA_DIR=', runBy: releaseTest },
  nginx: {
    document: webServer,
    words: 'location @decoration_413',
    runBy: 'test/system/behind-nginx.test.ts',
  },
  caddy: {
    document: webServer,
    words: 'reverse_proxy',
    runBy: 'test/system/behind-caddy.test.ts',
  },
  askTwice: {
    document: webServer,
    words: 'X-Forwarded-For: $forged',
    runBy: 'test/system/behind-nginx.test.ts',
  },
  severalMachines: {
    document: webServer,
    words: 'upstream text-decoration',
    runBy: 'test/system/behind-nginx.test.ts',
  },
  unpackHosted: { document: hosting, words: 'mkdir -p ~/decoration', runBy: apacheTest },
  application: { document: hosting, words: 'PassengerAppRoot', runBy: apacheTest },
  askHosted: { document: hosting, words: 'curl', runBy: apacheTest },
  rewriting: { document: hosting, words: 'RewriteRule', runBy: apacheTest },
  askGenerator: { document: 'generators/README.md', words: 'curl', runBy: newcomerTest },
  copyLocale: { document: 'locales/README.md', words: 'cp ', runBy: contributions },
  tag: { document: 'locales/README.md', words: 'languages =', runBy: contributions },
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
  photographs: {
    document: 'test/tools/README.md',
    words: 'photograph-pages.ts',
    because: '.ci/run opens the pages, and pictures are for people',
  },
} as const satisfies Record<string, Claim>

export type BlockName = keyof typeof claims

/** The table by rows: the name of a block, and what is claimed of it. */
export const claimedBlocks: ReadonlyArray<readonly [name: string, claim: Claim]> =
  Object.entries(claims)

/** The commands or the code of a document for a test to run, without the indentation of a list. */
export function readBlock(name: BlockName): string {
  const { document, words } = claims[name]
  const found = blocksOf(readDocument(document)).filter((block) => block.includes(words))
  assert.equal(found.length, 1, `${document}: blocks with ${JSON.stringify(words)}`)
  return found[0] ?? ''
}

/** A document of the sources, by its path from the root. */
export function readDocument(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

const fence = /^( *)```(\w*)\n([^]*?)^\1```$/gm

/** The blocks of a text in a language that something can run: no data, no output. */
export function blocksOf(text: string): string[] {
  return [...text.matchAll(fence)]
    .filter(([, , language = '']) => !['json', 'text'].includes(language))
    .map(([, indent = '', , block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''))
}

/** What is no document of the project: packages, and what was made. */
const others = /^(?:node_modules|dist|release|data|\..*)$/

/** The paths of all documents in a folder and below, from there. */
export function listDocuments(folder: string = root): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (others.test(entry.name)) return []
    if (!entry.isDirectory()) return entry.name.endsWith('.md') ? [entry.name] : []
    return listDocuments(join(folder, entry.name)).map((path) => join(entry.name, path))
  })
}

/** Whether a release has the document of this path, too. */
export function isReleased(path: string): boolean {
  const folders = /^(?:generators|locales|systemd|lib\/(?:api|http|pages|store))\//
  return folders.test(path) || /^(?:README|CHANGELOG)\.md$/.test(path)
}

/** What a release leaves of a document, as `.ci/release` does it by sed. */
export function asReleased(text: string): string {
  return text.replace(/^<!-- sources -->\n[^]*?^<!-- \/sources -->\n/gm, '')
}

/**
 * The links of documents (by their paths) that lead nowhere: to no file that exists, or to no
 * heading of a document among them. Addresses of other sites are not asked.
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

/** The anchors of the headings, as GitHub makes them. */
function anchorsOf(text: string): string[] {
  const headings = text.replace(fence, '').matchAll(/^#+ (.*)$/gm)
  return [...headings].map(([, heading = '']) =>
    heading.toLowerCase().replace(/[^\p{L}\p{N}\p{M} _-]/gu, '').replaceAll(' ', '-'),
  )
}
