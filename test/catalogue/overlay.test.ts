import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { loadWithOverlay } from '../../lib/catalogue/catalogue.ts'
import type { LoadedCatalogue } from '../../lib/catalogue/catalogue.ts'
import { languages } from '../../lib/catalogue/locale.ts'
import { StartError } from '../../lib/start-error.ts'
import { temporaryFolder } from '../support/folders.ts'

type Files = Readonly<Record<string, unknown>>

const generator = (position: number, operation: object): object => {
  return { category: 'small', position, operations: [operation] }
}
const map = (value: string, more: object = {}): object => {
  return { ...generator(5, { type: 'map', characters: { a: value } }), ...more }
}
const like = (slug: string): object => generator(9, { type: 'map-like', generator: slug })
const reverse = { ...generator(1, { type: 'reverse', units: 'words' }), category: 'turned' }
const entry = (text: string): object => ({ name: text.toUpperCase(), page: text })
const alias = { name: 'B', page: 'b', aliases: 'c' }
/** A locale file that holds entries of generators alone. */
const named = (generators: object): object => ({ generators })

/** What ships: a table, one that takes it, and one more; each named in every language. */
const shipped: Files = {
  'generators/base.json': map('b'),
  'generators/taker.json': like('base'),
  'generators/plainly.json': reverse,
  ...Object.fromEntries(
    languages.map((language) => [
      `locales/${language}.json`,
      {
        generators: {
          base: { ...entry(`base-${language}`), aliases: [`foundation ${language}`] },
          plainly: entry(`plainly-${language}`),
          taker: entry(`taker-${language}`),
        },
        categories: { small: `Small ${language}` },
        pages: { title: `{count} ${language}`, end: `End ${language}` },
      },
    ]),
  ),
}

function write(folder: string, files: Files): void {
  for (const [path, value] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    writeFileSync(join(folder, path), text)
  }
}

interface Loaded extends LoadedCatalogue {
  /** Name and page address of a slug in a language, such as `BASE-ES base-es`. */
  readonly called: (slug: string, language: (typeof languages)[number]) => string
  readonly output: (slug: string) => string | undefined
  readonly folder: string
}

/** Loads what ships with these files of an operator over it. */
function load(t: TestContext, own: Files, others: Files = shipped): Loaded {
  const folder = temporaryFolder(t)
  const folders = { generators: join(folder, 'generators'), locales: join(folder, 'locales') }
  write(folder, others)
  const place = join(folder, 'own')
  write(place, { 'generators/.keep': '', 'locales/.keep': '', ...own })
  const overlay = { generators: join(place, 'generators'), locales: join(place, 'locales') }
  const loaded = loadWithOverlay(folders, overlay)
  return {
    ...loaded,
    called(slug, language) {
      const { name, page } = loaded.catalogue.get(slug)?.entry(language) ?? { name: '', page: '' }
      return `${name} ${page}`
    },
    output: (slug) => loaded.catalogue.get(slug)?.transform('a z', 'en'),
    folder: place,
  }
}

