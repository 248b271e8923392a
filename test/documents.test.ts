import assert from 'node:assert/strict'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
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
      for (const [, named] of text.matchAll(/text-decoration-service-(\d[\d.]*\d)/g)) {
        assert.equal(named, version, path)
      }
      for (const [, named] of text.matchAll(/Node (\d+(?:\.\d+)+) (?:or|and) later/g)) {
        assert.equal(`>=${named}`, engines.node, path)
      }
    }
  })

  test('begin with a README.md of at most 200 lines', () => {
    const lines = (documents.get('README.md') ?? '').trimEnd().split('\n').length
    assert.ok(lines <= 200, `${lines} lines`)
  })
})

/** A command of npm: its script, and the folder of its package if this is not the root. */
const script = /npm (?:run )?(?:--silent )?((?<=run )[\w:]+|test|start)\b(?: --prefix ([\w/]+))?/g

describe('test/README.md', () => {
  const document = documents.get(join('test', 'README.md')) ?? ''
  const [, table = ''] = document.split('## Which variables change a test?')
  const named = [...table.matchAll(/`([A-Z_]{4,})(?:=1)?`/g)].map(([, name = '']) => name)

  test('names every variable that .ci/run sets for a test', () => {
    const lines = readFileSync(join(root, '.ci', 'run'), 'utf8').matchAll(/^ *(.*)\brun test/gm)
    const set = [...lines].flatMap(([, words = '']) => words.match(/[A-Z_]{4,}(?==)/g) ?? [])
    assert.ok(set.length > 10)
    for (const name of set) assert.ok(named.includes(name), name)
  })

  test('only names variables that a test reads', () => {
    const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    const texts = files
      .filter((file) => /^[^/]+\/[^/]+\.ts$/.test(file))
      .map((file) => readFileSync(join(root, 'test', file), 'utf8'))
    for (const name of named) assert.ok(texts.some((text) => text.includes(name)), name)
  })

  test('only names files of test/system that exist', () => {
    const [, rows = ''] = document.split('## What is left out, and where?')
    const [chapter = ''] = rows.split('## ')
    const names = [...chapter.matchAll(/^\|.*\|(.*)\|$/gm)].flatMap(
      ([, cell = '']) => cell.match(/(?<=`)[\w-]+(?=`)/g) ?? [],
    )
    assert.ok(names.length > 10)
    for (const name of names) {
      assert.ok(existsSync(join(root, 'test', 'system', `${name}.test.ts`)), name)
    }
  })
})
