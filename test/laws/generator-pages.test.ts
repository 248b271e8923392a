import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { brotliCompressSync, constants } from 'node:zlib'
import { languages } from '../../lib/catalogue/locale.ts'
import type { Language } from '../../lib/catalogue/locale.ts'
import { unfilled } from '../../lib/pages/form.ts'
import { generatorPage } from '../../lib/pages/generator-page.ts'
import { layOut } from '../../lib/pages/layout.ts'
import { generatorPath } from '../../lib/pages/site.ts'
import { textKeys } from '../../lib/pages/text-keys.ts'
import { claim, law } from '../support/laws.ts'
import { makeSite } from '../support/site.ts'

const site = makeSite()
const generators = [...site.services.catalogue.values()]
const documents = new Map(
  generators.map((generator, index) => {
    const language = languages[index % languages.length] ?? 'en'
    const document = layOut(generatorPage(generator, language, unfilled, site), site)
    return [generator.slug, { language, document }] as const
  }),
)

function documentOf({ slug }: { readonly slug: string }): { language: Language; document: string } {
  const known = documents.get(slug)
  assert.ok(known !== undefined)
  return known
}

const places = new RegExp(`\\{(?:${[...new Set(Object.values(textKeys).flat())].join('|')})\\}`)

describe('the page of every style', () => {
  law('has no place that is not filled', (generator) => {
    const { document } = documentOf(generator)
    claim(!places.test(document), () => places.exec(document)?.[0] ?? '')
  })

  law('leads to pages that are there, and to the same style in the other languages', (generator) => {
    const { document, language } = documentOf(generator)
    const own = new URL(generatorPath(generator, language), 'https://example.org/')
    const body = document.slice(document.indexOf('<main'))
    const paths = Array.from(body.matchAll(/<a [^>]*href="([^"]+)"/g), ([, link = '']) => {
      return new URL(link.replaceAll('&amp;', '&'), own).pathname.slice(1)
    })
    for (const path of paths) claim(known.has(path), () => path)
    for (const other of languages) {
      if (other !== language) claim(paths.includes(generatorPath(generator, other)), () => other)
    }
  })

  test('takes at most 12 KB compressed', () => {
    // The alphabet of French is the longest.
    const all = generators.map((generator) => generator.slug)
    const longest = all
      .toSorted((one, other) => sizeOf(other) - sizeOf(one))
      .slice(0, 4)
      .flatMap((slug) => site.services.catalogue.get(slug) ?? [])
    for (const generator of longest) {
      const document = layOut(generatorPage(generator, 'fr', unfilled, site), site)
      const params = { [constants.BROTLI_PARAM_QUALITY]: 4 }
      const { length } = brotliCompressSync(document, { params })
      assert.ok(length < 12_000, `${generator.slug}: ${length}`)
    }
  })
})

const known = new Set([
  'api',
  'en/api',
  ...languages.map((language) => `${language}/`),
  ...languages.flatMap((language) => generators.map((one) => generatorPath(one, language))),
])

function sizeOf(slug: string): number {
  return documents.get(slug)?.document.length ?? 0
}
