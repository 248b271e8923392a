import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { listedOf } from '../../lib/catalogue/catalogue.ts'
import { languages } from '../../lib/catalogue/locale.ts'
import { accentChoices } from '../../lib/engine/drawn-apart.ts'
import { assertExpected, assertStatus, parseObject } from '../support/answers.ts'
import { call, generate, get, newClient, readStatistics } from '../support/requests.ts'
import { shareService } from '../support/suite.ts'
import { loadShipped } from '../support/shared-catalogue.ts'

interface Item {
  readonly slug: string
  readonly name: string
  readonly url: string
  readonly example: string
}

describe('a list with a text', () => {
  const service = shareService()
  const { catalogue } = loadShipped()
  const list = async (query: string): Promise<readonly Item[]> => {
    const { text } = await call(service, get(`action=list_generators&${query}`))
    const { count, generators } = parseObject(text)
    assert.ok(Array.isArray(generators), text)
    assert.equal(count, generators.length)
    return generators
  }
  const texts = ['Ana', 'İyi ığdır', 'ñandú 😀 1️⃣', '⠓⠑⠇⠇⠕', ' ', 'a\nb', '%41 &#65;', '\u3164']

  test('has every style with this text in each; those that leave it as it looks come last', async () => {
    for (const [index, text] of texts.entries()) {
      for (const lang of languages) {
        const accents = accentChoices[index % 2] ?? 'styled'
        const fields = new URLSearchParams({ text, lang, accents })
        const items = await list(String(fields))
        const plain = (await list(`lang=${lang}`)).slice(0, listedOf(catalogue).length)
        const isSame = (one: string): boolean => lookOf(one) === lookOf(text)
        const expected = plain.map((item) => {
          const example = catalogue.get(item.slug)?.transform(text, lang, accents) ?? ''
          return { ...item, example, changed: !isSame(example) }
        })
        const last = expected.filter(({ changed }) => !changed)
        assert.deepEqual(items, [...expected.filter(({ changed }) => changed), ...last])
        assert.ok(items.every((item) => Object.keys(item).at(-1) === 'changed'))
        assert.ok(last.length > 20, text)
      }
    }
  })

  test('has what `generate` returns', async () => {
    const [first, ...others] = await list('text=%C3%87ok+%C3%B1&lang=tr')
    for (const item of [first, ...others.filter((_, index) => index % 40 === 0)]) {
      const fields = { slug: item?.slug ?? '', text: 'Çok ñ', lang: 'tr', update_stats: '0' }
      const { text } = await call(service, generate(fields))
      assert.equal(parseObject(text)['output'], item?.example, item?.slug)
    }
  })

  test('has only those that a search finds, the best first', async () => {
    const found = await list('search=cursive')
    const styled = await list('search=cursive&text=Ana')
    assert.deepEqual(styled.map(({ slug }) => slug), found.map(({ slug }) => slug))
    assert.ok(found.length > 0 && found.length < catalogue.size)
    for (const { slug, example } of styled) {
      assert.equal(example, catalogue.get(slug)?.transform('Ana', 'en'))
    }
  })

  test('is as without a text if that is empty, and accepts 50 code points', async () => {
    const plain = await call(service, get('action=list_generators'))
    const empty = await call(service, get('action=list_generators&text='))
    assert.equal(empty.text, plain.text)
    assertStatus(await call(service, get(`action=list_generators&text=${'%F0%9F%98%80'.repeat(50)}`)), 200)
    const long = await call(service, get(`action=list_generators&text=${'a'.repeat(51)}`))
    assertExpected(long, [400, 'Invalid parameter', 'it has 51 code points', 'at most 50'])
    const wrong = await call(service, get('action=list_generators&text=a&accents=x'))
    assertExpected(wrong, [400, 'Invalid parameter', '"accents"'])
  })

  test('counts as one request, not in the statistics, and is not stored', async () => {
    const client = newClient()
    const before = await readStatistics(service)
    const first = await call(service, get('action=list_generators&text=a'), client)
    const second = await call(service, get('action=list_generators&text=a&search=bold'), client)
    const left = [first, second].map(({ headers }) => Number(headers['x-ratelimit-remaining']))
    assert.equal(left[0], Number(left[1]) + 1)
    for (const { headers } of [first, second]) assert.equal(headers['cache-control'], 'no-store')
    assert.deepEqual(await readStatistics(service), before)
  })
})

/** What is seen of a text: in composed form, without variation selectors and the like. */
function lookOf(text: string): string {
  return text.normalize('NFC').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
}

describe('the answers that a client may keep', () => {
  const service = shareService()
  const cacheOf = async (query: string): Promise<string | undefined> =>
    (await call(service, get(query))).headers['cache-control']

  // They carry the counters of one client: https://github.com/ietf-wg-httpapi/ratelimit-headers/issues/98
  test('are private to it', async () => {
    for (const query of ['action=list_generators', 'action=get_generator&slug=zalgo',
      'action=list_generators&search=bold', 'action=list_generators&lang=tr&search=zzz']) {
      assert.equal(await cacheOf(query), 'private, max-age=300', query)
    }
    assert.equal(await cacheOf('action=stats'), 'no-store')
    const { headers } = await call(service, { target: '/openapi.json' })
    assert.equal(headers['cache-control'], 'public, max-age=300')
  })
})
