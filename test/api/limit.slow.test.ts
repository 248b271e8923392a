import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import {
  assertCounted,
  assertNotCounted,
  assertSound,
  assertStatus,
  limitHeaders,
} from '../support/answers.ts'
import { converse, formatRequest, parseAnswer, parseAnswers, send } from '../support/client.ts'
import type { Answer, Request } from '../support/client.ts'
import { createHost, startInProcess } from '../support/in-process.ts'
import { Connection } from '../support/kept-connection.ts'
import { call, generate, get, newClient, post } from '../support/requests.ts'
import { loadShipped } from '../support/shared-catalogue.ts'
import { shareService, startForSuite } from '../support/suite.ts'

describe('the limit', { concurrency: true }, () => {
  const service = startForSuite({ RATE_LIMIT: '3', MAX_TEXT_LENGTH: '3' })
  const usual = shareService()
  const stats = get('action=stats')

  test('counts down and then refuses, with when to try again', async () => {
    const client = newClient()
    for (const remaining of [2, 1, 0]) {
      const answer = await call(service, stats, client)
      assertStatus(answer, 200)
      assert.equal(answer.headers['x-ratelimit-remaining'], String(remaining))
      assert.equal(answer.headers['ratelimit-policy'], '"hourly";q=3;w=3600')
    }
    for (const request of [stats, stats, get('action=x'), generate({}), post('', 'x=1')]) {
      const answer = await call(service, request, client)
      assertStatus(answer, 429)
      const limits = limitHeaders(answer)
      const { 'retry-after': wait = '', 'x-ratelimit-reset': reset, ...others } = limits
      assert.match(wait, /^[1-9]\d{0,3}$/)
      assert.ok(Number(wait) > 3500 && Number(wait) <= 3600, `${wait} s to wait`)
      assert.deepEqual(others, {
        'ratelimit-policy': '"hourly";q=3;w=3600',
        ratelimit: `"hourly";r=0;t=${wait}`,
        'x-ratelimit-limit': '3',
        'x-ratelimit-remaining': '0',
      })
      const seconds = Number(reset) - Date.parse(answer.headers['date'] ?? '') / 1000
      assert.ok(Math.abs(seconds - Number(wait)) <= 2, `${wait} s to wait, but the reset is in ${seconds} s`)
      assert.equal(
        answer.text,
        '{"success":false,"error":"Rate limit exceeded","message":"Maximum 3 requests per hour ' +
          `allowed. Try again in ${wait} seconds.","retry_after":${wait}}`,
      )
    }
  })

  test('refuses HEAD without a body, and still answers requests that are not counted', async () => {
    const client = newClient()
    for (const _ of [1, 2, 3, 4]) await call(service, stats, client)
    const head = await call(service, { ...stats, method: 'HEAD' }, client)
    assertStatus(head, 429)
    assert.equal(head.headers['ratelimit'], `"hourly";r=0;t=${head.headers['retry-after']}`)
    const free: Array<[Request, number]> = [
      [{ method: 'OPTIONS' }, 204],
      [{ target: '/health' }, 200],
      [{ target: '/nothing' }, 404],
      [{ headers: ['Expect: x'] }, 417],
    ]
    for (const [request, status] of free) {
      const answer = await call(service, request, client)
      assertStatus(answer, status)
      assertNotCounted(answer)
    }
    assertStatus(await call(service, stats, client), 429)
  })

  test('refuses without 100 Continue and without the body', async () => {
    const client = newClient()
    for (const _ of [1, 2, 3, 4]) await call(service, stats, client)
    const endless = [['Content-Length: 99', 'Expect: 100-continue'], ['Transfer-Encoding: chunked']]
    for (const framing of [...endless, ['Content-Length: 200000']]) {
      const conversation = converse((await service).port)
      const headers = [client, ...framing]
      conversation.write(formatRequest(post('action=generate', '', ...headers)))
      const answer = parseAnswer(Buffer.from(await conversation.until(/\}$/), 'latin1'))
      conversation.leave()
      assertSound(answer)
      assertStatus(answer, 429)
      assert.equal(answer.headers['connection'], 'close')
    }
  })

  test('closes the connection if the body is incomplete, and discards the rest', async () => {
    const client = newClient()
    for (const _ of [1, 2, 3, 4]) await call(service, stats, client)
    for (const [sent, connection] of [['x'.repeat(99), 'keep-alive'], ['x', 'close']] as const) {
      const conversation = converse((await service).port)
      const head = formatRequest(post('action=generate', '', 'Content-Length: 99', client))
      conversation.write(Buffer.concat([head, Buffer.from(sent)]))
      const refusal = parseAnswer(Buffer.from(await conversation.until(/\}$/), 'latin1'))
      assertStatus(refusal, 429)
      assert.equal(refusal.headers['connection'], connection)
      const last = { ...stats, headers: [newClient(), 'Connection: close'] }
      conversation.write(Buffer.concat([Buffer.from('x'.repeat(99 - sent.length)), formatRequest(last)]))
      const answers = parseAnswers(await conversation.closed())
      const statuses = answers.map(({ status }) => status)
      assert.deepEqual(statuses, connection === 'close' ? [429] : [429, 200])
    }
  })

  const counting: Array<[title: string, request: Request, status: number]> = [
    ['a list', get('action=list_generators'), 200],
    ['a list not changed', get('action=list_generators', 'If-None-Match: *'), 304],
    ['a generator', get('action=get_generator&slug=reverse'), 200],
    ['statistics', get('action=stats'), 200],
    ['HEAD', { ...get('action=stats'), method: 'HEAD' }, 200],
    ['a transformation', generate({ slug: 'reverse', text: 'a' }), 200],
    ['one without statistics', generate({ slug: 'reverse', text: 'a', update_stats: '0' }), 200],
    ['no action', get(''), 400],
    ['an unknown action', get('action=x'), 400],
    ['an unknown slug', get('action=get_generator&slug=x'), 404],
    ['a wrong method', { method: 'DELETE' }, 405],
    ['a wrong type', post('action=generate', 'a', 'Content-Type: text/plain'), 415],
    ['a body too large', post('action=generate', 'a'.repeat(131_073)), 413],
    ['a path with a slash', { target: '/api/?action=stats' }, 200],
  ]
  test('counts every request of the service, errors too, and nothing else', async () => {
    const client = newClient()
    let remaining = 100
    for (const [title, request, status] of counting) {
      const answer = await call(usual, request, client)
      assertStatus(answer, status, title)
      assertCounted(answer, --remaining)
      assertNotCounted(await call(usual, { target: '/health' }, client))
      assertNotCounted(await call(usual, { target: '/nothing' }, client))
      assertNotCounted(await call(usual, { method: 'OPTIONS' }, client))
    }
  })

  test('answers alike on a connection that stays open', async () => {
    const ofConnection = ['connection', 'keep-alive', 'date', 'x-ratelimit-reset']
    const rest = ({ headers }: Answer): object =>
      Object.entries(headers).filter(([name]) => !ofConnection.includes(name)).sort()
    const moved = ['/api/docs', '/en'].map((target): [string, Request] => [target, { target }])
    for (const [title, request] of [...counting, ...moved]) {
      if (title === 'HEAD') continue
      const { port } = await usual
      const asNew = () => ({ ...request, headers: [...(request.headers ?? []), newClient()] })
      const closed = await send(port, asNew())
      const connection = new Connection(port)
      const open = await connection.send(asNew())
      connection.close()
      assert.deepEqual(rest(open), rest(closed), title)
      if (title !== 'statistics') assert.equal(open.text, closed.text, title)
      const isLast = open.status === 413 || open.status === 415
      const { connection: kept, 'keep-alive': limits } = open.headers
      const expected = isLast ? ['close', undefined] : ['keep-alive', 'timeout=5, max=1000']
      assert.deepEqual([kept, limits], expected, title)
    }
  })

  const forwarded: Array<[trust: string, one: string, other: string, isOne: boolean]> = [
    ['loopback', '192.0.2.1', '192.0.2.2', false],
    ['loopback', '198.51.100.1, 192.0.2.4', '198.51.100.2, ::ffff:192.0.2.4', true],
    ['loopback', '2001:db8:0:1::1', '2001:db8:0:1::2', true],
    ['loopback', '2001:db8:0:2::1', '2001:db8:0:3::1', false],
    ['none', '192.0.2.1', '192.0.2.2', true],
    ['127.0.0.0/8, 192.0.2.0/24', '1.2.3.4, 192.0.2.1', '1.2.3.4, 192.0.2.2', true],
  ]
  for (const [trust, one, other, isOne] of forwarded) {
    const clients = isOne ? 'one client' : 'two clients'
    test(`counts ${one} and ${other} as ${clients} with TRUST_PROXY=${trust}`, async (t) => {
      const trusted = trust === 'loopback' ? usual : startInProcess(t, { TRUST_PROXY: trust })
      assertCounted(await call(trusted, stats, `X-Forwarded-For: ${one}`), 99)
      assertCounted(await call(trusted, stats, `X-Forwarded-For: ${other}`), isOne ? 98 : 99)
    })
  }

  test('separates peers', async () => {
    const { port } = await usual
    const rows = [['127.0.0.2', 99], ['127.0.0.3', 99], ['127.0.0.2', 98]] as const
    for (const [localAddress, remaining] of rows) {
      const socket = connect({ host: '127.0.0.1', port, localAddress })
      socket.write(formatRequest({ ...stats, headers: ['Connection: close'] }))
      const parts = await socket.toArray()
      assertCounted(parseAnswer(Buffer.concat(parts)), remaining)
    }
  })
})

