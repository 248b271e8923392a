import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertCounted, assertStatus, fixedHeaders, parseObject } from '../support/answers.ts'
import { call, get, newClient, post } from '../support/requests.ts'
import { shareService } from '../support/suite.ts'

describe('a method', () => {
  const service = shareService()
  const [reading, writing] = ['GET, HEAD, OPTIONS', 'POST, OPTIONS']
  const all = 'GET, HEAD, POST, OPTIONS'
  const told: Array<[method: string, query: string, message: string]> = [
    [
      'GET',
      'action=generate&slug=a&text=a',
      'The action generate accepts POST, with its parameters in a body, as in ' +
        "POST 'action=generate&slug=bold-serif&text=Hello'.",
    ],
    [
      'POST',
      'action=get_generator&slug=a',
      'The action get_generator accepts GET and HEAD, without a body, as in ' +
        "GET '?action=get_generator&slug=bold-serif'.",
    ],
    ['PUT', 'action=a', 'This path accepts the methods GET, HEAD, POST, OPTIONS.'],
  ]
  const rows = [
    ...['stats', 'get_generator&slug=reverse'].map((action) => ['POST', action, reading] as const),
    ...['PUT', 'DELETE', 'PATCH'].map((method) => [method, 'list_generators', reading] as const),
    ...['GET', 'HEAD', 'PUT'].map((method) => [method, 'stats&action=generate', writing] as const),
    ...['PUT', 'PROPFIND', 'QUERY'].map((method) => [method, 'constructor', all] as const),
    ['TRACE', 'stats', all] as const,
  ]
  for (const [method, action, allow] of rows) {
    test(`${method} with "action=${action}" is not allowed, ${allow} are`, async () => {
      const answer = await call(service, { method, target: `/api?action=${action}` })
      assertStatus(answer, 405)
      assert.equal(answer.headers['allow'], allow)
      if (method !== 'TRACE') assertCounted(answer, 99)
    })
  }

  for (const [method, query, message] of told) {
    test(`${method} with "${query}" gets an example of a correct request`, async () => {
      const answer = await call(service, { method, target: `/api?${query}` })
      assert.equal(parseObject(answer.text)['message'], message)
    })
  }

  test('of a reading action in the body is not allowed either', async () => {
    const answer = await call(service, post('action=generate', 'action=stats'))
    assertStatus(answer, 405)
    assert.equal(answer.headers['allow'], reading)
  })

  test('other than POST leaves its body alone', async () => {
    const body = 'action=generate&slug=reverse&text=a'
    const answer = await call(service, { method: 'PUT', target: '/api?action=stats', body })
    assert.equal(answer.headers['allow'], reading)
  })

  const heads: Array<[target: string, ...headers: string[]]> = [
    ['/api?action=stats'],
    ['/api?action=list_generators&lang=tr', 'Accept-Encoding: br'],
    ['/api?action=get_generator&slug=reverse&lang=es'],
    ['/api?action=get_generator&slug=bold-serif', 'Accept-Encoding: gzip'],
    ['/api?action=list_generators', 'If-None-Match: *'],
    ['/api?action=get_generator&slug=x'],
    ['/api'],
    ['/health'],
    ['/nothing'],
  ]
  for (const [target, ...headers] of heads) {
    test(`HEAD ${[target, ...headers].join(' ')} has the headers of GET and no body`, async () => {
      const [head, body] = await Promise.all([
        call(service, { method: 'HEAD', target, headers }),
        call(service, { target, headers }),
      ])
      const { 'x-ratelimit-reset': headReset, date: _headDate, ...headHeaders } = head.headers
      const { 'x-ratelimit-reset': bodyReset, date: _bodyDate, ...bodyHeaders } = body.headers
      assert.deepEqual(headHeaders, bodyHeaders)
      assert.equal(typeof headReset, typeof bodyReset)
      assert.equal(head.status, body.status)
      assert.equal(head.body.length, 0)
      assert.equal(Number(head.headers['content-length'] ?? 0), body.body.length)
    })
  }

  for (const target of ['/api', '/api/', '/api?action=generate', '/health', '*']) {
    test(`OPTIONS ${target} is a preflight, which is not counted`, async () => {
      const client = newClient()
      const headers = ['Origin: https://example.com', 'Access-Control-Request-Method: POST']
      for (const _ of [1, 2, 3]) {
        const answer = await call(service, { method: 'OPTIONS', target, headers }, client)
        assertStatus(answer, 204)
        const { date: _date, ...others } = answer.headers
        assert.deepEqual(others, {
          ...fixedHeaders,
          'cache-control': 'no-store',
          'access-control-allow-methods': 'GET, HEAD, POST, OPTIONS',
          'access-control-allow-headers': '*',
          'access-control-max-age': '86400',
          allow: 'GET, HEAD, POST, OPTIONS',
          connection: 'close',
        })
      }
      assertCounted(await call(service, get('action=stats'), client), 99)
    })
  }
})
