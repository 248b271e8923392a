import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import type { CatalogueSources } from '../../lib/catalogue/data-files.ts'
import { checkCatalogue, loadCatalogue } from '../../lib/catalogue/load-catalogue.ts'
import { StartError } from '../../lib/log.ts'
import { temporaryFolder } from '../support/folders.ts'
import { entry, generator, like, map, named, reverse, shipped, writeOwn } from '../support/own-files.ts'
import type { Files } from '../support/own-files.ts'

type Row = readonly [title: string, files: Files, line: RegExp]

const slugRule = /\.json: a file name must be lower-case ASCII letters, digits and single hyphens$/
const mine = (value: unknown): Files => ({ 'generators/mine.json': value })
const inSpanish = (pages: object): Files => ({ 'locales/es.json': { pages } })
const inFrench = (base: unknown): Files => ({ 'locales/fr.json': named({ base }) })
const decode = (slug: string): object => generator(7, { type: 'decode', generator: slug })
const upper = generator(5, { type: 'case', to: 'upper' })

/** Every kind of fault in the form of a file, which stops a start wherever the file is. */
const faultsOfForm: readonly Row[] = [
  ['half a generator', mine('{"category":'), /generators\/mine\.json: is not JSON: /],
  ['a wrong field', mine(map('x', { position: 0 })), /: position must be a whole number from 1 to 9999$/],
  ['an unknown field', mine(map('x', { colour: 1 })), /: the file has an unknown field "colour"; known /],
  ['a missing field', mine({ position: 1, operations: [] }), /mine\.json: category is missing; it must be one of math/],
  [
    'a file called plain.json',
    { 'generators/plain.json': map('x') },
    /plain\.json: take another name: "plain" means unchanged letters in mappings$/,
  ],
  ...['One', 'o_ne', 'o ne', 'one-', 'o--ne', 'ö'].map((slug): Row => {
    return [`a file called ${slug}.json`, { [`generators/${slug}.json`]: map('x') }, slugRule]
  }),
  ['a locale that is not JSON', { 'locales/tr.json': '\ufeff\ufeff{}' }, /locales\/tr\.json: is not JSON: /],
  ['a generator in UTF-16', mine(Buffer.from('\ufeff{}', 'utf16le')), /mine\.json: is UTF-16: save it as UTF-8$/],
  ['a locale that is a list', { 'locales/tr.json': [] }, /tr\.json: the file must be an object$/],
  ['a part that is a list', { 'locales/tr.json': { pages: [] } }, /tr\.json: pages must be an object$/],
]

/** Faults of operations, which `--check` finds in all files, and a start only in an operator's. */
const deepFaults: readonly Row[] = [
  ['no operation', mine({ ...map('x'), operations: [] }), /mine\.json: operations must be a list of at least/],
  ['an unknown operation', mine(generator(1, { type: 'x' })), /mine\.json: operations\[0\]\.type must be one of/],
  ['the table of a missing style', mine(like('gone')), /mine\.json: "gone" is no generator whose first/],
  ['the table of a style without one', mine(like('plainly')), /mine\.json: "plainly" is no generator whose first/],
  ['a decoder of a missing style', mine(decode('none')), /mine\.json: "none" is no generator$/],
  [
    'a decoder of a style that cannot be read back',
    { ...mine(decode('upper')), 'generators/upper.json': upper },
    /mine\.json: "upper" is no generator whose texts can be read back/,
  ],
]

/** Faults in the parts of a locale. */
const localeFaults: readonly Row[] = [
  ['an entry without a name', inFrench({ page: 'a' }), /\["base"\]\.name is missing; it must be a non-empty/],
  ['a page with capitals', inFrench({ name: 'a', page: 'A' }), /fr\.json: generators\["base"\]\.page must/],
  ['an entry that is a text', inFrench('a'), /fr\.json: generators\["base"\] must be an object$/],
  ['a long name', inFrench({ name: 'x'.repeat(61), page: 'x' }), /\["base"\]\.name must have at most 60/],
  ['a name of a category', { 'locales/es.json': { categories: { small: 1 } } }, /es\.json: categories\["small"\] must/],
  ['letters of A to Z', { 'locales/es.json': { letters: 'ab' } }, /es\.json: letters must be letters that/],
  ['an unknown part', { 'locales/es.json': { base: 1 } }, /es\.json: the file has an unknown field "base"/],
  ['a bad text', inSpanish({ end: 1 }), /es\.json: pages\["end"\] must be a non-empty, well-formed text$/],
]

