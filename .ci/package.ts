import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { BuildOptions } from 'esbuild'
import type { Catalogue } from '../lib/catalogue/catalogue.ts'
import { rowsOf } from '../lib/decorate/package.ts'

const root = join(import.meta.dirname, '..')

/** The oldest versions that have what the code uses; `test/system/package.test.ts` checks it. */
export const needs = { chrome: 111, firefox: 119, safari: '16.4', node: 20 } as const

/**
 * Writes the engine as a package into a folder: an ES module and a CommonJS file over one file of
 * data, and their types. npm can install it, and nothing with it.
 */
export async function writePackage(folder: string, catalogue: Catalogue): Promise<void> {
  const { name, version, description, license } = readManifest()
  const write = (path: string, text: string): void => writeFileSync(join(folder, path), text)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'data'), { recursive: true })
  const manifest = {
    ...{ name, version, private: true, description, license, type: 'module' },
    ...{ main: './index.cjs', module: './index.js', types: './index.d.ts' },
    exports: {
      '.': {
        import: { types: './index.d.ts', default: './index.js' },
        require: { types: './index.d.cts', default: './index.cjs' },
        default: './index.js',
      },
    },
    ...{ engines: { node: `>=${needs.node}` }, sideEffects: ['./data/styles.js'] },
  }
  write('package.json', `${JSON.stringify(manifest, undefined, 2)}\n`)
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  cpSync(join(root, 'lib/decorate/package.md'), join(folder, 'README.md'))
  const types = readFileSync(join(root, 'lib/decorate/index.d.ts'), 'utf8')
  const slugs = [...catalogue.keys()].map((slug) => `\n  | '${slug}'`).join('')
  write('index.d.cts', types.replace('type Slug = string', () => `type Slug =${slugs}`))
  write('index.d.ts', "export * from './index.cjs'\n")
  // Neither an ES module nor CommonJS, so that everything can read it: Node, browsers and bundlers.
  const key = `Symbol.for('text-decoration-styles ${version}')`
  const rows = JSON.stringify(rowsOf(catalogue)).replace(/['\\]/g, '\\$&')
  write('data/styles.js', `globalThis[${key}] ??= JSON.parse('${rows}')\n`)
  write('data/package.json', '{ "type": "commonjs" }\n')
  const code = `
    import './data/styles.js'
    import { createPackage } from './lib/decorate/package.ts'
    export const { decorate, styles } = createPackage(globalThis[${key}])`
  const authors = /^Copyright .*$/m.exec(readFileSync(join(root, 'LICENSE'), 'utf8'))?.[0]
  for (const [format, path] of [['esm', 'index.js'], ['cjs', 'index.cjs']] as const) {
    await build({
      ...options,
      stdin: { contents: code, resolveDir: root },
      banner: { js: `/*! text-decoration-styles ${version}. ${authors}. MIT licence. */` },
      format,
      outfile: join(folder, path),
    })
  }
}

/**
 * Leaves regular expressions as they are written. esbuild would turn `/\p{L}/u` into a text that is
 * compiled at each use, which takes five times as long, because not every Node has all scripts.
 */
export const writtenPatterns: BuildOptions = {
  supported: { 'regexp-unicode-property-escapes': true },
}

const options: BuildOptions = {
  bundle: true,
  minify: true,
  // The same in Node, in browsers and for bundlers: nothing of Node may be left.
  platform: 'neutral',
  target: Object.entries(needs).map((one) => one.join('')),
  ...writtenPatterns,
  charset: 'utf8',
  external: ['./data/styles.js'],
  logLevel: 'warning',
}

function readManifest(): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
}
