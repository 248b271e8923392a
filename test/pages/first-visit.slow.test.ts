import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { createSearch } from '../../lib/api/search.ts'
import { popularOf } from '../../lib/catalogue/catalogue.ts'
import { languages } from '../../lib/catalogue/locale.ts'
import { loadCatalogue } from '../../lib/catalogue/load-catalogue.ts'
import { joinShipped } from '../../lib/catalogue/shipped-files.ts'
import { categories } from '../../lib/engine/generator-file.ts'
import { atOnce } from '../../lib/http/turn.ts'
import type { Turn } from '../../lib/http/turn.ts'
import { stylesData } from '../../lib/pages/assets.ts'
import { generatorPage } from '../../lib/pages/generator-page.ts'
import { render } from '../../lib/pages/html.ts'
import { listPage } from '../../lib/pages/list-page.ts'
import { createTexts } from '../../lib/pages/page-texts.ts'
import { createSampler } from '../../lib/pages/samples.ts'
import { additionsOf, unfilled } from '../../lib/pages/text-form.ts'
import { map, shipped, writeOwn } from '../support/own-files.ts'
import { temporaryFolder } from '../support/folders.ts'
import { folders, joinedText, loadShipped } from '../support/shared-catalogue.ts'
import { makeSite } from '../support/site.ts'

/** Loads the catalogue as a start does. */
function loadNew(t: TestContext): ReturnType<typeof loadCatalogue> {
  const joined = join(temporaryFolder(t), 'joined')
  writeFileSync(joined, joinedText())
  return loadCatalogue({ folders, joined })
}

describe('the first visit of a list', () => {
  test('shows what the folders give, and compiles only styles that are popular or can be added', async (t) => {
    const contents = loadNew(t)
    const compiled = new Set<string>()
    const watched = [...contents.catalogue].map(([slug, generator]) => {
      const note = (name: 'transform' | 'fault'): PropertyDescriptor => ({
        value: (...input: Parameters<typeof generator.transform>) => {
          compiled.add(slug)
          return generator[name](...input)
        },
      })
      const own = { transform: note('transform'), fault: note('fault') }
      return [slug, Object.create(generator, own)] as const
    })
    const search = createSearch(contents)
    const site = makeSite(undefined, { ...contents, catalogue: new Map(watched), search })
    const fromFolders = makeSite()
    // The form offers some to add, and Turkish has those first that write its letters.
    const { catalogue } = contents
    const needed = new Set([...popularOf(catalogue), ...additionsOf(catalogue)].map(({ slug }) => slug))
    for (const language of languages) {
      const page = await listPage(language, unfilled, site, atOnce)
      const usual = await listPage(language, unfilled, fromFolders, atOnce)
      assert.equal(render(page.main), render(usual.main), language)
      const needless = [...compiled].filter((slug) => !needed.has(slug))
      assert.deepEqual(needless, [], language)
    }
    assert.ok(compiled.size > 0 && needed.size < 60)
  })

  test('is made in many pieces, as other first visits are', async (t) => {
    // Tests that share this process have made other visits to what they share.
    const contents = loadNew(t)
    const site = makeSite(undefined, { ...contents, search: createSearch(contents) })
    const { catalogue, prepareSlugs, search } = site.services
    const generator = catalogue.get('bold-serif') ?? assert.fail('no style')
    const count = async (work: (turn: Turn) => Promise<unknown>): Promise<number> => {
      let turns = 0
      const turn: Turn = { ...atOnce, isOver: true, next: async () => void turns++, apart: (shared) => shared(turn) }
      await work(turn)
      return turns
    }
    const turns = {
      first: await count((turn) => site.findFirst('tr', turn)),
      list: await count((turn) => listPage('tr', unfilled, site, turn)),
      compiling: await count((turn) => site.compileFor(generator, turn)),
      style: await count((turn) => generatorPage(generator, 'en', unfilled, site, turn)),
      search: await count((turn) => search('bold', 'en', turn)),
      slug: await count((turn) => prepareSlugs('en', turn)),
      data: await count((turn) => stylesData(catalogue, turn)),
    }
    const least = { first: 8, list: catalogue.size, compiling: 10, style: 12, search: 20, slug: 6, data: 4 }
    for (const [name, pieces] of Object.entries(turns) as Array<[keyof typeof least, number]>) {
      assert.ok(pieces >= least[name], `${name}: ${pieces}`)
    }
    // What is shared is made once.
    assert.ok(await count((turn) => search('bold', 'en', turn)) <= 2)
  })

  test('has no heading and no link of a category without styles', async () => {
    const contents = loadShipped()
    for (const category of categories) {
      const others = [...contents.catalogue].filter(([, { data }]) => data.category !== category)
      const site = makeSite(undefined, { ...contents, catalogue: new Map(others) })
      const main = render((await listPage('en', unfilled, site, atOnce)).main)
      const linked = Array.from(main.matchAll(/<li><a href="#(.*?)">/g), ([, id]) => id)
      assert.deepEqual(linked, categories.filter((one) => one !== category))
      const ids = new Set(Array.from(main.matchAll(/ id="(.*?)"/g), ([, id]) => id))
      assert.deepEqual(categories.filter((one) => ids.has(one)), linked)
      assert.doesNotMatch(main, /<ul class="rows"[^>]*>\s*<\/ul>/)
    }
  })

  test('shows what a style of an operator makes, of the text of the operator', (t) => {
    const own = { 'generators/base.json': map('Z'), 'locales/es.json': { pages: { 'sample-text': 'aaa' } } }
    const spanish = Object(shipped['locales/es.json'])
    const pages = { ...spanish.pages, 'sample-text': 'aa' }
    const sources = writeOwn(t, own, { ...shipped, 'locales/es.json': { ...spanish, pages } })
    const joined = join(sources.own.generators, 'joined')
    writeFileSync(joined, joinShipped(sources.folders))
    const { generators, locales } = sources.own
    const shown = [{}, { generators }, { locales }, { generators, locales }].map((folder) => {
      const kept = { generators: undefined, locales: undefined, ...folder }
      const { catalogue, words } = loadCatalogue({ ...sources, joined, own: kept })
      const sample = createSampler(unfilled, createTexts('es', words.texts('es')))
      return ['base', 'taker'].map((slug) => sample(catalogue.get(slug) ?? assert.fail(slug)).styled).join()
    })
    assert.deepEqual(shown, ['bb,bb', 'ZZ,ZZ', 'bbb,bbb', 'ZZZ,ZZZ'])
  })
})