/** Faults that only files of an operator can have. */
const ownFaults: readonly Row[] = [
  [
    'a text without its placeholder',
    inSpanish({ title: 'T {counts}' }),
    /es\.json: pages\["title"\] has other placeholders; it must have \{count\}$/,
  ],
  ['a placeholder too many', inSpanish({ end: '{count}' }), /\["end"\] has other placeholders; it must have none$/],
  ['a bad address', inSpanish({ 'symbols-page': 'A b' }), /pages\["symbols-page"\] must be lower-case ASCII/],
  [
    'a replacement without the table that others use',
    { 'generators/base.json': reverse },
    /own\/generators\/base\.json: it replaces a style that "taker" needs, but "base" is no generator whose /,
  ],
]

/** Checks that a start is refused in one line about a file below a folder. */
function assertRefused(sources: CatalogueSources, folder: string, line: RegExp): void {
  assert.throws(
    () => loadCatalogue(sources),
    (error) => {
      assert.ok(error instanceof StartError)
      assert.deepEqual(error.lines.length, 1)
      assert.match(error.message, line)
      assert.ok(error.message.startsWith(folder), error.message)
      return true
    },
  )
}

describe('a fault in a file of an operator', () => {
  for (const [title, files, line] of [...faultsOfForm, ...localeFaults, ...deepFaults, ...ownFaults]) {
    test(`(${title}) stops the start with one line, which the check prints, too`, (t) => {
      const sources = writeOwn(t, files)
      assertRefused(sources, join(sources.own.generators, '..'), line)
      const { faults, warnings } = checkCatalogue(sources)
      assert.equal(faults.length, 1, faults.join('\n'))
      assert.match(faults[0] ?? '', line)
      assert.deepEqual(warnings, [])
    })
  }

  test('does not hide others: the check lists all of them, the start the first', (t) => {
    const sources = writeOwn(t, {
      'generators/a.json': '{',
      'generators/b.json': map('x', { colour: 1 }),
      'generators/base.json': reverse,
      'generators/c.json': like('gone'),
      'locales/en.json': { letters: 'ab', generators: { base: { name: '' } }, pages: { end: 1 } },
      'locales/fr.json': '[',
    })
    const { faults } = checkCatalogue(sources)
    const paths = faults.map((line) => /own\/(?:\w+\/)+\w+\.json: (?:\w+\["?\w+"?\])?/.exec(line)?.[0])
    assert.deepEqual(paths.toSorted(), [
      'own/generators/a.json: ',
      'own/generators/b.json: ',
      'own/generators/base.json: ',
      'own/generators/c.json: ',
      'own/locales/en.json: ',
      'own/locales/en.json: generators["base"]',
      'own/locales/en.json: pages["end"]',
      'own/locales/fr.json: ',
    ])
    assertRefused(sources, join(sources.own.generators, 'a.json'), /is not JSON/)
  })

  test('is that of its folder if this cannot be read, with the name of the setting', (t) => {
    const { folders, own } = writeOwn(t, { 'generators/a.json': '{', 'locales/fr.json': '{' })
    const none = join(own.generators, 'none')
    const rows: ReadonlyArray<readonly [changed: object, ...lines: RegExp[]]> = [
      [{ generators: none }, /^GENERATORS_DIR=.*none cannot be read: .*ENOENT/, /fr\.json: is not JSON/],
      [{ locales: none }, /a\.json: is not JSON/, /^LOCALES_DIR=.*none cannot be read: .*ENOENT/],
    ]
    for (const [changed, ...lines] of rows) {
      const { faults } = checkCatalogue({ folders, own: { ...own, ...changed } })
      assert.equal(faults.length, lines.length, faults.join())
      for (const [index, line] of lines.entries()) assert.match(faults[index] ?? '', line)
    }
  })

  test('names every file that is not a small regular file, and reads none of them', async (t) => {
    const { folders, own } = writeOwn(t, {})
    writeFileSync(join(own.generators, 'sound.json'), JSON.stringify(map('y')).padEnd(2 ** 20))
    symlinkSync('sound.json', join(own.generators, 'linked.json'))
    assert.deepEqual(checkCatalogue({ folders, own }).faults, [])
    const reasons = await makeFileKinds(t, own.generators)
    const { faults } = checkCatalogue({ folders, own })
    assert.equal(faults.length, reasons.size)
    for (const [path, reason] of reasons) {
      assert.match(faults.find((line) => line.startsWith(`${path}: `)) ?? path, reason)
      const locales = temporaryFolder(t)
      symlinkSync(path, join(locales, 'tr.json'))
      const sources = { folders, own: { generators: undefined, locales } }
      assertRefused(sources, join(locales, 'tr.json'), reason)
    }
  })
})

