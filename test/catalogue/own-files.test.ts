import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { languages } from '../../lib/catalogue/locale.ts'
import type { Language } from '../../lib/catalogue/locale.ts'
import { loadCatalogue } from '../../lib/catalogue/load-catalogue.ts'
import { entry, generator, like, loadOwn, map, named, shipped, writeOwn } from '../support/own-files.ts'
import type { Files } from '../support/own-files.ts'

const decode = (slug: string): object => generator(7, { type: 'decode', generator: slug })

describe('an operator’s own generators', () => {
  test('are added, in the order of category, position and slug', (t) => {
    const { catalogue, output, called, warnings } = loadOwn(t, {
      'generators/after.json': map('x'),
      'generators/zero.json': map('y', { position: 1 }),
      // It is the last of its category, which comes before the category of `plainly`.
      'generators/last.json': map('z', { position: 9_999 }),
      'locales/en.json': named({
        after: entry('after-text'),
        zero: entry('zero-text'),
        last: entry('last-text'),
      }),
      'locales/es.json': named({ zero: entry('cero') }),
    })
    assert.deepEqual([...catalogue.keys()], ['zero', 'after', 'base', 'taker', 'last', 'plainly'])
    assert.deepEqual(warnings, [])
    assert.deepEqual(['zero', 'after', 'base'].map(output), ['y z', 'x z', 'b z'])
    const kinds = ['zero', 'plainly'].map((slug) => catalogue.get(slug)?.data.kind)
    assert.deepEqual(kinds, ['small', 'reversed'])
    assert.equal(called('zero', 'es'), 'CERO cero')
    assert.equal(called('after', 'es'), 'AFTER-TEXT after-text')
    assert.equal(called('base', 'es'), 'BASE-ES base-es')
  })

  test('replace those of the same name, also for styles that use their table', (t) => {
    const shown = { ...shipped, 'generators/taker.json': { ...like('base'), example: 'shipped' } }
    const own = { 'generators/base.json': map('x', { sample: 'a' }) }
    const { catalogue, output, called, warnings } = loadOwn(t, own, shown)
    assert.equal(catalogue.get('taker')?.example, 'Hello World')
    assert.equal(catalogue.size, 3)
    assert.deepEqual(['base', 'taker'].map(output), ['x z', 'x z'])
    assert.equal(called('base', 'tr'), 'BASE-TR base-tr')
    assert.deepEqual(warnings, [])
  })

  test('may be decoders, which read the replacement of a shipped style', (t) => {
    const { catalogue } = loadOwn(t, {
      'generators/base.json': map('q'),
      'generators/reader.json': decode('base'),
      'generators/second.json': decode('base'),
    })
    assert.equal(catalogue.get('reader')?.transform('q b', 'en'), 'a b')
    assert.equal(catalogue.get('base')?.decoder, 'reader')
  })

  test('need no example, and letters of unknown age count as newer', (t) => {
    const { catalogue } = loadOwn(t, { 'generators/mine.json': map('x', { sample: 'abc' }) })
    assert.equal(catalogue.get('mine')?.example, 'xbc')
    assert.equal(catalogue.get('mine')?.traits().support.letters, 'newer')
  })

  test('may replace a shipped file that is missing', (t) => {
    const sources = writeOwn(t, { 'generators/base.json': map('x') })
    rmSync(join(sources.folders.generators, 'base.json'))
    assert.equal(loadCatalogue(sources).catalogue.get('taker')?.transform('a', 'en'), 'x')
  })
})

