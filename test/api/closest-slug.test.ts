import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createSlugFinder } from '../../lib/api/closest-slug.ts'
import type { TextGenerator } from '../../lib/catalogue/catalogue.ts'
import { languages } from '../../lib/catalogue/locale.ts'
import { countEdits, slugify } from '../../lib/engine/spelling.ts'
import { assertExpected } from '../support/answers.ts'
import { assertCost } from '../support/cost.ts'
import { call, get, post, prototypeNames } from '../support/requests.ts'
import { loadShipped } from '../support/shared-catalogue.ts'
import { shareService } from '../support/suite.ts'
import { createRandom, randomText } from '../support/texts.ts'

const shipped = loadShipped()
const { catalogue } = shipped
const slugs = [...catalogue.keys()]
const findSlug = createSlugFinder(shipped)
const letters = ['a', 'b', 'e', 'n', 's', '-']

/** A finder for generators that have nothing but their slugs. */
function finderOf(known: readonly string[]): (unknown: string) => string | undefined {
  const generators = [...new Set(known)].map((slug) => {
    return [slug, { slug, entry: () => ({ page: slug, name: slug, aliases: [] }) }] as const
  })
  return createSlugFinder({ ...shipped, catalogue: new Map(generators) as never })
}

/** Whether this is a page address, display name or search word of it, as an address has it. */
function hasWord(generator: TextGenerator | undefined, address: string): boolean {
  if (generator === undefined) return false
  return languages.some((language) => {
    const { name, page, aliases } = generator.entry(language)
    return [page, name, ...aliases].some((text) => slugify(text) === address)
  })
}

describe('for an unknown slug', () => {
  test('each page address and display name, in every locale, leads to its generator', () => {
    const addresses = new Map<string, string>()
    for (const { slug, entry } of catalogue.values()) {
      for (const language of languages) {
        addresses.set(entry(language).page, slug)
        assert.equal(findSlug(entry(language).page), slug)
      }
    }
    for (const { slug, entry } of catalogue.values()) {
      for (const language of languages) {
        const { name } = entry(language)
        const address = slugify(name)
        if (catalogue.has(address) || addresses.has(address)) continue
        const found = catalogue.get(findSlug(name) ?? '')
        const isMeant = found?.slug === slug || hasWord(found, address)
        assert.ok(isMeant, `${name}: ${found?.slug}, not ${slug}`)
      }
    }
  })

  test('each search word, in every locale, leads to a generator that has it', () => {
    for (const { entry } of catalogue.values()) {
      for (const language of languages) {
        for (const alias of entry(language).aliases) {
          const found = findSlug(alias) ?? ''
          const address = slugify(alias)
          assert.ok(found === address || hasWord(catalogue.get(found), address), `${alias}: ${found}`)
        }
      }
    }
  })

  test('other spellings lead to the slug', () => {
    for (const slug of slugs) {
      for (const spelling of [slug.toUpperCase(), slug.replaceAll('-', '_')]) {
        assert.equal(findSlug(spelling), slug, spelling)
      }
      assert.equal(findSlug(slug.replaceAll('-', ' ')), slug)
    }
  })

  test('a typing error leads to a generator', () => {
    const draw = createRandom(0xc105e)
    for (const slug of slugs.filter(({ length }) => length >= 5)) {
      const at = draw(slug.length - 1)
      const [before, after] = [slug.slice(0, at), slug.slice(at + 2)]
      const [one = '', other = ''] = slug.slice(at)
      for (const wrong of [`${before}${other}${one}${after}`, `${before}${one}${after}`]) {
        const found = catalogue.get(findSlug(wrong) ?? '')
        assert.ok(found !== undefined || wrong.length < 5, wrong)
      }
    }
  })

  test('one of the slugs with the fewest typing errors is found', () => {
    const draw = createRandom(0xf125)
    const consonants = ['b', 'c', 'd']
    const known = Array.from({ length: 60 }, () => randomText(draw, 8 + draw(3), consonants))
    const find = finderOf(known)
    for (let round = 0; round < 300; round++) {
      const unknown = randomText(draw, 9, consonants)
      const begun = known.filter((slug) => slug.startsWith(unknown))
      const edits = known.map((slug) => countEdits(unknown, slug, 2))
      const least = Math.min(...edits)
      const found = find(unknown) ?? ''
      if (begun.length > 0) assert.ok(begun.includes(found), unknown)
      else if (least > 2) assert.equal(found, '', unknown)
      else assert.equal(edits[known.indexOf(found)], least, unknown)
    }
  })

  test('a word within a slug is found if it has at least five letters', () => {
    for (const word of ['bcd', 'bcdf', 'bcdfg', 'bcdfgh', 'bcdfghj']) {
      const slug = `zzzz${word}yyyy`
      assert.equal(finderOf([slug])(word), word.length < 5 ? undefined : slug, word)
    }
  })

  test('names of object properties find a generator or nothing', () => {
    for (const name of prototypeNames) {
      const found = findSlug(name)
      assert.ok(found === undefined || catalogue.has(found), name)
    }
  })

  const rows: Array<[unknown: string, slug: string | undefined]> = [
    ['bold', 'bold-serif'],
    ['letras-en-negrita', 'bold-sans'],
    ['bubble', 'circled'],
    ['negrita', 'bold-serif'],
    ['negritas', 'bold-sans'],
    ['burbujas', 'circled'],
    ['Letra gótica', 'fraktur'],
    ['barré', 'strikethrough'],
    ['barrées', 'strikethrough'],
    ['ÜSTÜ ÇİZİLİ', 'strikethrough'],
    ['strikeout', 'strikethrough'],
    ['old english', 'fraktur'],
    ['glitches', 'glitch'],
    ['aesthetic', 'fullwidth'],
    ['dövmeler', 'bold-script'],
    ['yi-dark', 'yi-block'],
    ['con', undefined],
    ['bodl-serfi', 'bold-serif'],
    ['smallcaps', 'small-caps'],
    ['zlago', 'zalgo'],
    ...['', '-', '★', 'nothing', 'pineapple', 'abc', 'ñ'.repeat(40)].map(
      (unknown): [string, undefined] => [unknown, undefined],
    ),
    ['../generators/zalgo', 'zalgo'],
    ['bold_serif'.padEnd(40), 'bold-serif'],
    ['bold'.padStart(41), undefined],
  ]
  for (const [unknown, slug] of rows) {
    test(`${JSON.stringify(unknown)} leads to ${slug ?? 'nothing'}`, () => {
      assert.equal(findSlug(unknown), slug)
    })
  }

  test('the search costs about as much as a transformation of the longest text', () => {
    const draw = createRandom(0x5eed)
    const some = slugs.filter((_, index) => index % 20 === 0)
    const unknowns = some.map((slug) => slug.slice(0, draw(slug.length)).padEnd(slug.length, 'x'))
    unknowns.push(randomText(draw, 40, letters), 'wrap-xxxxxx', 'marco-de-xxxxxxx')
    const longest = 'a'.repeat(10_000)
    const transform = (): string => [...longest].map((point) => table.get(point) ?? point).join('')
    const table = new Map([...letters].map((letter) => [letter, letter.toUpperCase()]))
    assertCost('a search', () => unknowns.map(findSlug), () => unknowns.map(transform), 6)
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
    assertExpected(answer, [404, 'Generator not found', 'not exist. The action list_generators returns all.'])
  })
})
