import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, test } from 'node:test'
import { root } from './support/folders.ts'

/** The modules, and the files outside of modules, each with those below it. */
const below: Readonly<Record<string, readonly string[]>> = {
  server: ['process'],
  process: ['service', 'settings', 'decorate', 'api', 'store', 'http', 'catalogue'],
  service: ['app', 'endpoints', 'metrics', 'settings', 'pages', 'api', 'http', 'usage', 'catalogue'],
  app: ['endpoints', 'exchange', 'api', 'http'],
  endpoints: ['exchange', 'metrics', 'pages', 'api', 'http'],
  exchange: ['metrics', 'api', 'http', 'usage'],
  metrics: ['usage'],
  settings: ['http', 'engine'],
  decorate: ['api', 'http', 'catalogue', 'engine'],
  pages: ['api', 'http', 'usage', 'store', 'catalogue', 'engine'],
  api: ['http', 'usage', 'store', 'catalogue', 'engine'],
  usage: ['store'],
  store: [],
  catalogue: ['engine'],
  engine: [],
  http: [],
  log: [],
  'small-file': [],
}

/** The files outside of modules. */
const outside = ['app', 'endpoints', 'exchange', 'log', 'metrics', 'small-file']
  .map((name) => `lib/${name}.ts`)
  .concat('server.ts')

/** What every module except `engine` may import. */
const shared: readonly string[] = ['log', 'small-file']

const files = [
  'server.ts',
  ...readdirSync(join(root, 'lib'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `lib/${file}`),
].toSorted()
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))

/** Returns the imports of a file, including types: `node:fs`, `lmdb`, `lib/log.ts`. */
function importsOf(file: string): string[] {
  const source = sources.get(file) ?? ''
  const paths = [...source.matchAll(/(?:^import [^;]*?from |\bimport\()'([^']+)'/gm)]
  return paths.map(([, path = '']) =>
    path.startsWith('.') ? relative(root, resolve(root, dirname(file), path)) : path,
  )
}

/** Returns `engine` for `lib/engine/operations/map.ts`, `app` for `lib/app.ts`. */
function placeOf(file: string): string {
  return /^(?:lib\/)?([^/]+?)(?:\/|\.ts$)/.exec(file)?.[1] ?? ''
}

function mayImport(file: string, imported: string): boolean {
  const [place, other] = [placeOf(file), placeOf(imported)]
  if (place === other) return true
  if (shared.includes(other)) return place !== 'engine' && !shared.includes(place)
  return (below[place] ?? []).includes(other)
}

/** What only some files may use. */
const reserved: ReadonlyArray<readonly [what: string, pattern: RegExp, owners: RegExp]> = [
  ['lmdb', /from 'lmdb'/, /^lib\/store\/[\w-]+\.ts$/],
  ['fsync', /[fF](?:data)?[sS]yncSync|\.(?:data)?sync\(\)/, /^lib\/store\/[\w-]+\.ts$/],
  ['process', /(?<![.\w])process\./, /^server\.ts$|^lib\/store\/(?:machine|rewrite(?:-child)?)\.ts$/],
  ['console', /(?<![.\w])console\./, /^$/],
  ['the network', /createServer/, /^lib\/http\/\w+\.ts$/],
  ['compression', /from 'node:zlib'/, /^lib\/http\/compression\.ts$/],
  [
    // Limits use the monotonic clock, because this one can step.
    'the wall clock',
    /Date\.now|new Date\b/,
    /^lib\/(?:log|exchange|http\/send|store\/(?:durable-file|folder|health|machine))\.ts$/,
  ],
]

describe('the sources', () => {
  test('have only files in the modules of the rule, or in the list of others', () => {
    for (const file of files) assert.ok(placeOf(file) in below, `${file} is in no module of the rule`)
    const isInRoom = (file: string): boolean => file.startsWith(`lib/${placeOf(file)}/`)
    assert.deepEqual(files.filter((file) => !isInRoom(file)), outside)
  })

  for (const file of files) {
    test(`in ${file} only import from modules below`, () => {
      const forbidden = importsOf(file).filter(
        (path) => sources.has(path) && !mayImport(file, path),
      )
      assert.deepEqual(forbidden, [])
    })
  }

  test('have no circular imports, not even of types', () => {
    const done = new Set<string>()
    const visit = (file: string, path: readonly string[]): void => {
      assert.ok(!path.includes(file), [...path, file].join(' → '))
      if (done.has(file)) return
      for (const next of importsOf(file)) if (sources.has(next)) visit(next, [...path, file])
      done.add(file)
    }
    for (const file of files) visit(file, [])
    assert.equal(done.size, files.length)
  })

  test('have in every module a README that names its files and folders', () => {
    for (const file of files) {
      const folder = outside.includes(file) ? 'lib' : join('lib', placeOf(file))
      const readme = readFileSync(join(root, folder, 'README.md'), 'utf8')
      const [name = ''] = relative(folder, file).replace(/^(?:\.\.\/)+/, '').split(/\.ts$|(?<=\/)/)
      assert.match(readme, new RegExp(`\\b${name}(?:\\.ts)?\``), `${folder}/README.md`)
    }
  })

  // `npm run check` checks that it needs no types of Node.
  test('have an engine that imports nothing, not even from Node', () => {
    for (const file of files.filter((path) => placeOf(path) === 'engine')) {
      for (const path of importsOf(file)) assert.equal(placeOf(path), 'engine', `${file}: ${path}`)
    }
  })

  for (const [what, pattern, owners] of reserved) {
    test(`use ${what} only in ${owners.source}`, () => {
      const users = files.filter((file) => pattern.test(withoutComments(sources.get(file) ?? '')))
      assert.deepEqual(users.filter((file) => !owners.test(file)), [])
      // A pattern without matches would check nothing.
      if (owners.source !== '^$') assert.notEqual(users.length, 0)
    })
  }

  test('have no mutable state at module level', () => {
    for (const [file, source] of sources) {
      for (const [line] of withoutComments(source).matchAll(mutableState)) {
        assert.ok(constants.has(line), `${file}: ${line}`)
      }
    }
  })

  test('have tests that only wait with until(), which has a limit', () => {
    for (const file of readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })) {
      if (!/^(?!tools|bench).*\.ts$/.test(file)) continue
      const waits = readFileSync(join(root, 'test', file), 'utf8').match(/while \(.*\) await .*/)
      assert.equal(waits?.[0], undefined, file)
    }
  })

  test('have tests that all run: by their folder, or by name in .ci/run or .ci/soak', () => {
    const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))
    const scripts = ['.ci/run', '.ci/soak'].map((path) => readFileSync(join(root, path), 'utf8')).join('')
    const forgotten = tests.filter((file) => {
      return file.startsWith('release/') ? !scripts.includes(` test/${file}`) : file.split('/').length > 2
    })
    assert.deepEqual(forgotten, [])
  })

  test('have no line of more than 100 columns', () => {
    for (const [file, source] of sources) {
      for (const [index, line] of source.split('\n').entries()) {
        assert.ok([...line].length <= 100, `${file}:${index + 1}`)
      }
    }
  })
})

/** A variable, or an empty table, which can only be filled later. */
const mutableState =
  /^(?:export )?(?:let .*|const \w+(?:: [^=]+)? = (?:new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\)|\[\]|\{\}))$/gm

/** Constants that are computed at their first use. */
const constants: ReadonlySet<string> = new Set([
  'let segmenter: Intl.Segmenter | undefined',
  'let precomposed: ReadonlyMap<string, string> | undefined',
])

function withoutComments(source: string): string {
  return source.replace(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
}