describe('the name and page address of a generator', () => {
  test('are its slug without an entry', (t) => {
    const { called, warnings } = loadOwn(t, { 'generators/mine.json': map('x') })
    for (const language of languages) assert.equal(called('mine', language), 'mine mine')
    assert.deepEqual(warnings, [])
  })

  test('need not have an address: it is that of the service, the English one, or the slug', (t) => {
    const { called, warnings } = loadOwn(t, {
      'generators/mine.json': map('x'),
      'generators/other.json': map('y'),
      'locales/en.json': named({ mine: { name: 'Mine' }, other: entry('other-text') }),
      'locales/fr.json': named({ base: { name: 'Socle' }, other: { name: 'Autre' } }),
    })
    const found = ['mine', 'other', 'base'].map((slug) => called(slug, 'fr'))
    assert.deepEqual(found, ['Mine mine', 'Autre other-text', 'Socle base-fr'])
    assert.equal(called('mine', 'en'), 'Mine mine')
    assert.deepEqual(warnings, [])
  })

  test('can be replaced, in some languages', (t) => {
    const { called } = loadOwn(t, {
      'locales/fr.json': named({ base: entry('socle') }),
      'locales/tr.json': named({ base: entry('taker-tr') }),
    })
    assert.equal(called('base', 'en'), 'BASE-EN base-en')
    assert.equal(called('base', 'es'), 'BASE-ES base-es')
    assert.equal(called('base', 'fr'), 'SOCLE socle')
    assert.equal(called('base', 'tr'), 'TAKER-TR taker-tr')
    assert.equal(called('taker', 'tr'), 'taker taker')
  })

  test('and its aliases are the English ones in other languages', (t) => {
    const mine = { name: 'Mine', page: 'mine', aliases: ['my own'] }
    const { catalogue } = loadOwn(t, {
      'generators/mine.json': map('x'),
      'locales/en.json': named({ mine }),
    })
    const aliasesOf = (slug: string, language: Language): readonly string[] | undefined =>
      catalogue.get(slug)?.entry(language).aliases
    assert.deepEqual(aliasesOf('mine', 'tr'), ['my own'])
    assert.deepEqual(aliasesOf('base', 'tr'), ['foundation tr'])
    assert.deepEqual(aliasesOf('taker', 'tr'), [])
  })

  test('stay those of an operator when an upgrade ships a style with the same slug', (t) => {
    const own = { 'generators/base.json': map('x'), 'locales/en.json': named({ base: entry('mine') }) }
    const { called } = loadOwn(t, own)
    for (const language of languages) assert.equal(called('base', language), 'MINE mine')
  })

  test('go to the operator’s own, and the other style gets its slug, with a warning', (t) => {
    const { called, warnings } = loadOwn(t, {
      'generators/mine.json': map('x'),
      'locales/en.json': named({ mine: { name: 'Base-EN', page: 'taker-en' } }),
      'locales/es.json': named({ mine: entry('base-es') }),
    })
    assert.equal(called('mine', 'en'), 'Base-EN taker-en')
    assert.equal(called('base', 'en'), 'base base-en')
    assert.equal(called('taker', 'en'), 'TAKER-EN taker')
    assert.equal(called('mine', 'es'), 'BASE-ES base-es')
    assert.equal(called('base', 'es'), 'base base')
    assert.deepEqual(warnings.slice(0, 2), [
      'en: the name "BASE-EN" of "base" is already that of "mine"; "base" gets "base"',
      'en: the page address "taker-en" of "taker" is already that of "mine"; "taker" gets "taker"',
    ])
    assert.equal(warnings.length, 4)
  })

  test('occur once in each language, and no page has the address of another page', (t) => {
    const taken: Files = {
      'generators/m1.json': map('x'),
      'generators/m2.json': map('x'),
      'generators/m3.json': map('x'),
      'generators/m4.json': map('x'),
      'generators/api.json': map('x'),
      'locales/en.json': named({
        m1: entry('base-en'),
        m2: entry('base'),
        m3: entry('base-2'),
        m4: { name: 'Base-EN', page: 'symbols' },
        taker: { name: 'Api', page: 'api' },
      }),
    }
    const { called, catalogue, warnings } = loadOwn(t, taken)
    assert.equal(called('base', 'en'), 'base-3 base-3')
    assert.equal(called('m4', 'en'), 'm4 m4')
    for (const language of languages) {
      const entries = [...catalogue.values()].map((one) => one.entry(language))
      for (const field of ['name', 'page'] as const) {
        const texts = entries.map((one) => one[field].toLocaleLowerCase(language))
        assert.equal(new Set(texts).size, texts.length, texts.join())
      }
      assert.ok(entries.every(({ page }) => page !== 'api' && page !== 'symbols'))
      assert.equal(called('api', language), language === 'en' ? 'api-2 api-2' : 'api api-2')
    }
    for (const line of [
      '"base-en" of "base" is already that of "m1"; "base" gets "base-3"',
      'en: the page address "api" of "taker" is already that of the documentation; "taker" gets "taker"',
      'en: the page address "symbols" of "m4" is already that of the symbols; "m4" gets "m4"',
    ]) {
      assert.ok(warnings.some((warning) => warning.includes(line)), warnings.join('\n'))
    }
  })
})