describe('an overlay', () => {
  test('adds generators, in the order of category, position and slug', (t) => {
    const { catalogue, faults, output, called, warnings } = load(t, {
      'generators/after.json': map('x'),
      'generators/zero.json': map('y', { position: 1 }),
      // It is the last of its category, which comes before that of the position 1.
      'generators/last.json': map('z', { position: 9_999 }),
      'locales/en.json': named({
        after: entry('after-text'),
        zero: entry('zero-text'),
        last: entry('last-text'),
      }),
      'locales/es.json': named({ zero: entry('cero') }),
    })
    assert.deepEqual([...catalogue.keys()], ['zero', 'after', 'base', 'taker', 'last', 'plainly'])
    assert.deepEqual([faults, warnings], [[], []])
    assert.deepEqual(['zero', 'after', 'base'].map(output), ['y z', 'x z', 'b z'])
    assert.equal(called('zero', 'es'), 'CERO cero')
    assert.equal(called('after', 'es'), 'AFTER-TEXT after-text')
    assert.equal(called('base', 'es'), 'BASE-ES base-es')
  })

  test('replaces a generator of the same name, and what takes its table follows', (t) => {
    const { catalogue, output, called, warnings } = load(t, { 'generators/base.json': map('x') })
    assert.equal(catalogue.size, 3)
    assert.deepEqual(['base', 'taker'].map(output), ['x z', 'x z'])
    assert.equal(called('base', 'tr'), 'BASE-TR base-tr')
    assert.deepEqual(warnings, [])
  })

  test('may replace a table by what is none: who takes it keeps the one that ships', (t) => {
    const own = { 'generators/base.json': reverse, 'generators/mine.json': like('base') }
    const { output, faults, warnings } = load(t, own)
    assert.deepEqual(['base', 'taker', 'mine'].map(output), ['z a', 'b z', 'b z'])
    assert.deepEqual(faults, [])
    assert.equal(warnings.length, 1)
    assert.match(warnings[0] ?? '', /own\/generators\/base\.json has no table: /)
  })

  test('needs no locale: a generator of yours goes by its slug', (t) => {
    const { called, faults, warnings } = load(t, { 'generators/mine.json': map('x') })
    for (const language of languages) assert.equal(called('mine', language), 'mine mine')
    assert.deepEqual([faults, warnings], [[], []])
  })

  test('may be locales alone, of some entries', (t) => {
    const { called } = load(t, { 'locales/fr.json': named({ base: entry('socle') }) })
    assert.deepEqual(
      languages.map((language) => called('base', language)),
      ['BASE-EN base-en', 'BASE-ES base-es', 'SOCLE socle', 'BASE-TR base-tr'],
    )
  })

  test('brings search words of its own, and those of English elsewhere', (t) => {
    const mine = { name: 'Mine', page: 'mine', aliases: ['my own'] }
    const { catalogue } = load(t, {
      'generators/mine.json': map('x'),
      'locales/en.json': named({ mine }),
    })
    const aliasesOf = (slug: string, language: 'en' | 'tr'): readonly string[] | undefined =>
      catalogue.get(slug)?.entry(language).aliases
    assert.deepEqual(aliasesOf('mine', 'tr'), ['my own'])
    assert.deepEqual(aliasesOf('base', 'tr'), ['foundation tr'])
    assert.deepEqual(aliasesOf('taker', 'tr'), [])
  })

  test('removes nothing', (t) => {
    const { catalogue } = load(t, {})
    assert.deepEqual([...catalogue.keys()], ['base', 'taker', 'plainly'])
  })

  test('wins where a name or an address is taken: the other goes by its slug', (t) => {
    const { called, faults, warnings } = load(t, {
      'generators/mine.json': map('x'),
      'locales/en.json': named({ mine: { name: 'Base-EN', page: 'taker-en' } }),
    })
    assert.equal(called('mine', 'en'), 'Base-EN taker-en')
    assert.equal(called('base', 'en'), 'base base-en')
    assert.equal(called('taker', 'en'), 'TAKER-EN taker')
    assert.equal(called('base', 'es'), 'BASE-ES base-es')
    assert.deepEqual(faults, [])
    assert.deepEqual(warnings, [
      'en: the name "BASE-EN" of "base" is that of "mine": it has "base"',
      'en: the page address "taker-en" of "taker" is that of "mine": it has "taker"',
    ])
  })

  test('wins with the English entry that stands for another locale, too', (t) => {
    const { called, warnings } = load(t, {
      'generators/mine.json': map('x'),
      'locales/en.json': named({ mine: entry('base-es') }),
    })
    assert.equal(called('mine', 'es'), 'BASE-ES base-es')
    assert.equal(called('base', 'es'), 'base base')
    assert.equal(warnings.length, 2)
  })

  test('gives no address twice, whatever is taken', (t) => {
    const own: Record<string, object> = {}
    for (const slug of ['m1', 'm2', 'm3', 'm4']) own[`generators/${slug}.json`] = map('x')
    const page = (text: string): object => ({ name: text, page: text })
    own['locales/en.json'] = named({
      m1: page('base-en'),
      m2: page('base'),
      m3: page('base-2'),
      m4: page('base-en'),
    })
    const { called, catalogue, warnings } = load(t, own)
    assert.equal(called('base', 'en'), 'base-3 base-3')
    assert.equal(called('m4', 'en'), 'm4 m4')
    for (const language of languages) {
      const pages = [...catalogue.values()].map((generator) => generator.entry(language).page)
      assert.equal(new Set(pages).size, pages.length)
    }
    assert.match(warnings.join('\n'), /"base-en" of "base" is that of "m1": it has "base-3"/)
  })

  test('keeps the name of a generator of yours when an upgrade ships one of its slug', (t) => {
    const own = { 'generators/base.json': map('x'), 'locales/en.json': named({ base: entry('mine') }) }
    const { called } = load(t, own)
    for (const language of languages) assert.equal(called('base', language), 'MINE mine')
  })
})

