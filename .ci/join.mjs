// Joins compiled files, because a start reads one file faster than hundreds:
//
//   node .ci/join.mjs DIST
//
// DIST/catalogue.jsonl has the generators and locales, without what only people need, and
// DIST/assets.json the style sheets and scripts for browsers and their data, compressed.
// DIST/package is the engine as a package, which npm can install: a module for Node, browsers and
// bundlers, its data and types.
// DIST/lib/process/main.cjs is the whole service, with everything that it imports, which main.js
// loads, and DIST/lib/store/rewrite-child.cjs the program that it starts.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { writeAssets } from './bundle-assets.mjs'

const dist = resolve(process.argv[2] ?? 'dist')
const root = join(import.meta.dirname, '..')
const load = (module) => import(pathToFileURL(join(dist, 'lib', `${module}.js`)).href)

const { foldersBelow } = await load('catalogue/data-files')
const { joinShipped } = await load('catalogue/shipped-files')
try {
  writeFileSync(join(dist, 'catalogue.jsonl'), joinShipped(foldersBelow(root)))
} catch (error) {
  // A file with a fault: which, where and what.
  console.error(error.message)
  process.exit(1)
}
const lib = join(dist, 'lib')

const { loadCatalogue } = await load('catalogue/load-catalogue')
const { atOnce } = await load('http/turn')
const { dataFiles } = await load('pages/assets')
const { rowsOf } = await load('decorate/package')
const contents = loadCatalogue({ folders: foldersBelow(root) })
await writeAssets(root, dist, await dataFiles(contents, atOnce))
const data = JSON.stringify(JSON.stringify(rowsOf(contents.catalogue)))
const folder = join(dist, 'package')
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'styles.js'), `export default JSON.parse(${data})\n`)
copyFileSync(join(root, 'lib', 'decorate', 'index.d.ts'), join(folder, 'index.d.ts'))
// Without the dependencies of the service: npm installs the folder without a network.
const { name, version, description, license, type, engines } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)
const exports = { types: './index.d.ts', default: './index.js' }
const manifest = { name, version, private: true, description, license, type, exports, engines }
const parts = { ...manifest, types: './index.d.ts', sideEffects: false }
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(parts, undefined, 2)}\n`)
await build({
  stdin: {
    contents: `
      import { createPackage } from '${join(lib, 'decorate', 'package.js')}'
      import rows from './styles.js'
      export const { decorate, styles } = createPackage(rows)`,
    resolveDir: folder,
  },
  outfile: join(folder, 'index.js'),
  bundle: true,
  minify: true,
  // The same in Node, in browsers and for bundlers: nothing of Node may be left.
  platform: 'neutral',
  format: 'esm',
  target: 'es2023',
  charset: 'utf8',
  external: ['./styles.js'],
  logLevel: 'warning',
})

await build({
  entryPoints: [join(lib, 'process', 'main.js'), join(lib, 'store', 'rewrite-child.js')],
  // The names of files in comments are relative to it: the same bytes in any folder.
  absWorkingDir: dist,
  outdir: lib,
  outbase: lib,
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
  external: ['lmdb'],
  logLevel: 'warning',
})
const loading = "import { createRequire } from 'node:module'\n" +
  "export const { main } = createRequire(import.meta.url)('./main.cjs')\n"
writeFileSync(join(lib, 'process', 'main.js'), loading)