describe('requests of one client that wait for their turn', () => {
  test('are refused before they begin once the others have used up the limit', async (t) => {
    const loaded = loadShipped()
    const generator = loaded.catalogue.get('zalgo') ?? assert.fail()
    let transformed = 0
    const transform: typeof generator.transform = (...words) => {
      transformed++
      return generator.transform(...words)
    }
    const counting = Object.create(generator, { transform: { value: transform } })
    const catalogue = new Map([...loaded.catalogue, ['zalgo', counting]])
    const host = createHost({ loadCatalogue: () => ({ ...loaded, catalogue }) })
    const limit = 20
    const { port } = await startInProcess(t, { RATE_LIMIT: String(limit) }, host)
    const connections = Array.from({ length: 4 }, () => new Connection(port))
    t.after(() => connections.forEach((connection) => connection.close()))
    for (const text of ['a'.repeat(400), 'a'.repeat(5_000)]) {
      transformed = 0
      const client = newClient()
      const request = { ...generate({ slug: 'zalgo', text }), headers: [client] }
      const sent = connections.flatMap((connection) =>
        Array.from({ length: limit / 2 }, () => connection.send(request)))
      const statuses = (await Promise.all(sent)).map(({ status }) => status)
      assert.equal(statuses.filter((status) => status === 200).length, limit)
      assert.equal(statuses.filter((status) => status === 429).length, limit)
      assert.equal(transformed, limit, `${text.length} letters`)
    }
  })
})
