import assert from 'node:assert/strict'
import { cpSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { foldersBelow } from '../../lib/catalogue/data-files.ts'
import { languages } from '../../lib/catalogue/locale.ts'
import { checkCatalogue, loadCatalogue } from '../../lib/catalogue/load-catalogue.ts'
import { findUnjoined, joinShipped } from '../../lib/catalogue/shipped-files.ts'
import { StartError } from '../../lib/log.ts'
import { root, temporaryFolder } from '../support/folders.ts'
import { map, shipped, write, writeOwn } from '../support/own-files.ts'
import { folders, joinedText } from '../support/shared-catalogue.ts'

describe('the joined file', () => {
  test('has what the folders have, in the order of the list', (t) => {
    const joined = join(temporaryFolder(t), 'generators.json')
    writeFileSync(joined, joinedText())
    const [one, other] = [{ folders }, { folders, joined }].map((sources) => {
      const { catalogue, words } = loadCatalogue(sources)
      const generators = [...catalogue.values()].map(({ slug, file, data, example, decodes, entry }) => {
        const { category, layer, kind } = data
        // Fields without a value are missing in JSON.
        const { found: _found, ...plain } = JSON.parse(JSON.stringify(file))
        return { slug, plain, category, layer, kind, example, decodes, entry: languages.map(entry) }
      })
      const some = [...catalogue.values()].filter((_, at) => at % 5 === 0)
      const found = some.map((each) => ({ ...each.found, samples: undefined }))
      return { generators, found, texts: languages.map((language) => words.texts(language)) }
    })
    assert.ok((one?.generators.length ?? 0) > 500)
    assert.deepEqual(other, one)
    assert.ok(loadCatalogue({ folders, joined }).catalogue.get('bold-serif')?.file.found)
  })

  test('says nothing of a style that takes the table of an operator’s own', (t) => {
    const characters = { 'A-Z': '𝐀-𝐙' }
    const own = map('', { operations: [{ type: 'map', characters }], restore: true })
    const sources = writeOwn(t, { 'generators/base.json': own })
    const joined = join(sources.own.generators, 'joined')
    writeFileSync(joined, joinShipped(sources.folders))
    const upper = [{ folders: sources.folders, joined }, { ...sources, joined }].map((some) => {
      return loadCatalogue(some).catalogue.get('taker')?.traits().coverage.upper
    })
    assert.deepEqual(upper, ['none', 'all'])
  })

  test('gives the traits of the folders, whatever an operator adds or replaces', (t) => {
    const [plain, restored] = [map('ꙮ'), map('ꙮ', { restore: true })]
    const cases: Array<[base: object, own: Record<string, object>]> = [
      [restored, { base: plain }],
      [restored, { base: map('q') }],
      [plain, { added: restored }],
      [plain, { plainly: restored }],
    ]
    const reversible = cases.map(([base, own]) => {
      const others = { ...shipped, 'generators/base.json': base, 'generators/plainly.json': plain }
      const files = Object.entries(own).map(([slug, file]) => [`generators/${slug}.json`, file])
      const sources = writeOwn(t, Object.fromEntries(files), others)
      const joined = join(sources.own.generators, 'joined')
      writeFileSync(joined, joinShipped(sources.folders))
      const [one, other] = [sources, { ...sources, joined }].map((some) => {
        const { catalogue } = loadCatalogue(some)
        return new Map([...catalogue].map(([slug, generator]) => [slug, generator.traits()]))
      })
      assert.deepEqual(other, one)
      return other?.get('plainly')?.reversible
    })
    assert.deepEqual(reversible, [false, false, true, true])
  })

  test('is not made of a file with a fault', (t) => {
    const { folders: faulty } = writeOwn(t, {}, { ...shipped, 'generators/base.json': '{' })
    assert.throws(() => joinShipped(faulty), StartError)
  })

  test('stops the start and the check if it is not complete', (t) => {
    const sources = writeOwn(t, {})
    const joined = join(sources.own.generators, 'joined')
    writeFileSync(joined, joinShipped(sources.folders).slice(0, -9))
    assert.throws(() => loadCatalogue({ ...sources, joined }), (error) => {
      return error instanceof StartError && error.message.startsWith(`${joined} is not complete: `)
    })
    const { faults } = checkCatalogue({ ...sources, joined })
    assert.equal(faults.length, 1)
    assert.ok(faults[0]?.startsWith(`${joined} is not complete: `), faults[0])
  })
})

test('findUnjoined names files that have changed, and no others', (t) => {
  const folder = temporaryFolder(t)
  write(folder, shipped)
  const generators = join(folder, 'generators')
  const sources = { folders: foldersBelow(folder), joined: join(folder, 'joined') }
  writeFileSync(sources.joined, joinShipped(sources.folders))
  const age = (path: string, seconds: number): void => utimesSync(path, seconds, seconds)
  const paths = Object.keys(shipped).map((path) => join(folder, path))
  for (const path of [...paths, sources.joined]) age(path, 1_000)
  assert.deepEqual(findUnjoined(sources), [])
  // Older than the joined file: of another release, which was unpacked over this one.
  write(folder, { 'generators/other.json': map('o') })
  age(join(generators, 'other.json'), 999)
  assert.deepEqual(findUnjoined(sources), [])
  // Copied again, so that all are newer.
  for (const path of paths) age(path, 2_000)
  assert.deepEqual(findUnjoined(sources), [])
  write(folder, { 'generators/base.json': map('x') })
  const [line = '', ...others] = findUnjoined(sources)
  assert.ok(line.startsWith(`${join(generators, 'base.json')} changed after ${sources.joined}, which is used`), line)
  assert.deepEqual(others, [])
  for (const path of ['generators/new.json', 'locales/tr.json']) write(folder, { [path]: '{' })
  assert.match(findUnjoined(sources).join(), /base\.json and 2 more changed after/)
  rmSync(generators, { recursive: true })
  rmSync(join(folder, 'locales'), { recursive: true })
  assert.deepEqual(findUnjoined(sources), [])
})

test('the check finds nothing in what ships, and does not read other files', (t) => {
  const folder = temporaryFolder(t)
  for (const name of ['generators', 'locales']) cpSync(join(root, name), join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'generators', 'README.md'), 'not read')
  const { faults, warnings, size } = checkCatalogue({ folders: foldersBelow(folder) })
  assert.deepEqual([faults, warnings, size], [[], [], loadCatalogue({ folders }).catalogue.size])
})
