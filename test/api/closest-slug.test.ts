import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createSlugFinder } from '../../lib/api/closest-slug.ts'
import type { TextGenerator } from '../../lib/catalogue/catalogue.ts'
import { languages } from '../../lib/catalogue/locale.ts'
import type { Language } from '../../lib/catalogue/locale.ts'
import { slugify } from '../../lib/engine/spelling.ts'
import { assertExpected } from '../support/answers.ts'
import { assertCost } from '../support/cost.ts'
import { call, get, post } from '../support/requests.ts'
import { someOf } from '../support/rounds.ts'
import { loadShipped } from '../support/shared-catalogue.ts'
import { shareService } from '../support/suite.ts'
import { createRandom, randomText } from '../support/texts.ts'

const { catalogue, search } = loadShipped()
const slugs = [...catalogue.keys()]
const findSlug = createSlugFinder(catalogue, search)
const letters = ['a', 'b', 'e', 'n', 's', '-']

/** Whether this is a page address, display name or search word of it, as an address has it. */
function hasWord(generator: TextGenerator | undefined, address: string): boolean {
  if (generator === undefined) return false
  return languages.some((language) => {
    const { name, page, aliases } = generator.entry(language)
    return [page, name, ...aliases].some((text) => slugify(text) === address)
  })
}

describe('for an unknown slug', () => {
  test('each page address in any locale, and each display name in its own, leads to its generator', () => {
    const addresses = new Map<string, string>()
    for (const { slug, entry } of catalogue.values()) {
      for (const language of languages) {
        addresses.set(entry(language).page, slug)
        for (const asked of languages) assert.equal(findSlug(entry(language).page, asked), slug)
      }
    }
    for (const [index, { slug, entry }] of [...catalogue.values()].entries()) {
      for (const language of someOf(languages, 2, index)) {
        const { name } = entry(language)
        const address = slugify(name)
        if (catalogue.has(address) || addresses.has(address)) continue
        const found = catalogue.get(findSlug(name, language) ?? '')
        const isMeant = found?.slug === slug || hasWord(found, address)
        assert.ok(isMeant, `${name}: ${found?.slug}, not ${slug}`)
      }
    }
  })

  test('each search word, in its locale, leads to a generator that has it', () => {
    for (const [index, { entry }] of [...catalogue.values()].entries()) {
      for (const language of languages) {
        for (const alias of someOf(entry(language).aliases, 1, index)) {
          const found = findSlug(alias, language) ?? ''
          const address = slugify(alias)
          assert.ok(found === address || hasWord(catalogue.get(found), address), `${alias}: ${found}`)
        }
      }
    }
  })

  test('other spellings lead to the slug', () => {
    for (const slug of slugs) {
      for (const spelling of [slug.toUpperCase(), slug.replaceAll('-', '_')]) {
        assert.equal(findSlug(spelling, 'en'), slug, spelling)
      }
      assert.equal(findSlug(slug.replaceAll('-', ' '), 'en'), slug)
    }
  })

  const rows: Array<[unknown: string, slug: string | undefined, language?: Language]> = [
    ['bold', 'bold-serif'],
    ['negritas', 'bold-sans', 'es'],
    ['negritas', undefined],
    ['Letra gótica', 'fraktur', 'es'],
    ['ÜSTÜ ÇİZİLİ', 'strikethrough', 'tr'],
    ['dövmeler', 'bold-script', 'tr'],
    ['yi-dark', 'yi-block'],
    ['con', undefined, 'es'],
    ['bodl-serfi', 'bold-serif'],
    ['smallcaps', 'small-caps'],
    ['letter-o-abve', 'letter-o-above'],
    ...['', '-', '★', 'nothing', 'pineapple', 'abc', 'ñ'.repeat(60)].map(
      (unknown): [string, undefined] => [unknown, undefined],
    ),
    ['../generators/zalgo', 'zalgo'],
    ['bold_serif'.padEnd(60), 'bold-serif'],
    ['bold'.padStart(61), undefined],
  ]
  for (const [unknown, slug, language = 'en'] of rows) {
    test(`${JSON.stringify(unknown)} leads to ${slug ?? 'nothing'} (${language})`, () => {
      assert.equal(findSlug(unknown, language), slug)
    })
  }

  test('the search costs about as much as a transformation of the longest text', () => {
    const draw = createRandom(0x5eed)
    const some = slugs.filter((_, index) => index % 20 === 0)
    const unknowns = some.map((slug) => slug.slice(0, draw(slug.length)).padEnd(slug.length, 'x'))
    unknowns.push(randomText(draw, 60, letters), 'wrap-xxxxxx', 'marco-de-xxxxxxx')
    const longest = 'a'.repeat(10_000)
    const transform = (): string => [...longest].map((point) => table.get(point) ?? point).join('')
    const table = new Map([...letters].map((letter) => [letter, letter.toUpperCase()]))
    assertCost('a search', () => unknowns.map((one) => findSlug(one, 'tr')), () => unknowns.map(transform), 6)
  })
})

describe('the message for an unknown slug', () => {
  const service = shareService()

  test('names the closest slug, and repeats nothing from the request', async () => {
    for (const request of [
      get('action=get_generator&slug=Bold+Serfi'),
      post('action=generate', 'slug=Bold+Serfi&text=a'),
    ]) {
      const answer = await call(service, request)
      assertExpected(answer, [404, 'Generator not found', 'not exist. The closest is "bold-serif"'])
      assert.doesNotMatch(answer.text, /serfi/i)
    }
  })

  test('names no slug if none is close', async () => {
    const answer = await call(service, get('action=get_generator&slug=nothing'))
    assertExpected(answer, [404, 'Generator not found', 'not exist. Call list_generators to see all slugs.'])
  })
})
