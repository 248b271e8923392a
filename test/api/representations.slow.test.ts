import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertCounted, assertStatus, decode } from '../support/answers.ts'
import { call, get, post } from '../support/requests.ts'
import { shareService } from '../support/suite.ts'

describe('a prepared answer', () => {
  const service = shareService()
  const list = 'action=list_generators'
  const queries = [list, `${list}&lang=tr`, 'action=get_generator&slug=bold-serif&lang=es']

  // The choice itself is tested in http/negotiate.
  const codings = [['gzip, br', 'br'], ['br;q=0.5, gzip', 'gzip'], ['', '']]
  for (const [acceptEncoding, coding] of codings) {
    test(`is ${coding || 'plain'} for Accept-Encoding: "${acceptEncoding}"`, async () => {
      for (const query of queries) {
        const plain = await call(service, get(query))
        const coded = await call(service, get(query, `Accept-Encoding: ${acceptEncoding}`))
        assertStatus(coded, 200)
        assert.equal(coded.headers['content-encoding'], coding || undefined)
        assert.equal(decode(coded), plain.text)
        assert.equal(coded.headers['etag'] === plain.headers['etag'], coding === '')
        assertCounted(coded, 99)
      }
    })
  }

  const conditions: Array<[condition: (etag: string) => string, status: number]> = [
    [(etag) => etag, 304],
    [(etag) => `"a", W/${etag},"b"`, 304],
    [() => '"a"', 200],
  ]
  for (const [condition, status] of conditions) {
    test(`is ${status} for If-None-Match: ${condition('its tag')}`, async () => {
      for (const coding of ['identity', 'br', 'gzip']) {
        const accept = `Accept-Encoding: ${coding}`
        const first = await call(service, get(list, accept))
        const etag = first.headers['etag'] ?? ''
        const request = get(list, accept, `If-None-Match: ${condition(etag)}`)
        const answer = await call(service, request)
        assertStatus(answer, status)
        assert.equal(answer.headers['etag'], etag)
        assertCounted(answer, 99)
        if (status === 200) assert.equal(decode(answer), decode(first))
      }
    })
  }

  test('is whole for the tag of another coding', async () => {
    const { headers } = await call(service, get(list, 'Accept-Encoding: br'))
    const condition = `If-None-Match: ${headers['etag']}`
    assertStatus(await call(service, get(list, condition)), 200)
    assertStatus(await call(service, get(list, condition, 'Accept-Encoding: gzip')), 200)
  })

  test('alone is compressed and cached', async () => {
    const headers = ['Accept-Encoding: br, gzip', 'If-None-Match: *']
    const requests = [
      get('action=stats', ...headers),
      get('action=get_generator&slug=x', ...headers),
      get('action=x', ...headers),
      post('action=generate', `slug=reverse&text=${'a'.repeat(5000)}`, ...headers),
    ]
    for (const request of requests) {
      const { headers: head, status } = await call(service, request)
      assert.notEqual(status, 304)
      assert.equal(head['content-encoding'], undefined)
      assert.equal(head['cache-control'], 'no-store')
      assert.equal(head['etag'], undefined)
    }
  })
})
