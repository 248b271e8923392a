// Builds what runs from the sources: node --import tsx .ci/build.ts DIST
//
// DIST/server.js starts the service, which is one file, DIST/lib/process/main.cjs, because a start
// reads one faster than hundreds, and the program that it starts, DIST/lib/store/rewrite-child.cjs.
// DIST/catalogue.jsonl has the generators and locales, DIST/assets.json what the pages load, and
// DIST/openapi.json what a service with default settings answers at that path. DIST/package is the
// engine as a package, which npm can install.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { build } from 'esbuild'
import { describeInterface } from '../lib/api/openapi.ts'
import { foldersBelow } from '../lib/catalogue/data-files.ts'
import { loadCatalogue } from '../lib/catalogue/load-catalogue.ts'
import { joinShipped } from '../lib/catalogue/shipped-files.ts'
import { defaultSiteUrl } from '../lib/http/listen.ts'
import { atOnce } from '../lib/http/turn.ts'
import { StartError } from '../lib/log.ts'
import { dataFiles } from '../lib/pages/assets.ts'
import { readConfig } from '../lib/settings/config.ts'
import { writeAssets } from './assets.ts'
import { writePackage, writtenPatterns } from './package.ts'

const root = join(import.meta.dirname, '..')
const dist = resolve(process.argv[2] ?? 'dist')
const folders = foldersBelow(root)
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

write('catalogue.jsonl', joinData())
const contents = loadCatalogue({ folders })
await writeAssets(dist, await dataFiles(contents, atOnce))
write('openapi.json', JSON.stringify(describeDefault()))
await writePackage(join(dist, 'package'), contents.catalogue)
await writeService()

function write(path: string, text: string): void {
  mkdirSync(dirname(join(dist, path)), { recursive: true })
  writeFileSync(join(dist, path), text)
}

function joinData(): string {
  try {
    return joinShipped(folders)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    // A file with a fault: which, where and what.
    console.error(error.message)
    process.exit(1)
  }
}

function describeDefault() {
  const { host, port, basePath, maxTextCodePoints, rateLimit, rateWindowMs } = readConfig({})
  return describeInterface({
    baseUrl: basePath,
    siteUrl: defaultSiteUrl({ address: host, family: '', port }),
    version: manifest.version,
    maxTextCodePoints,
    rateLimit: { limit: rateLimit, windowMs: rateWindowMs },
  })
}

async function writeService(): Promise<void> {
  cpSync(join(root, 'lib/api/openapi.json'), join(dist, 'lib/api/openapi.json'))
  await build({
    entryPoints: ['lib/process/main.ts', 'lib/store/rewrite-child.ts'],
    // The names of files in comments are relative to it: the same bytes in any folder.
    absWorkingDir: root,
    outdir: dist,
    outbase: root,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    // Node loads a CommonJS module, and the one of lmdb, faster than ES modules.
    format: 'cjs',
    define: {
      'import.meta.dirname': '__dirname',
      'import.meta.filename': '__filename',
      'import.meta.url': '__filename',
    },
    target: 'node20',
    ...writtenPatterns,
    external: ['lmdb'],
    logLevel: 'warning',
  })
  // It has no types, and every Node from 12.17 on can parse it. To import CommonJS takes 80 ms more.
  const loading = "import('module').then(({ createRequire }) => " +
    "createRequire(import.meta.url)('./lib/process/main.cjs'))"
  const server = readFileSync(join(root, 'server.ts'), 'utf8')
  write('server.js', server.replace("import('./lib/process/main.ts')", () => loading))
}
