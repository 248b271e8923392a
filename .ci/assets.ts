import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'
import type { Plugin, StdinOptions } from 'esbuild'
import { listIn } from '../lib/engine/search/costs.ts'

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

const pages = 'lib/pages'

const live = `${pages}/browser/live.ts`
const decoding = 'lib/engine/decoding/decoding.ts'

/** What `live.js` also imports when it is first needed. */
const later = [
  'lib/engine/extras.ts',
  ...['all-types', 'emphasis-buttons', 'live-generator', 'search', 'soon'].map((name) => {
    return `${pages}/browser/${name}.ts`
  }),
]

/** Bundles the style sheets and scripts of the pages. */
export async function bundleAssets(): Promise<readonly TextFile[]> {
  /** Sources → the script that has them, and from which others import what they share. */
  const owners = new Map<string, string>()
  const own = (file: string, { inputsOf }: Bundle): void => {
    for (const source of inputsOf(file)) if (!owners.has(source)) owners.set(source, file)
  }
  const alone = await bundle([
    ...['style.css', 'symbols.css'].map((file) => `${pages}/styles/${file}`),
    ...[live, `${pages}/browser/live-symbols.ts`],
  ])
  own('live.js', alone)
  own('decoding.js', await bundle([decoding], [fromOwners(owners)]))
  // What others import of a script, it exports, by a short name.
  const exported = new Map<string, string>()
  const short = (name: string, path: string): string => {
    const source = `export { ${name} as NAME } from './${path}'`
    const known = exported.get(source) ?? `a${exported.size}`
    exported.set(source, known)
    return known
  }
  const shorten = ([file, text]: TextFile): TextFile => {
    const names = new Map<string, string[]>()
    const rest = text.replace(importFromOwner, (_, list: string, owner: string, path: string) => {
      for (const one of list.split(',')) {
        const [name = '', its = name] = one.split(' as ')
        listIn(names, owner, `${short(name, path)} as ${its}`)
      }
      return ''
    })
    const imports = Array.from(names, ([owner, list]) => `import{${list.join()}}from"./${owner}";`)
    return [file, imports.join('') + rest]
  }
  const bundleOwner = async (file: string, main: string): Promise<readonly TextFile[]> => {
    const exports = [...exported].flatMap(([from, name]) => {
      const [, path = ''] = /'\.\/(.*)'/.exec(from) ?? []
      return owners.get(path) === file ? [from.replace('NAME', name)] : []
    })
    const contents = [main, ...exports].join('\n')
    const entry = { contents, resolveDir: root, sourcefile: file }
    const { files } = await bundle(entry, [fromOwners(owners, file)])
    return files.map(([, text]) => shorten([file, text]))
  }
  const { files } = await bundle(later, [fromOwners(owners)])
  return [
    ...alone.files.filter(([file]) => file !== 'live.js'),
    ...files.map(shorten),
    ...(await bundleOwner('decoding.js', `export { decoding } from './${decoding}'`)),
    ...(await bundleOwner('live.js', `import './${live}'`)),
  ]
}

/** What esbuild writes for an import that `fromOwners` has marked. */
const importFromOwner = /import\{([^}]+)\}from"\.\/([\w-]+\.js)\?([^"]+)";?/g

type Bundle = Awaited<ReturnType<typeof bundle>>

/** Bundles files, or a text. What a script imports when it first needs it is a file beside it. */
async function bundle(entries: readonly string[] | StdinOptions, plugins: readonly Plugin[] = []) {
  const { outputFiles, metafile } = await build({
    ...('contents' in entries ? { stdin: entries } : { entryPoints: [...entries] }),
    plugins: [beside, withoutMessages, ...plugins],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2023',
    charset: 'utf8',
    outdir: root,
    write: false,
    metafile: true,
    absWorkingDir: root,
    logLevel: 'warning',
  })
  return {
    files: outputFiles.map(({ path, text }): TextFile => [basename(path), text.trim()]),
    /** Returns the paths of the sources of a file, from the root. */
    inputsOf: (file: string): readonly string[] =>
      Object.entries(metafile.outputs).flatMap(([path, { inputs }]) =>
        basename(path) === file ? Object.keys(inputs) : [],
      ),
  }
}

const beside: Plugin = {
  name: 'beside',
  setup({ onResolve }) {
    onResolve({ filter: /./ }, ({ kind, path }) => {
      if (kind !== 'dynamic-import') return undefined
      return { path: `./${basename(path, '.ts')}.js`, external: true }
    })
  },
}

/**
 * Leaves out what is wrong with a data file, because a start has said so, and pages only ask whether;
 * what tells readers of the table of kept kinds why each of them stays; and the layers and
 * kinds of operations, which only the server needs.
 */
const withoutMessages: Plugin = {
  name: 'without messages',
  setup({ onLoad }) {
    onLoad({ filter: /lib.engine.*\.ts$/, namespace: 'file' }, ({ path }) => {
      const source = readFileSync(path, 'utf8').replace(message, 'new $1()').replace(described, '')
      const contents = path.endsWith('kept.ts') ? source.replace(description, '') : source
      return { contents, loader: 'ts' }
    })
  },
}

/** An error with a message that is a single text. */
const message = /new (DataError|Error)\(\s*(?:`[^`]*`|'[^']*')\s*\)/g

/** The layer of an operation, and its kind. */
const described = /(?<=\{ )layer: [^,{}]+(?:, kind: '\w+')?,? /g

/** A field of that table that says what a kind is, why it stays, and how it looks. */
const description = /^ {4}(?:name|why|example): .*$/gm

/** Leaves out sources that another script has, and imports from it: each name once. */
function fromOwners(owners: ReadonlyMap<string, string>, own?: string): Plugin {
  return {
    name: 'from owners',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\./ }, ({ kind, path, resolveDir, namespace }) => {
        if (namespace === 'owned') return { path, external: true, sideEffects: false }
        const source = relative(root, join(resolveDir, path))
        const owner = owners.get(source)
        if (kind !== 'import-statement' || [undefined, own].includes(owner)) return undefined
        return { path: source, namespace: 'owned', sideEffects: false }
      })
      onLoad({ filter: /./, namespace: 'owned' }, ({ path }) => {
        const names = readFileSync(join(root, path), 'utf8').matchAll(exported)
        // What none of the parts uses is left out, a statement at a time.
        const lines = Array.from(names, ([, name]) => {
          return `export { ${name} } from './${owners.get(path)}?${path}'`
        })
        return { contents: lines.join('\n') }
      })
    },
  }
}

const exported = /^export (?:async )?(?:const|function|class) (\w+)/gm

// `npm run dev` runs this file by itself.
if (process.argv[1] === import.meta.filename) await writeAssets(join(root, 'dist'))
