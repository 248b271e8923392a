import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'
import type { Plugin } from 'esbuild'

/** The name of a file and its text. */
export type TextFile = readonly [file: string, text: string]

const root = join(import.meta.dirname, '..')

/**
 * Writes the style sheets and scripts of the pages, and other files, to `assets.json` in a folder:
 * their names with their brotli forms, in Base64.
 */
export async function writeAssets(dist: string, others: readonly TextFile[] = []): Promise<void> {
  const files = [...(await bundleAssets()), ...others]
  const rows = files.map(([file, text]) => [file, brotliCompressSync(text).toString('base64')])
  mkdirSync(dist, { recursive: true })
  writeFileSync(join(dist, 'assets.json'), JSON.stringify(rows))
}

/** What a script imports when it first needs it is a file beside it. */
const beside: Plugin = {
  name: 'beside',
  setup({ onResolve }) {
    onResolve({ filter: /./ }, ({ kind, path }) => {
      if (kind !== 'dynamic-import') return undefined
      return { path: `./${basename(path, '.ts')}.js`, external: true }
    })
  },
}

/** Bundles the style sheets and scripts of the pages. */
export async function bundleAssets(): Promise<readonly TextFile[]> {
  const [pages, engine] = [join(root, 'lib', 'pages'), join(root, 'lib', 'engine')]
  const { outputFiles } = await build({
    entryPoints: [
      ...['style.css', 'symbols.css'].map((file) => join(pages, 'styles', file)),
      ...['live.ts', 'live-symbols.ts'].map((file) => join(pages, 'browser', file)),
      // What `live.ts` imports later.
      join(engine, 'decoding', 'decoding.ts'),
      join(pages, 'browser', 'search.ts'),
    ],
    plugins: [beside],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2023',
    charset: 'utf8',
    outdir: root,
    write: false,
    absWorkingDir: root,
    logLevel: 'warning',
  })
  return outputFiles.map(({ path, text }) => [basename(path), text.trim()])
}

// `npm run dev` runs this file by itself.
if (process.argv[1] === import.meta.filename) await writeAssets(join(root, 'dist'))
