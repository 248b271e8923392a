import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { languages } from '../../lib/catalogue/locale.ts'
import { readsBack } from '../../lib/engine/kind.ts'
import { countCodePoints } from '../../lib/engine/text.ts'
import { groupOf, titleOf } from '../../lib/pages/style-titles.ts'
import { entryOf } from '../support/catalogue-files.ts'
import { visit } from '../support/pages.ts'
import { loadShipped } from '../support/shared-catalogue.ts'
import { makeSite } from '../support/site.ts'
import { shareService } from '../support/suite.ts'

/** What search engines show of a title, and what people type. */
const mostShown = 62
const words: Readonly<Record<string, string>> = {
  en: 'copy and paste', es: 'copiar y pegar', fr: 'copier-coller', tr: 'kopyala yapıştır',
}

describe('what search engines get', () => {
  const service = shareService()
  const site = makeSite()

  test('titles that fit, with the words for copying', async () => {
    for (const language of languages) {
      const texts = site.texts(language)
      for (const generator of loadShipped().catalogue.values()) {
        const { kind } = generator.data
        const title = titleOf(generator, groupOf(generator.data), texts)
        assert.ok(countCodePoints(title) <= mostShown, title)
        const copying = words[language]
        if (copying !== undefined) assert.equal(title.includes(copying), !readsBack(kind), title)
      }
      for (const target of [`/${language}/`, `/${language}/${texts.text('symbols-page')}`]) {
        const { text } = await visit(service, target)
        const [, title = ''] = /<title>(.*)<\/title>/.exec(text) ?? []
        assert.ok(countCodePoints(title) <= mostShown, title)
        assert.ok(/copy and paste|copiar y pegar|copier-coller|kopyala yapıştır/.test(title), title)
      }
    }
    const { text } = await visit(service, `/tr/${entryOf('fraktur', 'tr').page}`)
    const { catalogue } = loadShipped()
    const fraktur = catalogue.get('fraktur') ?? assert.fail()
    assert.ok(text.includes(`<title>${titleOf(fraktur, 'style', site.texts('tr'))}</title>`))
  })

  test('a date for each address', async () => {
    const { text } = await visit(service, '/sitemap.xml')
    const days = [...text.matchAll(/<\/loc><lastmod>(\d{4}-\d\d-\d\d)<\/lastmod><\/url>/g)]
    assert.equal(days.length, text.split('<url>').length - 1)
    const [, day = ''] = days[0] ?? []
    assert.ok(Date.parse(day) <= Date.now() && Date.parse(day) > Date.parse('2020-01-01'), day)
  })

  test('data about the site and the path to a style, in a hundred bytes and no script', async () => {
    const sizes: number[] = []
    const slugs = ['zalgo', 'bold-serif', 'fraktur', 'underline', 'circled', 'morse', 'small-caps']
    for (const [target, types] of languages.flatMap((language) => [
      [`/${language}/`, ['WebSite']] as const,
      ...slugs.map((slug) => {
        const page = `/${language}/${entryOf(slug, language).page}`
        return [page, ['BreadcrumbList', 'ListItem', 'ListItem']] as const
      }),
    ])) {
      const { text } = await visit(service, target)
      const found = [...text.matchAll(/ itemscope itemtype="https:\/\/schema.org\/(\w+)"/g)]
      assert.deepEqual(found.map(([, type]) => type), types)
      const bare = text.replace(/<meta itemprop[^>]*>|\sitem(?:prop|type)="[^"]*"|\sitemscope/g, '')
      const size = (one: string): number => brotliCompressSync(one).length
      sizes.push(size(text) - size(bare))
      assert.doesNotMatch(text, /<script(?! type="module" src=)/)
    }
    // By chance, compression adds or saves some thirty bytes on a single page.
    const mean = sizes.reduce((sum, one) => sum + one, 0) / sizes.length
    assert.ok(mean <= 100, `${mean}: ${sizes.join()}`)
    const { text } = await visit(service, `/fr/${entryOf('zalgo', 'fr').page}`)
    const positions = [...text.matchAll(/itemprop="position"\s+content="(\d)"/g)]
    assert.deepEqual(positions.map(([, position]) => position), ['1', '2'])
  })
})