describe('the words of an overlay', () => {
  test('are those of a language, of some categories and texts, and stand over what ships', (t) => {
    const { words, faults, warnings } = load(t, {
      'locales/en.json': { categories: { small: 'Tiny' }, pages: { end: 'Stop' } },
      'locales/tr.json': { categories: { marked: 'Çizgili' }, pages: { title: '{count} tane' } },
    })
    assert.deepEqual(
      languages.map((language) => words.categoryName('small', language)),
      ['Tiny', 'Small es', 'Small fr', 'Small tr'],
    )
    assert.deepEqual(
      languages.map((language) => words.categoryName('marked', language)),
      ['marked', 'marked', 'marked', 'Çizgili'],
    )
    assert.deepEqual(
      languages.map((language) => [...words.texts(language).values()].join()),
      ['{count} en,Stop', '{count} es,End es', '{count} fr,End fr', '{count} tane,End tr'],
    )
    assert.deepEqual([faults, warnings], [[], []])
  })

  test('are English where a language has none', (t) => {
    const files = { ...shipped, 'locales/tr.json': {} }
    const { words } = load(t, { 'locales/en.json': { pages: { end: 'Stop' } } }, files)
    assert.equal(words.categoryName('small', 'tr'), 'Small en')
    assert.deepEqual([...words.texts('tr').values()], ['{count} en', 'Stop'])
  })
})

describe('a page address of an overlay', () => {
  test('is never that of the documentation: the generator goes by its slug', (t) => {
    const { called, faults, warnings } = load(t, {
      'generators/mine.json': map('x'),
      'generators/api.json': map('y'),
      'locales/en.json': named({ mine: { name: 'Mine', page: 'api' } }),
    })
    for (const language of languages) {
      assert.equal(called('mine', language), 'Mine mine')
      assert.equal(called('api', language), 'api api-2')
    }
    assert.deepEqual(faults, [])
    const taken = 'the page address "api" of "mine" is that of the documentation: it has "mine"'
    assert.ok(warnings.includes(`en: ${taken}`), warnings.join())
    assert.equal(warnings.length, 2 * languages.length)
  })
})

