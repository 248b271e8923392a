import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createSearch } from '../../lib/api/search.ts'
import { listedOf } from '../../lib/catalogue/catalogue.ts'
import { languages } from '../../lib/catalogue/locale.ts'
import { assertExpected, assertStatus, invalid, parseObject } from '../support/answers.ts'
import { call, get } from '../support/requests.ts'
import { loadShipped, shippedRank } from '../support/shared-catalogue.ts'
import type { Turn } from '../../lib/http/turn.ts'
import { assertShortTurns } from '../support/short-turns.ts'
import { shareService } from '../support/suite.ts'

const shipped = loadShipped()
const slugs = listedOf(shipped.catalogue).map(({ slug }) => slug)
const list = 'action=list_generators'

describe('the list with search', () => {
  const service = shareService()

  const listFor = async (asked: string, rest = '') => {
    const query = `${list}&search=${encodeURIComponent(asked)}${rest}`
    const answer = await call(service, get(query))
    assertStatus(answer, 200)
    const { count, generators } = parseObject(answer.text)
    assert.ok(Array.isArray(generators))
    assert.equal(count, generators.length)
    return { answer, generators: generators as ReadonlyArray<{ readonly slug: string }> }
  }

  for (const lang of languages) {
    test(`has what the search of the pages finds, in its order: ${lang}`, async () => {
      const rank = shippedRank(lang)
      const whole = parseObject((await call(service, get(`${list}&lang=${lang}`))).text)
      assert.ok(Array.isArray(whole['generators']))
      const items = new Map(whole['generators'].map((item) => [item.slug, item]))
      const { name = '' } = [...shipped.catalogue.values()][100]?.entry(lang) ?? {}
      for (const asked of ['bold', name, 'zalgoo', 'qwxzkj', '🔥', '★'.repeat(100), 'a b c d e f g']) {
        const { generators } = await listFor(asked, `&lang=${lang}`)
        const { styles, isUnknown } = rank(asked)
        const expected = styles.map((index) => items.get(slugs[index] ?? ''))
        if (isUnknown) expected.length = 0
        assert.deepEqual(generators, expected, asked)
      }
    })
  }

  test('has nothing after unknown words and signs, and everything after those that say little', async () => {
    const popular = (await listFor('font')).generators.map(({ slug }) => slug)
    assert.deepEqual(popular.toSorted(), slugs.toSorted())
    for (const asked of ['fonts', 'text generator', 'instagram', 'instagram fonts']) {
      const { generators } = await listFor(asked)
      assert.equal(generators.length, slugs.length, asked)
    }
    for (const asked of ['qwertyuiop', 'qwertyuiop font', '🦖', '!!!', 'zxqvbn']) {
      for (const rest of ['', '&text=Ana']) {
        assert.deepEqual((await listFor(asked, rest)).generators, [], asked)
      }
    }
  })

  test('is prepared in turns, so that other requests do not wait for all of it', async () => {
    for (const lang of languages) {
      const prepare = () => (turn: Turn) => createSearch(shipped)('bold', lang, turn)
      await assertShortTurns(lang, prepare, 6)
    }
  })

  test('is kept only by the client, for some minutes', async () => {
    const { answer } = await listFor('bold')
    assert.equal(answer.headers['cache-control'], 'private, max-age=300')
    assert.equal(answer.headers['etag'], undefined)
  })

  test('is the whole list for an empty search', async () => {
    const [empty, whole] = await Promise.all([`${list}&search=`, list].map((query) => {
      return call(service, get(query))
    }))
    assert.equal(empty?.text, whole?.text)
    assert.equal(empty?.headers['etag'], whole?.headers['etag'])
  })

  test('accepts 100 code points, and no more', async () => {
    await listFor('𝐛'.repeat(100))
    const query = `${list}&search=${encodeURIComponent('𝐛'.repeat(101))}`
    assertExpected(await call(service, get(query)), invalid('search'))
  })

  test('is the same for requests at the same time as one after another', async () => {
    const asked = ['cursive', 'tiny', 'hearts', 'morse']
    const together = await Promise.all(asked.map((one) => listFor(one, '&lang=fr')))
    for (const [index, one] of asked.entries()) {
      const { answer } = await listFor(one, '&lang=fr')
      assert.equal(together[index]?.answer.text, answer.text)
    }
  })
})
