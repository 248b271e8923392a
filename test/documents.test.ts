import assert from 'node:assert/strict'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, test } from 'node:test'
import {
  asReleased,
  blocksOf,
  claimedBlocks,
  findBrokenLinks,
  isReleased,
  listDocuments,
  readDocument,
} from './support/documents.ts'
import { root } from './support/folders.ts'

const documents = new Map(listDocuments().map((path) => [path, readDocument(path)]))
const released = new Map(
  [...documents.keys()].filter(isReleased).map((path) => [path, asReleased(readDocument(path))]),
)
const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))

describe('the documents', () => {
  test('have no untested block of commands or code', () => {
    for (const [path, text] of documents) {
      for (const block of blocksOf(text)) {
        const names = claimedBlocks.filter(
          ([, { document, words }]) => document === path && block.includes(words),
        )
        const told = `${path}: ${names.length} rows of test/support/documents.ts have this block`
        assert.equal(names.length, 1, `${told}\n${block}`)
      }
    }
  })

  test('contain every block of the table, and each is read by its test', () => {
    for (const [name, { document, words, runBy, because }] of claimedBlocks) {
      const found = blocksOf(documents.get(document) ?? '').filter((block) => block.includes(words))
      assert.equal(found.length, 1, `${document}: ${words}`)
      assert.notEqual(runBy === undefined, because === undefined, name)
      if (runBy === undefined) continue
      const code = readFileSync(join(root, runBy), 'utf8')
      assert.ok(code.includes(`readBlock('${name}')`), `${runBy}: ${name}`)
    }
  })

  test('have no broken links, in the sources or in a release', () => {
    assert.deepEqual(findBrokenLinks(documents, (path) => existsSync(join(root, path))), [])
    const shipped = /^(?:LICENSE|app\.cjs|(?:generators|locales|systemd)\/[^/]+)$/
    assert.deepEqual(
      findBrokenLinks(released, (path) => shipped.test(path) && existsSync(join(root, path))),
      [],
    )
  })

  test('only name files that exist', () => {
    const files = ['.', 'generators', 'lib', 'locales', 'systemd', 'test'].flatMap(sourcesOf)
    const folders = files.map(dirname)
    const known = new Set([...files, ...folders, ...folders.map(dirname)])
    const missing = [...documents].flatMap(([path, text]) => {
      const folder = dirname(path)
      const below = files.filter((file) => folder === '.' || file.startsWith(`${folder}/`))
      const isFound = (name: string): boolean =>
        elsewhere.has(name) ||
        [name, join(folder, name), join('lib', name)].some((one) => known.has(one)) ||
        below.some((file) => file.endsWith(`/${name}`))
      return pathsIn(text).filter((name) => !isFound(name)).map((name) => `${path}: ${name}`)
    })
    assert.deepEqual(missing, [])
  })

  test('mention nothing in a release that needs the sources', () => {
    const ofSources = /npm (?:test|run)\b|--prefix|\.ci\/|\btest\/|\btsx\b|\btsc\b|sources/
    for (const [path, text] of released) {
      if (path !== 'CHANGELOG.md') assert.doesNotMatch(text, ofSources, path)
    }
  })

  test('only name scripts that exist', () => {
    for (const [path, text] of documents) {
      for (const [, name = '', folder = '.'] of text.matchAll(script)) {
        assert.ok(name in manifestOf(folder).scripts, `${path}: ${name}`)
      }
    }
  })

  test('name this version, and the Node that package.json names', () => {
    const { version, engines } = manifestOf('.')
    assert.equal(engines.node, '>=20.19.2')
    for (const [path, text] of documents) {
      for (const [, named] of text.matchAll(/text-decoration-(?:service|styles)-(\d[\d.]*\d)/g)) {
        assert.equal(named, version, path)
      }
      for (const [, named] of text.matchAll(/Node (\d+(?:\.\d+)+) (?:or|and) later/g)) {
        assert.equal(`>=${named}`, engines.node, path)
      }
    }
  })

  test('begin with a README.md of at most 180 lines, and a small picture', () => {
    const lines = (documents.get('README.md') ?? '').trimEnd().split('\n').length
    assert.ok(lines <= 180, `${lines} lines`)
    const picture = readFileSync(join(root, 'lib', 'pages', 'front-page.png'))
    assert.ok(picture.length <= 150_000, `${picture.length} bytes`)
  })
})

/** Returns the relative paths of the files of a folder, without packages and output. */
function sourcesOf(folder: string): string[] {
  const isDeep = folder !== '.'
  return readdirSync(join(root, folder), { recursive: isDeep, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

/** Returns the paths in the code of a text, those of compiled files as their sources. */
function pathsIn(text: string): string[] {
  const codes = text.replace(/^( *)```[^]*?^\1```$/gm, '').match(/(?<=`)[^`\n]+(?=`)/g) ?? []
  return codes
    .flatMap((code) => code.split(/\s+/))
    .filter((word) => /^[\w.@-]+(?:\/[\w.@-]+)*\/?$/.test(word))
    .filter((word) => /\.(?:[cm]?[jt]s|json|md|mdb)$|^(?:lib|test|generators|dist)\//.test(word))
    .map((word) => word.replace(/^dist\/(.*)\.js$/, '$1.ts').replace(/\/$/, ''))
}

/** What documents name though it is not in the sources. */
const elsewhere: ReadonlySet<string> = new Set([
  // The data folder.
  ...['checkpoint.json', 'gate.mdb', 'live.mdb'],
  // What the reader adds.
  ...['app.js', 'decorate.mjs', 'decoration.d.ts', 'generators/thai-digits.json', 'locales/it.json'],
  ...['lib/engine/operations/repeat.ts', 'test/engine/repeat.test.ts'],
  // What `npm run build` makes.
  ...['dist/package', 'package/index.ts', 'index.js', 'dist/catalogue.jsonl'],
  // Only in a release.
  'dist/node_modules',
])

/** A command of npm: its script, and the folder of its package if this is not the root. */
const script = /npm (?:run )?(?:--silent )?((?<=run )[\w:]+|test|start)\b(?: --prefix ([\w/]+))?/g

describe('test/README.md', () => {
  const document = documents.get(join('test', 'README.md')) ?? ''
  const [, table = ''] = document.split('## Which variables change a test?')
  const named = [...table.matchAll(/`([A-Z_]{4,})(?:=1)?`/g)].map(([, name = '']) => name)

  test('names the variables that tests read, and no others', () => {
    const texts = sourcesOf('test').filter((path) => !path.startsWith('test/bench')).map(readDocument)
    const read = texts.flatMap((text) => text.match(/(?<=process\.env\[')[A-Z_]+(?='\])/g) ?? [])
    const ofNode = new Set(['PATH', 'NODE_OPTIONS'])
    assert.deepEqual([...new Set(read)].filter((name) => !ofNode.has(name)).toSorted(), named.toSorted())
  })

  test('only names files of tests that exist', () => {
    const [, rows = ''] = document.split('## What is left out, and where?')
    const [chapter = ''] = rows.split('## ')
    const names = [...chapter.matchAll(/^\|.*\|(.*)\|$/gm)].flatMap(
      ([, cell = '']) => cell.match(/(?<=`)[\w-]+(?=`)/g) ?? [],
    )
    assert.ok(names.length > 10)
    const files = sourcesOf('test')
    const isThere = (name: string): boolean =>
      files.some((file) => new RegExp(`/${name}(?:\\.slow)?\\.test\\.ts$|/${name}/`).test(file))
    for (const name of names) {
      assert.ok(isThere(name), name)
    }
  })
})
