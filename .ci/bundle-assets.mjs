import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { build } from 'esbuild'

// Bundles the style sheets and scripts of the pages. `npm run dev` runs this file by itself:
//
//   node .ci/bundle-assets.mjs
if (process.argv[1] === import.meta.filename) {
  const root = join(import.meta.dirname, '..')
  await writeAssets(root, join(root, 'dist'))
}

/**
 * Writes the style sheets and scripts of the sources, and other files by name and text, to
 * `assets.json` in a folder: their names with their smallest brotli forms, in Base64. Files that
 * have not changed since this script last wrote it are not compressed again.
 */
export async function writeAssets(root, dist, others = []) {
  const path = join(dist, 'assets.json')
  const earlier = readAssets(path)
  const files = [...(await bundleAssets(root)), ...others]
  const compressed = files.map(([file, text]) => {
    const { text: sameText, base64 } = earlier.get(file) ?? {}
    return [file, text === sameText ? base64 : compress(text).toString('base64')]
  })
  mkdirSync(dist, { recursive: true })
  writeFileSync(path, JSON.stringify(compressed))
}

/** Returns the files of an `assets.json` by name, or none if it is unreadable or older than this script. */
function readAssets(path) {
  try {
    if (statSync(path).mtimeMs < statSync(import.meta.filename).mtimeMs) return new Map()
    return new Map(
      JSON.parse(readFileSync(path, 'utf8')).map(([file, base64]) => {
        return [file, { base64, text: brotliDecompressSync(Buffer.from(base64, 'base64')).toString() }]
      }),
    )
  } catch {
    return new Map()
  }
}

/** Returns the smaller of two forms, with and without a coding of distances for tables. */
function compress(text) {
  const forms = [{}, { postfix: 1, direct: 8 }].map(({ postfix = 0, direct = 0 }) =>
    brotliCompressSync(text, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
        [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
        [constants.BROTLI_PARAM_NDIRECT]: direct,
      },
    }),
  )
  return forms.reduce((one, other) => (other.length < one.length ? other : one))
}

/** Resolves to the names of the style sheets and scripts with their texts. */
export async function bundleAssets(root) {
  return [...(await bundleStyles(root)), ...(await bundleScripts(root))]
}

async function bundleStyles(root) {
  const styles = join(root, 'lib', 'pages', 'styles')
  const { outputFiles } = await build({
    entryPoints: ['style', 'symbols'].map((name) => join(styles, `${name}.css`)),
    bundle: true,
    minify: true,
    charset: 'utf8',
    outdir: styles,
    write: false,
    absWorkingDir: root,
    logLevel: 'warning',
  })
  return outputFiles.map(({ path, text }) => [basename(path), text.trim()])
}

/**
 * Bundles the scripts: `live.js`, which most pages load at once, what it loads later, which imports
 * from it, and `live-symbols.js`. Rejects if a script imports a name that two modules of `live.js`
 * export.
 */
async function bundleScripts(root) {
  const engine = join(root, 'lib', 'engine')
  const browser = join(root, 'lib', 'pages', 'browser')
  const live = join(browser, 'live.ts')
  const later = [
    join(engine, 'decoding', 'decoding.ts'),
    ...['live-generator', 'search', 'boxes', 'fold', 'offers', 'symbols'].map((name) => {
      return join(browser, `${name}.ts`)
    }),
  ]
  const common = {
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2023',
    charset: 'utf8',
    write: false,
    metafile: true,
    absWorkingDir: root,
    logLevel: 'warning',
  }
  const loadsLater = {
    name: 'loads later',
    setup({ onResolve }) {
      onResolve({ filter: /./ }, ({ kind, path }) => {
        if (kind !== 'dynamic-import') return undefined
        return { path: `./${basename(path, '.ts')}.js`, external: true }
      })
    },
  }
  const inputsOf = async (entry) => {
    const { metafile } = await build({ ...common, entryPoints: [entry], plugins: [loadsLater] })
    return metafile.inputs
  }
  const own = new Set(Object.keys(await inputsOf(live)).map((path) => resolve(root, path)))
  const shared = new Set()
  const fromLive = {
    name: 'from live.js',
    setup({ onResolve }) {
      onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
        const file = join(resolveDir, path)
        if (!own.has(file)) return undefined
        shared.add(file)
        return { path: './live.js', external: true, sideEffects: false }
      })
    },
  }
  const scripts = []
  for (const entry of later) {
    const plugins = [loadsLater, fromLive]
    const { outputFiles } = await build({ ...common, entryPoints: [entry], plugins })
    scripts.push([`${basename(entry, '.ts')}.js`, outputFiles[0].text])
  }
  const names = scripts.flatMap(([, text]) => {
    const lists = [...text.matchAll(/import\{([^}]*)\}from"\.\/live\.js"/g)]
    return lists.flatMap(([, list]) => list.split(',').map((name) => name.split(' as ')[0]))
  })
  const importOf = (file) => `'./${relative(root, file)}'`
  // All that the others import, and nothing else that is in the same modules.
  const sharing = {
    name: 'shared',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^shared$/ }, () => ({ path: 'shared', namespace: 'shared' }))
      onLoad({ filter: /./, namespace: 'shared' }, () => ({
        contents: [...shared].map((file) => `export * from ${importOf(file)}`).join('\n'),
        resolveDir: root,
      }))
    },
  }
  const bundled = await build({
    ...common,
    stdin: {
      contents: `import ${importOf(live)}\nexport { ${[...new Set(names)].join()} } from 'shared'`,
      resolveDir: root,
    },
    plugins: [loadsLater, sharing],
  })
  const symbols = await build({ ...common, entryPoints: [join(browser, 'live-symbols.ts')] })
  return [
    ['live.js', bundled.outputFiles[0].text],
    ...scripts,
    ['live-symbols.js', symbols.outputFiles[0].text],
  ]
}