describe('an operator’s own texts', () => {
  test('may cover some languages, categories and keys, and replace shipped ones', (t) => {
    const { words, warnings } = loadOwn(t, {
      'locales/en.json': { categories: { small: 'Tiny' }, pages: { end: 'Stop' } },
      'locales/tr.json': {
        letters: 'şŞ',
        categories: { marked: 'Çizgili' },
        pages: { title: '{count} tane' },
      },
    })
    const found = (['en', 'es', 'fr', 'tr'] as const).map((language) => [
      words.letters(language).join(''),
      words.categoryName('small', language),
      words.categoryName('marked', language),
      [...words.texts(language).values()].slice(0, 2).join(),
    ])
    assert.deepEqual(found, [
      ['', 'Tiny', 'marked', '{count} en,Stop'],
      ['ñ', 'Small es', 'marked', '{count} es,End es'],
      ['ñ', 'Small fr', 'marked', '{count} fr,End fr'],
      ['şŞ', 'Small tr', 'Çizgili', '{count} tane,End tr'],
    ])
    assert.deepEqual(warnings, [])
  })

  test('are English where a language has none', (t) => {
    const files = { ...shipped, 'locales/tr.json': {} }
    const { words } = loadOwn(t, { 'locales/en.json': { pages: { end: 'Stop' } } }, files)
    assert.equal(words.categoryName('small', 'tr'), 'Small en')
    assert.deepEqual([...words.texts('tr').values()], ['{count} en', 'Stop', 'symbols'])
  })
})

test('what lies in a folder of an operator is read or named, whatever has written it', (t) => {
  const others = ['.git/config', '.keep', '.#mine.json', '._mine.json', 'mine.json~', 'Mine.JSON', 'mine.json.txt']
  const sources = writeOwn(t, {
    'generators/mine.json': `\ufeff${JSON.stringify(map('x'))}`,
    'generators/sub/more.json': map('y'),
    'generators/late.json': Buffer.from(JSON.stringify(map('é')), 'latin1'),
    ...Object.fromEntries(others.map((name) => [`generators/${name}`, ''])),
    'locales/en.json': `\ufeff${JSON.stringify(named({ mine: { name: 'Mine' } }))}\r\n`,
    'locales/read-me': '',
  })
  const { catalogue, warnings } = loadCatalogue(sources)
  assert.equal(catalogue.get('mine')?.entry('en').name, 'Mine')
  const [first = '', coding = '', last = '', ...more] = warnings
  const { generators, locales } = sources.own
  const start = `GENERATORS_DIR=${generators}: `
  assert.ok(first.startsWith(`${start}".#mine.json", "._mine.json", ".git" and 5 more not read: `), first)
  assert.equal(coding, `${start}"late.json" not in UTF-8, so letters beyond ASCII are lost: save as UTF-8`)
  assert.equal(last, `LOCALES_DIR=${locales}: "read-me" not read: only files called NAME.json are`)
  assert.deepEqual(more, [])
})
