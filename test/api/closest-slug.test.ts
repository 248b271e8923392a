import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { countEdits, createSlugFinder } from '../../lib/api/closest-slug.ts'
import type { TextGenerator } from '../../lib/catalogue/catalogue.ts'
import { languages } from '../../lib/catalogue/locale.ts'
import { slugify } from '../../lib/engine/slugify.ts'
import { assertExpected } from '../support/answers.ts'
import { assertCost } from '../support/cost.ts'
import { call, get, post, prototypeNames } from '../support/requests.ts'
import { rounds } from '../support/rounds.ts'
import { shareService } from '../support/suite.ts'
import { createRandom, randomText } from '../support/texts.ts'
import { loadShipped } from '../support/shared-catalogue.ts'

const catalogue = loadShipped().catalogue
const slugs = [...catalogue.keys()]
const findSlug = createSlugFinder(catalogue)
const letters = ['a', 'b', 'e', 'n', 's', '-']

/** A finder for generators that have nothing but their slugs. */
function finderOf(known: readonly string[]): (unknown: string) => string | undefined {
  const generators = [...new Set(known)].map((slug) => {
    return [slug, { slug, entry: () => ({ page: slug, name: slug, aliases: [] }) }] as const
  })
  return createSlugFinder(new Map(generators) as unknown as typeof catalogue)
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

  test('a typing error leads to a slug that is one away', () => {
    const draw = createRandom(0xc105e)
    for (const slug of slugs.filter(({ length }) => length >= 5)) {
      const at = draw(slug.length - 1)
      const [before, after] = [slug.slice(0, at), slug.slice(at + 2)]
      const [one = '', other = ''] = slug.slice(at)
      for (const wrong of [`${before}${other}${one}${after}`, `${before}${one}${after}`]) {
        if (catalogue.has(wrong)) continue
        const found = catalogue.get(findSlug(wrong) ?? '')
        assert.ok(found !== undefined, wrong)
        const pages = languages.map((language) => found.entry(language).page)
        const begins = [found.slug, ...pages].some((address) => address.startsWith(`${wrong}-`))
        const isMeant = begins || hasWord(found, wrong) || countEdits(wrong, found.slug, 3) === 1
        assert.ok(isMeant, `${wrong}: ${found.slug}`)
      }
    }
  })

  test('the first of the slugs with the fewest typing errors is found', () => {
    const draw = createRandom(0xf125)
    const consonants = ['b', 'c', 'd']
    const known = Array.from({ length: 60 }, () => randomText(draw, 7 + draw(3), consonants))
    const find = finderOf(known)
    for (let round = 0; round < 300; round++) {
      const unknown = randomText(draw, 8, consonants)
      const edits = known.map((slug) => countEdits(unknown, slug, 2))
      const least = Math.min(...edits)
      const expected = least > 2 ? undefined : known[edits.indexOf(least)]
      assert.equal(find(unknown), expected, unknown)
    }
  })

  test('a word within an address is found if it has at least five letters', () => {
    for (const word of ['bcd', 'bcdf', 'bcdfg', 'bcdfgh', 'bcdfghj']) {
      const slug = `zz-${word}-yy`
      assert.equal(finderOf([slug])(word), word.length < 5 ? undefined : slug, word)
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
    ['dövmeler', 'bold-fraktur'],
    ['yi-dark', 'yi-block'],
    ['con', undefined],
    ['bodl-serfi', 'bold-serif'],
    ['smallcaps', 'small-caps'],
    ['zlago', 'zalgo'],
    ...['', '-', '★', 'nothing', 'banana', 'abc', 'ñ'.repeat(40), '../generators/zalgo'].map(
      (unknown): [string, undefined] => [unknown, undefined],
    ),
    ...prototypeNames.map((name): [string, undefined] => [name, undefined]),
    ['bold_serif'.padEnd(40), 'bold-serif'],
    ['bold'.padStart(41), undefined],
  ]
  for (const [unknown, slug] of rows) {
    test(`${JSON.stringify(unknown)} leads to ${slug ?? 'none'}`, () => {
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

  test('names the closest, and nothing of what was asked for', async () => {
    for (const request of [
      get('action=get_generator&slug=Bold+Serfi'),
      post('action=generate', 'slug=Bold+Serfi&text=a'),
    ]) {
      const answer = await call(service, request)
      assertExpected(answer, [404, 'Generator not found', 'not exist. The closest is "bold-serif"'])
      assert.doesNotMatch(answer.text, /serfi/i)
    }
  })

  test('names none where none is close', async () => {
    const answer = await call(service, get('action=get_generator&slug=nothing'))
    assertExpected(answer, [404, 'Generator not found', 'not exist. The action list_generators returns all.'])
  })
})

describe('countEdits', () => {
  test('counts what the definition counts, up to its limit', () => {
    const draw = createRandom(0xed175)
    for (let round = 0; round < rounds(3_000); round++) {
      const [one, other] = [randomText(draw, draw(9), letters), randomText(draw, draw(9), letters)]
      const expected = editsByDefinition(one, other)
      for (const most of [0, 1, 2, 3, 9]) {
        const edits = countEdits(one, other, most)
        if (expected <= most) assert.equal(edits, expected, `${one} ${other} ${most}`)
        else assert.ok(edits > most, `${one} ${other} ${most}`)
      }
    }
  })
})

/** The optimal string alignment distance, as it is defined: each way, without a bound. */
function editsByDefinition(one: string, other: string): number {
  const known = new Map<string, number>()
  const edits = (i: number, j: number): number => {
    if (i === 0 || j === 0) return i + j
    const key = `${i} ${j}`
    const before = known.get(key)
    if (before !== undefined) return before
    const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
    const count = Math.min(
      edits(i - 1, j) + 1,
      edits(i, j - 1) + 1,
      edits(i - 1, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1),
      isSwap ? edits(i - 2, j - 2) + 1 : Infinity,
    )
    known.set(key, count)
    return count
  }
  return edits(one.length, other.length)
}
