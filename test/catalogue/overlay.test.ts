import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { chooseLanguage, languages } from '../../lib/catalogue/locale.ts'
import type { Language } from '../../lib/catalogue/locale.ts'
import { entry, generator, like, loadOverlay, map, named, reverse, shipped } from '../support/overlay.ts'

describe('an overlay', () => {
  test('adds generators, in the order of category, position and slug', (t) => {
    const { catalogue, faults, output, called, warnings } = loadOverlay(t, {
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
    assert.deepEqual([faults, warnings], [[], []])
    assert.deepEqual(['zero', 'after', 'base'].map(output), ['y z', 'x z', 'b z'])
    const kinds = ['zero', 'plainly'].map((slug) => catalogue.get(slug)?.data.kind)
    assert.deepEqual(kinds, ['small', 'reversed'])
    assert.equal(called('zero', 'es'), 'CERO cero')
    assert.equal(called('after', 'es'), 'AFTER-TEXT after-text')
    assert.equal(called('base', 'es'), 'BASE-ES base-es')
  })

  test('replaces a generator of the same name, and styles that use its table follow', (t) => {
    const shown = { ...shipped, 'generators/taker.json': { ...like('base'), example: 'shipped' } }
    const own = { 'generators/base.json': map('x', { sample: 'a' }) }
    const { catalogue, output, called, warnings } = loadOverlay(t, own, shown)
    assert.equal(catalogue.get('taker')?.example, 'Hello World')
    assert.equal(catalogue.size, 3)
    assert.deepEqual(['base', 'taker'].map(output), ['x z', 'x z'])
    assert.equal(called('base', 'tr'), 'BASE-TR base-tr')
    assert.deepEqual(warnings, [])
  })

  test('keeps a shipped table that others use, and leaves out a replacement without one', (t) => {
    const own = { 'generators/base.json': reverse, 'generators/plainly.json': map('p') }
    const { output, faults, warnings } = loadOverlay(t, own)
    assert.deepEqual(['base', 'taker', 'plainly'].map(output), ['b z', 'b z', 'p z'])
    assert.equal(faults.length, 1)
    const needed = 'it replaces a style that "taker" needs, but "base" is no generator whose first'
    assert.ok(faults[0]?.includes(`/own/generators/base.json: ${needed}`), faults[0])
    assert.deepEqual(warnings, [])
  })

  const decode = (slug: string): object => generator(7, { type: 'decode', generator: slug })

  test('adds decoders, which read the replacement of a shipped style', (t) => {
    const { catalogue, faults } = loadOverlay(t, {
      'generators/base.json': map('q'),
      'generators/reader.json': decode('base'),
    })
    assert.deepEqual(faults, [])
    assert.equal(catalogue.get('reader')?.transform('q b', 'en'), 'a b')
    assert.equal(catalogue.get('base')?.decoder, 'reader')
  })

  test('leaves out a replacement that a shipped decoder cannot read back', (t) => {
    const upper = generator(5, { type: 'case', to: 'upper' })
    const decoder = { 'generators/taker.json': decode('base') }
    const { catalogue, faults } = loadOverlay(t, { 'generators/base.json': upper }, { ...shipped, ...decoder })
    assert.equal(faults.length, 1)
    assert.match(faults[0] ?? '', /base\.json: it replaces a style that "taker" needs, but /)
    assert.equal(catalogue.get('taker')?.transform('b', 'en'), 'a')
  })

  test('computes missing examples, and rates letters of unknown age as newer', (t) => {
    const own = { 'generators/mine.json': map('x', { sample: 'abc' }) }
    const { catalogue } = loadOverlay(t, own)
    assert.equal(catalogue.get('mine')?.example, 'xbc')
    assert.equal(catalogue.get('mine')?.traits().support.letters, 'newer')
  })

  test('reports a decoder of a missing style, or of one that cannot be read back', (t) => {
    const { catalogue, faults } = loadOverlay(t, {
      'generators/lost.json': decode('none'),
      'generators/upper.json': generator(5, { type: 'case', to: 'upper' }),
      'generators/reader.json': decode('upper'),
    })
    assert.equal(faults.length, 2)
    assert.match(faults.join(), /lost\.json: "none" is no generator/)
    assert.match(faults.join(), /reader\.json: "upper" is no generator whose texts can be read back/)
    assert.equal(catalogue.has('reader'), false)
  })

  test('needs no locale: a generator without an entry is named by its slug', (t) => {
    const { called, faults, warnings } = loadOverlay(t, { 'generators/mine.json': map('x') })
    for (const language of languages) assert.equal(called('mine', language), 'mine mine')
    assert.deepEqual([faults, warnings], [[], []])
  })

  test('may consist of locales only, with some of the entries', (t) => {
    const { called } = loadOverlay(t, {
      'locales/fr.json': named({ base: entry('socle') }),
      'locales/tr.json': named({ base: entry('taker-tr') }),
    })
    assert.equal(called('base', 'en'), 'BASE-EN base-en')
    assert.equal(called('base', 'es'), 'BASE-ES base-es')
    assert.equal(called('base', 'fr'), 'SOCLE socle')
    assert.equal(called('base', 'tr'), 'TAKER-TR taker-tr')
    assert.equal(called('taker', 'tr'), 'taker taker')
  })

  test('adds aliases, and uses the English ones in other languages', (t) => {
    const mine = { name: 'Mine', page: 'mine', aliases: ['my own'] }
    const { catalogue } = loadOverlay(t, {
      'generators/mine.json': map('x'),
      'locales/en.json': named({ mine }),
    })
    const aliasesOf = (slug: string, language: Language): readonly string[] | undefined =>
      catalogue.get(slug)?.entry(language).aliases
    assert.deepEqual(aliasesOf('mine', 'tr'), ['my own'])
    assert.deepEqual(aliasesOf('base', 'tr'), ['foundation tr'])
    assert.deepEqual(aliasesOf('taker', 'tr'), [])
  })

  test('wins where a name or an address is taken: the other style gets its slug', (t) => {
    const { called, faults, warnings } = loadOverlay(t, {
      'generators/mine.json': map('x'),
      'locales/en.json': named({ mine: { name: 'Base-EN', page: 'taker-en' } }),
    })
    assert.equal(called('mine', 'en'), 'Base-EN taker-en')
    assert.equal(called('base', 'en'), 'base base-en')
    assert.equal(called('taker', 'en'), 'TAKER-EN taker')
    assert.equal(called('base', 'es'), 'BASE-ES base-es')
    assert.deepEqual(faults, [])
    assert.deepEqual(warnings, [
      'en: the name "BASE-EN" of "base" is already that of "mine"; "base" gets "base"',
      'en: the page address "taker-en" of "taker" is already that of "mine"; "taker" gets "taker"',
    ])
  })

  test('wins with its English entry in other locales, too', (t) => {
    const { called, warnings } = loadOverlay(t, {
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
    const { called, catalogue, warnings } = loadOverlay(t, own)
    assert.equal(called('base', 'en'), 'base-3 base-3')
    assert.equal(called('m4', 'en'), 'm4 m4')
    for (const language of languages) {
      const pages = [...catalogue.values()].map((generator) => generator.entry(language).page)
      assert.equal(new Set(pages).size, pages.length)
    }
    assert.match(warnings.join('\n'), /"base-en" of "base" is already that of "m1"; "base" gets "base-3"/)
  })

  test('keeps the name of its generator when an upgrade ships one with the same slug', (t) => {
    const own = { 'generators/base.json': map('x'), 'locales/en.json': named({ base: entry('mine') }) }
    const { called } = loadOverlay(t, own)
    for (const language of languages) assert.equal(called('base', language), 'MINE mine')
  })
})

describe('the words of an overlay', () => {
  test('may cover some languages, categories and texts, and override shipped words', (t) => {
    const { words, faults, warnings } = loadOverlay(t, {
      'locales/en.json': { categories: { small: 'Tiny' }, pages: { end: 'Stop' } },
      'locales/tr.json': {
        letters: 'şŞ',
        categories: { marked: 'Çizgili' },
        pages: { title: '{count} tane' },
      },
    })
    const four = ['en', 'es', 'fr', 'tr'].map(chooseLanguage)
    assert.deepEqual(
      four.map((language) => words.letters(language).join('')),
      ['', 'ñ', 'ñ', 'şŞ'],
    )
    assert.deepEqual(
      four.map((language) => words.categoryName('small', language)),
      ['Tiny', 'Small es', 'Small fr', 'Small tr'],
    )
    assert.deepEqual(
      four.map((language) => words.categoryName('marked', language)),
      ['marked', 'marked', 'marked', 'Çizgili'],
    )
    assert.deepEqual(
      four.map((language) => [...words.texts(language).values()].join()),
      ['{count} en,Stop', '{count} es,End es', '{count} fr,End fr', '{count} tane,End tr'],
    )
    assert.deepEqual([faults, warnings], [[], []])
  })

  test('are English where a language has none', (t) => {
    const files = { ...shipped, 'locales/tr.json': {} }
    const { words } = loadOverlay(t, { 'locales/en.json': { pages: { end: 'Stop' } } }, files)
    assert.equal(words.categoryName('small', 'tr'), 'Small en')
    assert.deepEqual([...words.texts('tr').values()], ['{count} en', 'Stop'])
  })
})

describe('a page address of an overlay', () => {
  test('is never that of the documentation: the generator gets another one', (t) => {
    const { called, faults, warnings } = loadOverlay(t, {
      'generators/mine.json': map('x'),
      'generators/api.json': map('y'),
      'locales/en.json': named({ mine: { name: 'Mine', page: 'api' } }),
    })
    for (const language of languages) {
      assert.equal(called('mine', language), 'Mine mine')
      assert.equal(called('api', language), 'api api-2')
    }
    assert.deepEqual(faults, [])
    const taken = 'the page address "api" of "mine" is already that of the documentation; "mine" gets "mine"'
    assert.ok(warnings.includes(`en: ${taken}`), warnings.join())
    assert.equal(warnings.length, 2 * languages.length)
  })
})