describe('a fault in an overlay', () => {
  const rows: Array<[title: string, own: Files, reason: RegExp]> = [
    ['no JSON', { 'generators/mine.json': '{' }, /generators\/mine\.json: is not JSON/],
    ['an unknown field', { 'generators/mine.json': { ...map('x'), colour: 1 } }, /"colour"/],
    ['an unknown category', { 'generators/mine.json': map('x', { category: 'x' }) }, /category/],
    ['a bad file name', { 'generators/Mine.json': map('x') }, /Mine\.json: a file name takes/],
    ['a table that is gone', { 'generators/mine.json': like('gone') }, /mine\.json: "gone" is no/],
    ['a folder in place of a file', { 'generators/mine.json/a': '' }, /mine\.json: .*EISDIR/],
    ['a locale that is no JSON', { 'locales/tr.json': '[' }, /locales\/tr\.json: is not JSON/],
    ['a locale that is a list', { 'locales/tr.json': [] }, /tr\.json: the file takes an object/],
    ['a bad entry', { 'locales/fr.json': named({ base: { name: 'a' } }) }, /fr\.json: .*\["base"\]\.page/],
    ['an alias that is none', { 'locales/es.json': named({ base: alias }) }, /\.aliases takes a list/],
    ['an unknown part', { 'locales/es.json': { base: entry('b') } }, /es\.json: .* field "base"/],
    ['a bad text', { 'locales/es.json': { pages: { end: 1 } } }, /es\.json: pages\["end"\] takes/],
    [
      'a text without its places',
      { 'locales/es.json': { pages: { title: 'T {counts}' } } },
      /es\.json: pages\["title"\] takes \{count\} in braces$/,
    ],
    [
      'a text with a place too many',
      { 'locales/es.json': { pages: { end: '{count}' } } },
      /es\.json: pages\["end"\] takes no place in braces$/,
    ],
  ]
  for (const [title, own, reason] of rows) {
    test(`(${title}) leaves that out and nothing else, and names file and field`, (t) => {
      const french = { taker: entry('t'), ...Object(own['locales/fr.json']).generators }
      const sound = { 'generators/sound.json': map('y') }
      const files = { ...sound, ...own, 'locales/fr.json': named(french) }
      const { catalogue, faults, warnings, called, folder } = load(t, files)
      assert.deepEqual([...catalogue.keys()], ['base', 'sound', 'taker', 'plainly'])
      assert.equal(called('taker', 'fr'), 'T t')
      assert.equal(called('base', 'fr'), 'BASE-FR base-fr')
      assert.equal(faults.length, 1)
      assert.ok(faults[0]?.startsWith(folder), faults[0])
      assert.match(faults[0] ?? '', reason)
      assert.deepEqual(warnings, [])
    })
  }

  test('leaves out what needs what is left out, and what ships comes back', (t) => {
    const { catalogue, faults, output } = load(t, {
      'generators/base.json': { ...map('x'), colour: 1 },
      'generators/one.json': like('two'),
      'generators/two.json': { ...map('x'), colour: 1 },
      'generators/three.json': like('base'),
    })
    assert.deepEqual([...catalogue.keys()], ['base', 'taker', 'three', 'plainly'])
    assert.deepEqual(['base', 'taker', 'three'].map(output), ['b z', 'b z', 'b z'])
    assert.deepEqual(faults.map((fault) => /(\w+)\.json/.exec(fault)?.[1]), ['base', 'two', 'one'])
  })

  test('warns of what has no effect', (t) => {
    const { faults, warnings } = load(t, {
      'locales/de.json': {},
      'locales/en.json': {
        ...named({ gone: entry('gone'), base: entry('base'), 'b\nc': entry('c') }),
        categories: { tiny: 'Tiny' },
        pages: { head: 'Head' },
      },
    })
    assert.deepEqual(faults, [])
    assert.equal(warnings.length, 4)
    assert.match(warnings[0] ?? '', /locales\/de\.json has no effect: a locale is one of en, es, /)
    assert.match(warnings[1] ?? '', /locales\/en\.json: there is no generator "gone" and 1 more$/)
    assert.match(warnings[2] ?? '', /locales\/en\.json: there is no category "tiny"$/)
    assert.match(warnings[3] ?? '', /locales\/en\.json: there is no text of the pages "head"$/)
  })

  test('stops the start where its folder cannot be read, and where it is in what ships', (t) => {
    const folder = temporaryFolder(t)
    write(folder, shipped)
    const folders = { generators: join(folder, 'generators'), locales: join(folder, 'locales') }
    for (const name of ['generators', 'locales'] as const) {
      const overlay = { generators: undefined, locales: undefined, [name]: join(folder, 'nothing') }
      assert.throws(() => loadWithOverlay(folders, overlay), (error) => {
        return error instanceof StartError && /nothing cannot be read: .*ENOENT/.test(error.message)
      })
    }
    rmSync(join(folder, 'generators', 'base.json'))
    write(folder, { 'own/base.json': map('x') })
    const overlay = { generators: join(folder, 'own'), locales: undefined }
    assert.throws(() => loadWithOverlay(folders, overlay), /taker\.json: "base" is no generator/)
  })
})
