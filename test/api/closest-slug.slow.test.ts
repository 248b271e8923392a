import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createSlugFinder } from '../../lib/api/closest-slug.ts'
import { listedOf } from '../../lib/catalogue/catalogue.ts'
import { languages } from '../../lib/catalogue/locale.ts'
import type { Language } from '../../lib/catalogue/locale.ts'
import { countEdits, slugify } from '../../lib/engine/spelling.ts'
import type { Turn } from '../../lib/http/turn.ts'
import { assertExpected } from '../support/answers.ts'
import { assertCost } from '../support/cost.ts'
import { call, get, post } from '../support/requests.ts'
import { loadShipped } from '../support/shared-catalogue.ts'
import { shareService } from '../support/suite.ts'
import { createRandom, randomText } from '../support/texts.ts'

const { catalogue } = loadShipped()
const listed = listedOf(catalogue)
const slugs = listed.map(({ slug }) => slug)
const { findSlug } = createSlugFinder(catalogue)

describe('for an unknown slug', () => {
  test('each page address, in any locale, leads to its generator', () => {
    for (const { slug, entry } of catalogue.values()) {
      for (const language of languages) {
        for (const asked of languages) assert.equal(findSlug(entry(language).page, asked), slug)
      }
    }
  })

  test('each display name leads to a generator with this name, in its language', () => {
    for (const { entry } of listed) {
      for (const language of languages) {
        const { name } = entry(language)
        const found = catalogue.get(findSlug(name, language) ?? '')
        const own = [found?.slug, found?.entry(language).page, found?.entry(language).name]
        assert.ok(own.some((one) => slugify(one ?? '') === slugify(name)), `${name}: ${found?.slug}`)
      }
    }
  })

  test('other spellings lead to the slug', () => {
    for (const slug of slugs) {
      for (const spelling of [slug.toUpperCase(), slug.replaceAll('-', '_')]) {
        assert.equal(findSlug(spelling, 'fr'), slug, spelling)
      }
      assert.equal(findSlug(slug.replaceAll('-', ' '), 'fr'), slug)
    }
  })

  test('a typing error leads to a slug or page that differs in one place at most', () => {
    for (const [index, slug] of slugs.entries()) {
      // In a shorter name, one error makes another word.
      if (slug.replaceAll('-', '').length < 8) continue
      const at = 1 + (index % (slug.length - 2))
      const rest = slug.slice(at + 1)
      const errors = [slug.slice(0, at) + rest, slug.slice(0, at + 1) + slug.slice(at)]
      for (const typed of [...errors, slug.slice(0, at) + rest.slice(0, 1) + slug[at] + rest.slice(1)]) {
        const found = catalogue.get(findSlug(typed, 'en') ?? '')
        const names = [found?.slug, found?.entry('en').page, found?.entry('en').name]
        const isNear = names.some((name) => {
          const own = slugify(name ?? '').replaceAll('-', '')
          const letters = typed.replaceAll('-', '')
          return own.startsWith(letters) || countEdits(own, letters, 1) <= 1
        })
        assert.ok(isNear, `${typed}: ${found?.slug}`)
      }
    }
  })

  const rows: Array<[unknown: string, language: Language, slug: string | undefined]> = [
    ['bold', 'en', 'bold-serif'],
    ['bold', 'tr', 'bold-serif'],
    ['negritas', 'es', 'bold-sans'],
    ['Letra gótica', 'es', 'fraktur'],
    ['letras-en-negrita', 'tr', 'bold-sans'],
    ['ÜSTÜ ÇİZİLİ', 'tr', 'strikethrough'],
    ['bodl-serfi', 'en', 'bold-serif'],
    ['smallcaps', 'en', 'small-caps'],
    ['SmallCap', 'en', 'small-caps'],
    ['smiley-abve', 'en', 'smiley-above'],
    ...['', '-', '★', 'nothing', 'pineapple', 'abc', 'ñ'.repeat(60)].map(
      (unknown): [string, Language, undefined] => [unknown, 'es', undefined],
    ),
    ['../generators/zalgo', 'en', 'zalgo'],
    ['bold_serif'.padEnd(60), 'en', 'bold-serif'],
    ['bold'.padStart(61), 'en', undefined],
  ]
  for (const [unknown, language, slug] of rows) {
    test(`${JSON.stringify(unknown)} leads to ${slug ?? 'nothing'} in ${language}`, () => {
      assert.equal(findSlug(unknown, language), slug)
    })
  }

  test('is prepared in turns, each of which reads one locale at most', async () => {
    const known = new Set<Language>()
    let read = new Set<Language>()
    const watched = new Map([...catalogue].map(([slug, generator]) => {
      const entry: typeof generator.entry = (language) => {
        if (!known.has(language)) read.add(language)
        return generator.entry(language)
      }
      return [slug, { ...generator, entry }]
    }))
    const turn: Turn = {
      isOver: true,
      async next() {
        assert.ok(read.size <= 1, [...read].join())
        for (const language of read) known.add(language)
        read = new Set()
      },
      apart: (work) => work(turn),
    }
    const finder = createSlugFinder(watched)
    await finder.prepareSlugs('tr', turn)
    assert.deepEqual([...known], [...languages])
    assert.equal(finder.findSlug('bold-serf', 'tr'), 'bold-serif')
  })

  test('the closest one costs less than a transformation of the longest text', () => {
    const draw = createRandom(0x5eed)
    const some = slugs.filter((_, index) => index % 20 === 0)
    const unknowns = some.map((slug) => slug.slice(0, draw(slug.length)).padEnd(slug.length, 'x'))
    unknowns.push(randomText(draw, 60, ['a', 'b', 'e', 'n', 's', '-']), 'wrap-xxxxxx', 'marco-de-xxxxxxx')
    unknowns.push('bold'.padEnd(60, 'es'), 'a-'.repeat(30), `${'letras-'.repeat(8)}q`)
    const longest = 'a'.repeat(10_000)
    const transform = (): string => [...longest].map((point) => table.get(point) ?? point).join('')
    const table = new Map([...'abc'].map((letter) => [letter, letter.toUpperCase()]))
    const find = (): unknown => unknowns.map((unknown) => findSlug(unknown, 'es'))
    assertCost('finding it', find, () => unknowns.map(transform), 1.5)
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