describe('a fault in a file that ships', () => {
  const entries = Object.fromEntries(
    ['base', 'mine', 'plainly', 'taker', 'upper'].map((slug) => [slug, entry(slug)]),
  )
  const whole: Files = { ...shipped, 'locales/en.json': { ...Object(shipped['locales/en.json']), generators: entries } }
  for (const [title, files, line] of [...faultsOfForm, ...localeFaults]) {
    test(`(${title}) stops the start with one line, which the check prints, too`, (t) => {
      const sources = writeOwn(t, {}, { ...whole, ...files })
      assertRefused(sources, join(sources.folders.generators, '..'), line)
      assert.match(checkCatalogue(sources).faults.join('\n'), new RegExp(line, 'm'))
    })
  }

  for (const [title, files, line] of deepFaults) {
    test(`(${title}) is found by the check, and does not stop a start`, (t) => {
      const sources = writeOwn(t, {}, { ...whole, ...files })
      const { faults } = checkCatalogue(sources)
      assert.equal(faults.length, 1, faults.join('\n'))
      assert.match(faults[0] ?? '', line)
      assert.ok(faults[0]?.startsWith(join(sources.folders.generators, '..')))
      const mine = loadCatalogue(sources).catalogue.get('mine')
      for (const use of [
        () => mine?.transform('a', 'en'),
        () => mine?.characters('en'),
        () => mine?.traits(),
      ]) {
        assert.throws(use, /^Error: The style "mine" has a fault: /)
      }
    })
  }

  test('is also an entry without a page', (t) => {
    const sources = writeOwn(t, {}, { ...whole, ...inFrench({ name: 'a' }) })
    assertRefused(sources, sources.folders.locales, /\["base"\]\.page is missing; it must be a non-empty/)
  })

  test('is also a missing folder, generator, locale or English name, or a page of two styles', (t) => {
    const refuse = (change: (folder: string) => unknown, line: RegExp, others = shipped): void => {
      const sources = writeOwn(t, {}, others)
      change(join(sources.folders.generators, '..'))
      assertRefused(sources, join(sources.folders.generators, '..'), line)
    }
    const remove = (name: string) => (folder: string) => rmSync(join(folder, name), { recursive: true })
    refuse(remove('generators'), /generators cannot be read: .*ENOENT/)
    refuse(remove('locales'), /locales cannot be read: .*ENOENT/)
    refuse(remove('locales/tr.json'), /locales\/tr\.json is missing: lib\/catalogue\/locale\.ts has its tag$/)
    const clear = (folder: string) => {
      remove('generators')(folder)
      mkdirSync(join(folder, 'generators'))
    }
    refuse(clear, /generators holds no generator/)
    const one = { ...shipped, 'generators/two.json': map('x') }
    refuse(() => {}, /en\.json: generators\["two"\] is missing; each generator needs an entry here$/, one)
    const more = { ...one, 'generators/six.json': map('x') }
    refuse(() => {}, /generators\["six"\], generators\["two"\] are missing; each generator needs/, more)
    const shared = named(Object.fromEntries(['base', 'taker', 'plainly'].map((slug) => [slug, entry('a')])))
    const { faults } = checkCatalogue(writeOwn(t, {}, { ...shipped, 'locales/tr.json': shared }))
    assert.equal(faults.length, 2)
    for (const line of faults) assert.match(line, /tr\.json: generators\["\w+"\]\.page and .* are both "a"; give /)
  })
})

test('what the service does not know is a warning', (t) => {
  const sources = writeOwn(t, {
    'locales/qaa.json': {},
    'locales/en.json': {
      ...named({ gone: entry('gone'), base: entry('base'), 'b\nc': entry('c') }),
      categories: { tiny: 'Tiny' },
      pages: { head: 'Head' },
    },
  })
  const { faults, warnings } = checkCatalogue(sources)
  assert.deepEqual([faults, loadCatalogue(sources).warnings], [[], warnings])
  const [generator = '', category = '', text = '', file = '', ...others] = warnings
  assert.match(generator, /locales\/en\.json: there is no generator "gone", "b\\nc"$/)
  assert.match(category, /locales\/en\.json: there is no category "tiny"$/)
  assert.match(text, /locales\/en\.json: there is no text of the pages "head"$/)
  assert.match(file, /locales\/qaa\.json has no effect: a locale is one of en, es, /)
  assert.deepEqual(others, [])
})

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
