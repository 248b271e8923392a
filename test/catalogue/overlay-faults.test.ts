import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename, join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { loadWithOverlay } from '../../lib/catalogue/catalogue.ts'
import { foldersBelow } from '../../lib/catalogue/data-files.ts'
import { languages, placeholdersOf, readLocale } from '../../lib/catalogue/locale.ts'
import type { Language, Texts } from '../../lib/catalogue/locale.ts'
import { StartError } from '../../lib/log.ts'
import { root, temporaryFolder } from '../support/folders.ts'
import { entry, like, loadOverlay, map, named, shipped, write } from '../support/overlay.ts'
import type { Files } from '../support/overlay.ts'

describe('a fault in an overlay', () => {
  const rows: Array<[title: string, own: Files, reason: RegExp]> = [
    ['invalid JSON', { 'generators/mine.json': '{' }, /generators\/mine\.json: is not JSON/],
    ['an unknown field', { 'generators/mine.json': { ...map('x'), colour: 1 } }, /"colour"/],
    ['a bad file name', { 'generators/Mine.json': map('x') }, /Mine\.json: a file name must be/],
    ['a missing table', { 'generators/mine.json': like('gone') }, /mine\.json: "gone" is no/],
    ['a locale that is not JSON', { 'locales/tr.json': '[' }, /locales\/tr\.json: is not JSON/],
    ['a locale that is a list', { 'locales/tr.json': [] }, /tr\.json: the file must be an object/],
    ['a bad entry', { 'locales/fr.json': named({ base: { name: 'a' } }) }, /fr\.json: .*\["base"\]\.page/],
    ['an unknown part', { 'locales/es.json': { base: entry('b') } }, /es\.json: .* field "base"/],
    ['a bad text', { 'locales/es.json': { pages: { end: 1 } } }, /es\.json: pages\["end"\] must be/],
    [
      'a text without its placeholders',
      { 'locales/es.json': { pages: { title: 'T {counts}' } } },
      /es\.json: pages\["title"\] has other placeholders; it must have \{count\}$/,
    ],
    [
      'a text with an extra placeholder',
      { 'locales/es.json': { pages: { end: '{count}' } } },
      /es\.json: pages\["end"\] has other placeholders; it must have none$/,
    ],
  ]
  for (const [title, own, reason] of rows) {
    test(`(${title}) leaves out only the faulty part, and is reported with its file`, (t) => {
      const french = { taker: entry('t'), ...Object(own['locales/fr.json']).generators }
      const sound = { 'generators/sound.json': map('y') }
      const files = { ...sound, ...own, 'locales/fr.json': named(french) }
      const { catalogue, faults, warnings, called, folder } = loadOverlay(t, files)
      assert.deepEqual([...catalogue.keys()], ['base', 'sound', 'taker', 'plainly'])
      assert.equal(called('taker', 'fr'), 'T t')
      assert.equal(called('base', 'fr'), 'BASE-FR base-fr')
      assert.equal(faults.length, 1)
      assert.ok(faults[0]?.startsWith(folder), faults[0])
      assert.match(faults[0] ?? '', reason)
      assert.deepEqual(warnings, [])
    })
  }

  test('is reported, and what ships is served in its place: names, letters and every text', (t) => {
    const changes: ReadonlyArray<(text: string) => string> = [
      (text) => text.replace(/\{[a-z_]+\}/g, '') || 'nothing',
      (text) => `${text} {other}`,
      (text) => text.replace(/\{([a-z_]+)\}/, '{$1_}').replace(/^[^{]*$/, '{a}'),
    ]
    const [base, letters] = [{ name: 'x'.repeat(61), page: 'Base' }, 'ab']
    const texts = new Map(languages.map((language) => [language, readShippedTexts(language)]))
    const others = Object.fromEntries(languages.map((language) => {
      const path = `locales/${language}.json`
      return [path, { ...Object(shipped[path]), pages: Object.fromEntries(texts.get(language) ?? []) }]
    }))
    const sound = loadOverlay(t, {}, { ...shipped, ...others })
    for (const change of changes) {
      const changed = (language: Language): Array<[key: string, text: string]> =>
        [...(texts.get(language) ?? [])].flatMap(([key, text]) => {
          return placeholdersOf(change(text)).join() === placeholdersOf(text).join()
            ? []
            : [[key, change(text)]]
        })
      const own = Object.fromEntries(languages.map((language) => {
        const pages = Object.fromEntries(changed(language))
        const broken = { letters, generators: { base }, categories: { small: base.name }, pages }
        return [`locales/${language}.json`, broken]
      }))
      const { words, called, faults } = loadOverlay(t, own, { ...shipped, ...others })
      for (const language of languages) {
        assert.deepEqual(words.texts(language), texts.get(language), language)
        assert.equal(words.categoryName('small', language), `Small ${language}`)
        assert.deepEqual(words.letters(language), sound.words.letters(language))
        assert.equal(called('base', language), sound.called('base', language))
        const own = faults.filter((fault) => fault.includes(`/${language}.json: `))
        const names = changed(language).map(([key]) => `pages["${key}"]`)
        assert.ok(names.length > 20, `${names.length}`)
        for (const name of [...names, 'letters', 'categories["small"]', 'generators["base"]']) {
          assert.ok(own.some((fault) => fault.includes(`: ${name}`)), `${language} ${name}`)
        }
      }
    }
  })

  test('names every file that is not a small regular file, and reads none of them', async (t) => {
    const folder = temporaryFolder(t)
    write(folder, shipped)
    const folders = foldersBelow(folder)
    const own = join(folder, 'own')
    mkdirSync(own)
    const reasons = await makeFileKinds(t, own)
    writeFileSync(join(own, 'sound.json'), JSON.stringify(map('y')).padEnd(2 ** 20))
    symlinkSync('sound.json', join(own, 'linked.json'))
    const { catalogue, faults } = loadWithOverlay(folders, { generators: own, locales: undefined })
    assert.deepEqual([...catalogue.keys()], ['base', 'linked', 'sound', 'taker', 'plainly'])
    assert.equal(faults.length, reasons.size)
    for (const [path, reason] of reasons) {
      const fault = faults.find((line) => line.startsWith(`${path}: `))
      assert.match(fault ?? path, reason)
      const locales = join(folder, basename(path, '.json'))
      mkdirSync(locales)
      symlinkSync(path, join(locales, 'tr.json'))
      const overlay = loadWithOverlay(folders, { generators: undefined, locales })
      assert.equal(overlay.faults.length, 1)
      assert.match(overlay.faults[0] ?? '', reason)
    }
  })

  test('also leaves out generators that depend on it, and restores shipped ones', (t) => {
    const { catalogue, faults, output } = loadOverlay(t, {
      'generators/base.json': { ...map('x'), colour: 1 },
      'generators/one.json': like('two'),
      'generators/two.json': { ...map('x'), colour: 1 },
      'generators/three.json': like('base'),
    })
    assert.deepEqual([...catalogue.keys()], ['base', 'taker', 'three', 'plainly'])
    assert.deepEqual(['base', 'taker', 'three'].map(output), ['b z', 'b z', 'b z'])
    assert.deepEqual(faults.map((fault) => /(\w+)\.json/.exec(fault)?.[1]), ['base', 'two', 'one'])
  })

  test('warns about files and entries that have no effect', (t) => {
    const { faults, warnings } = loadOverlay(t, {
      'locales/qaa.json': {},
      'locales/en.json': {
        ...named({ gone: entry('gone'), base: entry('base'), 'b\nc': entry('c') }),
        categories: { tiny: 'Tiny' },
        pages: { head: 'Head' },
      },
    })
    assert.deepEqual(faults, [])
    assert.equal(warnings.length, 4)
    assert.match(warnings[0] ?? '', /locales\/en\.json: there is no generator "gone" and 1 more$/)
    assert.match(warnings[1] ?? '', /locales\/en\.json: there is no category "tiny"$/)
    assert.match(warnings[2] ?? '', /locales\/en\.json: there is no text of the pages "head"$/)
    assert.match(warnings[3] ?? '', /locales\/qaa\.json has no effect: a locale is one of en, es, /)
  })

  test('stops the start if its folder cannot be read, not if it replaces a missing file', (t) => {
    const folder = temporaryFolder(t)
    write(folder, shipped)
    const folders = foldersBelow(folder)
    for (const name of ['generators', 'locales'] as const) {
      const overlay = { generators: undefined, locales: undefined, [name]: join(folder, 'nothing') }
      assert.throws(() => loadWithOverlay(folders, overlay), (error) => {
        return error instanceof StartError && /nothing cannot be read: .*ENOENT/.test(error.message)
      })
    }
    rmSync(join(folder, 'generators', 'base.json'))
    write(folder, { 'own/base.json': map('x') })
    const overlay = { generators: join(folder, 'own'), locales: undefined }
    assert.deepEqual(loadWithOverlay(folders, overlay).faults, [])
  })
})

/** Returns the texts of the pages that ship. */
function readShippedTexts(language: Language): Texts {
  return readLocale(JSON.parse(readFileSync(join(root, 'locales', `${language}.json`), 'utf8'))).pages
}

/** A file that cannot be read as data: how to make it, and the reason given. */
type Kind = readonly [make: (path: string) => unknown, reason: RegExp]

const notRegular = /: is not a regular file$/
const leadingTo = (target: string) => (path: string) => symlinkSync(target, path)

/** Name of a file → its kind: every kind but a small regular file. */
const kinds: Readonly<Record<string, Kind>> = {
  'a-folder': [(path) => mkdirSync(path), notRegular],
  'a-pipe': [(path) => execFileSync('mkfifo', [path]), notRegular],
  'a-link-to-a-pipe': [leadingTo('a-pipe.json'), notRegular],
  'a-link-to-zeros': [leadingTo('/dev/zero'), notRegular],
  'a-link-to-nothing': [leadingTo('/dev/null'), notRegular],
  'a-link-to-a-terminal': [leadingTo('/dev/ptmx'), notRegular],
  'a-dangling-link': [leadingTo('missing'), /: does not exist, or is a link to a missing file$/],
  'a-circle': [leadingTo('a-circle.json'), /: cannot be read: ELOOP/],
  'a-growing-file': [leadingTo('/proc/self/maps'), /: changed while it was read$/],
  'a-large-file': [
    (path) => (writeFileSync(path, ''), truncateSync(path, 2 ** 20 + 1)),
    /: is larger than 1 MiB$/,
  ],
}

/** Makes a file of each kind in a folder. Returns the reason that is given for each path. */
async function makeFileKinds(
  t: Pick<TestContext, 'after'>,
  folder: string,
): Promise<ReadonlyMap<string, RegExp>> {
  const socket = join(folder, 'a-socket.json')
  const server = createServer().listen(socket)
  await new Promise((resolve) => server.once('listening', resolve))
  t.after(() => server.close())
  const reasons = new Map([[socket, notRegular]])
  for (const [name, [make, reason]] of Object.entries(kinds)) {
    const path = join(folder, `${name}.json`)
    make(path)
    reasons.set(path, reason)
  }
  return reasons
}
