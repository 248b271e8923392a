import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { brotliCompressSync, constants } from 'node:zlib'
import type { TextGenerator } from '../../lib/catalogue/catalogue.ts'
import { languages, placeholdersOf } from '../../lib/catalogue/locale.ts'
import type { Language } from '../../lib/catalogue/locale.ts'
import { unfilled } from '../../lib/pages/form.ts'
import { generatorPage } from '../../lib/pages/generator-page.ts'
import { layOut } from '../../lib/pages/layout.ts'
import { generatorPath } from '../../lib/pages/site.ts'
import { rounds } from '../support/rounds.ts'
import { loadShipped } from '../support/shared-catalogue.ts'
import { makeSite } from '../support/site.ts'

const site = makeSite()
const all = [...site.services.catalogue.values()]

// Each ninth tells as much of what they have in common, in each language; in .ci/run, all.
const step = Math.ceil(all.length / rounds(all.length / 9))
const documents = new Map(
  all
    .filter((_, index) => index % step === 0)
    .map((generator, index) => {
      const language = languages[index % languages.length] ?? 'en'
      return [generator.slug, documentOf(generator, language)]
    }),
)

function documentOf(generator: TextGenerator, language: Language) {
  const document = layOut(generatorPage(generator, language, unfilled, site), site)
  return { language, document } as const
}

function isShown({ slug }: TextGenerator): boolean {
  return documents.has(slug)
}

const english = [...loadShipped().words.texts('en').values()]
const placeholders = new RegExp(`\\{(?:${[...new Set(english.flatMap(placeholdersOf))].join('|')})\\}`)

describe('the page of a style', () => {
  test('fills every placeholder', () => {
    for (const [slug, { document }] of documents) assert.doesNotMatch(document, placeholders, slug)
  })

  test('leads to pages that are there, and to the same style in the other languages', () => {
    for (const generator of all.filter(isShown)) {
      const { slug } = generator
      const { document, language } = documents.get(slug) ?? assert.fail()
      const own = new URL(generatorPath(generator, language), 'https://example.org/')
      const body = document.slice(document.indexOf('<main'))
      const paths = Array.from(body.matchAll(/<a [^>]*href="([^"]+)"/g), ([, link = '']) => {
        return new URL(link.replaceAll('&amp;', '&'), own).pathname.slice(1)
      })
      for (const path of paths) assert.ok(known.has(path), `${slug}: ${path}`)
      for (const other of languages) {
        if (other !== language) assert.ok(paths.includes(generatorPath(generator, other)), slug)
      }
    }
  })

  test('keeps the facts of the styles that were shown last', () => {
    const { factsOf } = makeSite()
    const [first = assert.fail(), second = assert.fail(), ...others] = all
    const [facts, otherFacts] = [first, second].map((one) => factsOf(one, 'fr', 'styled'))
    assert.notEqual(factsOf(first, 'fr', 'plain'), facts)
    assert.notEqual(factsOf(first, 'es', 'styled'), facts)
    for (const other of others.slice(0, 60)) factsOf(other, 'fr', 'styled')
    assert.equal(factsOf(first, 'fr', 'styled'), facts)
    for (const other of others.slice(60, 99)) factsOf(other, 'fr', 'styled')
    assert.equal(factsOf(first, 'fr', 'styled'), facts)
    assert.notEqual(factsOf(second, 'fr', 'styled'), otherFacts)
  })

  test('takes at most 12 KB compressed', () => {
    // Whose samples are long has long tables, and the alphabet of French is the longest.
    const longest = all
      .toSorted((one, other) => other.example.length - one.example.length)
      .slice(0, 5)
    const sizes: number[] = []
    for (const generator of longest) {
      const { document } = documentOf(generator, 'fr')
      const params = { [constants.BROTLI_PARAM_QUALITY]: 4 }
      const { length } = brotliCompressSync(document, { params })
      assert.ok(length < 12_000, `${generator.slug}: ${length}`)
      sizes.push(length)
    }
    assert.ok(Math.max(...sizes) > 6000, 'those are the longest')
  })
})

const known = new Set([
  'api',
  'en/api',
  ...languages.map((language) => `${language}/`),
  ...languages.flatMap((language) => all.map((one) => generatorPath(one, language))),
])
