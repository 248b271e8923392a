import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dispatch } from '../../lib/api/dispatch.ts'
import type { ServiceRequest } from '../../lib/api/request.ts'
import { languages } from '../../lib/catalogue/locale.ts'
import type { Language } from '../../lib/catalogue/locale.ts'
import { ApiError } from '../../lib/http/api-error.ts'
import { atOnce } from '../../lib/http/turn.ts'
import { findMeant } from '../../lib/pages/error-pages.ts'
import { settings } from '../../lib/settings/config.ts'
import { findMistakes } from '../../lib/settings/warnings.ts'
import { assertGrowth, assertLinear } from '../support/cost.ts'
import { rounds } from '../support/rounds.ts'
import { shippedRank, shippedWords } from '../support/shared-catalogue.ts'
import { makeSite } from '../support/site.ts'
import { createRandom } from '../support/texts.ts'

const site = makeSite()
const { services } = site

/** Does what a request with these fields asks for, or refuses it. What it awaits comes later. */
function request(method: string, fields: Readonly<Record<string, string>>): unknown {
  const query = String(new URLSearchParams(fields))
  try {
    return dispatch({ method, query, message: { headers: {} }, action: '', inTurns }, services)
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error))
    return error
  }
}

const inTurns: ServiceRequest['inTurns'] = async (decide) => {
  try {
    return await decide(atOnce)
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error))
    return { answer: () => assert.fail(error.message) }
  }
}

/** Each place for a word of a client: its largest size, and what is done with the word. */
const places: Readonly<
  Record<string, readonly [most: number, (word: string, lang: Language) => unknown]>
> = {
  search: [100, (search, lang) => shippedRank(lang)(search)],
  slug: [60, (slug, lang) => services.findSlug(slug, lang)],
  then: [60, (word, lang) => {
    const chain = ['bold-sans', word, `${word}x`, `x${word}`]
    assert.throws(() => services.readChain(chain, lang), ApiError)
  }],
  'missing page': [60, (page, language) => {
    const route = { kind: 'generator', path: `${language}/${page}`, language, page } as const
    return findMeant(route, language, site, { popular: [], nicks: [] })
  }],
}

/** Words that no style has are compared with most others. */
const mistyped = 'xcursvie'

const random = createRandom(0xe4d5)

describe('the time for a known word with known endings in turn', () => {
  for (const language of languages) {
    test(`grows no faster than the word: ${language}`, () => {
      const { names, skipped, endings } = shippedWords(language)
      const words = [...new Set(`${names.map((find) => find()).join()},${skipped}`.split(/[^a-z]+/))]
        .filter((word) => word.length > 3)
      // Endings that consist of others can be read in most ways.
      const all = endings.split(' ')
      const composed = all.filter((ending) => {
        return all.some((one) => ending !== one && ending.startsWith(one))
      })
      const pick = (list: readonly string[]): string => list[random(list.length)] ?? ''
      for (let round = 0; round < rounds(3, 100); round++) {
        const [word, turn] = [pick(words), pick(composed) + pick(round % 2 === 0 ? composed : all)]
        // No ending has this letter.
        const last = pick(['q', 'w', ''])
        for (const [place, [most, work]] of Object.entries(places)) {
          const textOf = (size: number): string =>
            word + turn.repeat(size).slice(0, Math.max(0, size - word.length - 1)) + last
          const title = `${place} ${textOf(12 + word.length)}…`
          const usual = (): unknown => work(mistyped, language)
          assertGrowth(title, (size) => work(textOf(size), language), usual, [word.length + 4, most])
        }
      }
    })
  }
})

describe('the time for a word of any length', () => {
  const parts = ['-', ',', 'bold', 'é', 'a ', '%', 'e\u0301\u0323', '★', '𝐚']
  const long: Readonly<Record<string, (word: string) => unknown>> = {
    slug: (slug) => services.findSlug(slug, 'en'),
    then: (then) => request('POST', { action: 'generate', slug: 'bold-sans', text: 'a', then }),
    accents: (accents) => request('GET', { action: 'get_generator', slug: 'bold-sans', accents }),
    search: (search) => request('GET', { action: 'list_generators', search }),
    'a search': (search) => shippedRank('en')(search),
    lang: (lang) => request('GET', { action: 'get_generator', slug: 'bold-sans', lang }),
    action: (action) => request('GET', { action }),
    'update_stats': (word) =>
      request('POST', { action: 'generate', slug: 'bold-sans', text: 'a', update_stats: word }),
    'unknown parameter': (name) => request('GET', { action: 'get_generator', [name]: 'a' }),
  }
  for (const [place, work] of Object.entries(long)) {
    test(`is linear: ${place}`, () => {
      for (const part of parts) {
        const texts = [750, 12_000].map((size) => part.repeat(size / part.length))
        const [half = '', whole = ''] = texts
        assertLinear(`${place} of ${part}`, () => work(half), () => work(whole))
      }
    })
  }

  test('is linear: the name of a setting', () => {
    const known = Object.values(settings).map(({ variable }) => variable)
    for (const name of [...known.slice(0, 3), 'A_', '-', 'TS']) {
      const findOne = (size: number): unknown =>
        findMistakes({ environment: { [name.repeat(size / name.length)]: '1' }, file: undefined })
      assertLinear(name, () => findOne(2_500), () => findOne(40_000))
    }
  })
})
