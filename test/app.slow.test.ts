import assert from 'node:assert/strict'
import type { Server } from 'node:http'
import { describe, test } from 'node:test'
import type { Http } from '../lib/http/server.ts'
import { assertCounted, assertExpected, assertNotCounted, assertStatus } from './support/answers.ts'
import { entryOf, slugs } from './support/catalogue-files.ts'
import { converse, formatRequest, send } from './support/client.ts'
import { createHost, startInProcess } from './support/in-process.ts'
import { Connection } from './support/kept-connection.ts'
import { call, generate } from './support/requests.ts'
import { shareService } from './support/suite.ts'
import { until } from './support/until.ts'

describe('the path', () => {
  const service = shareService()
  const good = ['/api', '/api/', 'http://127.0.0.1/api', 'http://127.0.0.1/api/']
  const bad = ['//', '/API', '/apis', '/ap', '/api//', '//api', '/api/stats', '/api/index.php']
    .map((path) => `${path}?action=stats`)
    .concat('/%61pi', '/api%2F', '/api%3Faction=stats', '/api;a', '/api.', '/./api', '/x/../api')
    .concat('/health/', '/Health', '/healthz', '/favicon.png', '/__proto__')
  test('reaches the service only as /api, with or without a slash at its end', async () => {
    for (const path of good) {
      const answer = await call(service, { target: `${path}?action=stats` })
      assertStatus(answer, 200, path)
      assertCounted(answer, 99)
    }
    for (const target of bad) {
      const answer = await call(service, { target })
      assertExpected(answer, [404, 'Not found', 'answers at /api.'])
      assertNotCounted(answer)
    }
    for (const method of ['POST', 'PUT', 'OPTIONS']) {
      const body = method === 'OPTIONS' ? {} : { body: 'action=stats' }
      const answer = await call(service, { method, target: '/nothing', ...body })
      assertExpected(answer, [404, 'Not found'])
      assertNotCounted(answer)
    }
  })

  test('of a document redirects to its address', async (t) => {
    const withoutPages = startInProcess(t, { PAGES: 'off' })
    const site = { SITE_URL: 'https://example.com/a', BASE_PATH: '/' }
    const elsewhere = startInProcess(t, site)
    const rows = [
      [service, '/api/openapi.json', '/openapi.json'],
      [service, '/api/docs', '/en/api'],
      [service, '/api/docs/', '/en/api'],
      [withoutPages, '/api/docs', '/openapi.json'],
      [elsewhere, '/docs', '/a/en/api'],
    ] as const
    for (const [where, target, location] of rows) {
      const answer = await send((await where).port, { target })
      assert.deepEqual([answer.status, answer.headers['location']], [308, location])
      assertNotCounted(answer)
      assertStatus(await send((await where).port, { target: location }), 200)
    }
  })

  test('/health reports whether the service is well, and is not counted', async () => {
    for (const target of ['/health', '/health?action=stats']) {
      const answer = await call(service, { target })
      assertExpected(answer, '{"success":true}')
      assertNotCounted(answer)
    }
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const answer = await call(service, { method, target: '/health' })
      assertExpected(answer, [405, 'Method not allowed', 'GET, HEAD, OPTIONS'])
      assert.equal(answer.headers['allow'], 'GET, HEAD, OPTIONS')
      assertNotCounted(answer)
    }
  })

  test('in BASE_PATH is the only one of the service', async (t) => {
    for (const [basePath, shown, good, bad] of [
      ['/v1/text/', '/v1/text', ['/v1/text', '/v1/text/'], ['/api', '/v1', '/v1/text/x', '/b']],
      ['/', '/', ['/'], ['/api', '//', '/x']],
    ] as const) {
      const moved = startInProcess(t, { BASE_PATH: basePath, SITE_URL: 'https://example.com/a/' })
      for (const path of good) {
        const { status, text } = await call(moved, { target: `${path}?action=list_generators` })
        assert.equal(status, 200)
        const url = `https://example.com/a/en/${entryOf(slugs[0] ?? '', 'en').page}`
        assert.ok(text.includes(`"url":"${url}"`), url)
      }
      for (const target of bad) {
        const answer = await call(moved, { target })
        assertExpected(answer, [404, 'Not found', `answers at ${shown}.`])
      }
      assertStatus(await call(moved, { target: '/health' }), 200)
    }
  })
})

const stats = { target: '/api?action=stats' }

describe('an answer without an entity tag', () => {
  const usual = shareService()
  const targets = ['/api?action=stats', '/api?action=list_generators', '/api?action=get_generator', '/api']
    .concat('/api/openapi.json', '/api/docs', '/api/docs/', '/openapi.json', '/health', '/nothing')
    .concat('/', '/en', '/en/bold-sans?text=a', '/en/bold-sans', '/en/nothing', '/es/api', '/x/y/../z')
    .concat('/metrics', '/sitemap.xml', '/robots.txt', '/favicon.svg', '/favicon.ico', '/assets/a/style.css')
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS']

  test('must not be stored, except for redirects of pages', async (t) => {
    const settings = [{ PAGES: 'off', METRICS: 'on' }, { SITE_URL: 'https://example.com/en', BASE_PATH: '/' }]
    const services = [usual, ...settings.map((one) => startInProcess(t, { RATE_LIMIT: '3', ...one }))]
    const seen = new Set<number>()
    for (const service of services) {
      const { port } = await service
      for (const target of targets) {
        for (const method of service === usual ? methods : ['GET']) {
          const { status, headers } = await send(port, { method, target })
          seen.add(status)
          const isOfPage = headers['content-security-policy'] !== undefined
          const isStored = headers['etag'] !== undefined || (isOfPage && status === 308)
          const expected = isStored ? /^(?:(?:public|private), max-age=\d+(?:, immutable)?|no-cache)$/ : /^no-store$/
          assert.match(headers['cache-control'] ?? '', expected, `${method} ${target}: ${status}`)
        }
      }
    }
    assert.deepEqual([...seen].toSorted(), [200, 204, 308, 400, 404, 405, 429])
  })
})

describe('a running service', () => {
  test('identifies an IPv6 client by IPV6_PREFIX', async (t) => {
    const { port } = await startInProcess(t, { IPV6_PREFIX: '48' })
    const left: unknown[] = []
    for (const address of ['2001:db8:0:1::1', '2001:db8::2', '2001:db8:1::1']) {
      const headers = [`X-Forwarded-For: ${address}`]
      left.push((await send(port, { ...stats, headers })).headers['x-ratelimit-remaining'])
    }
    assert.deepEqual(left, ['99', '98', '99'])
  })

  test('logs each request at the level debug, with its client and nothing of its text', async (t) => {
    const { port, lines } = await startInProcess(t, { RATE_LIMIT: '1', LOG_LEVEL: 'debug' })
    const { target } = generate({ slug: 'reverse', text: 'secret' })
    const headers = ['X-Forwarded-For: 192.0.2.7, 127.0.0.1']
    const request = { method: 'POST', target: `${target}&slug=reverse&text=secret`, headers }
    for (const status of [200, 429]) assertStatus(await send(port, request), status)
    const answered = lines.filter(({ level }) => level === 'debug')
    assert.deepEqual(
      answered.map(({ message, method, status, client }) => [message, method, status, client]),
      [200, 429].map((status) => ['Answered', 'POST', status, '192.0.2.7']),
    )
    assert.doesNotMatch(JSON.stringify(lines), /secret/)
  })

  test('logs the client of a request although it leaves before the answer', async (t) => {
    for (const target of ['/health', '/api?action=stats']) {
      let leave = (): unknown => undefined
      const http = withListener(createHost().http, 'request', () => process.nextTick(leave))
      const settings = { LOG_LEVEL: 'debug' }
      const { port, lines } = await startInProcess(t, settings, createHost({ http }))
      const conversation = converse(port)
      leave = conversation.leave
      const headers = ['X-Forwarded-For: 192.0.2.7']
      conversation.write(formatRequest({ target, headers }))
      await until(() => lines.some(({ level }) => level === 'debug'))
      const clients = lines.filter(({ level }) => level === 'debug').map(({ client }) => client)
      assert.deepEqual(clients, ['192.0.2.7'], target)
    }
  })

  test('counts sockets without an address as one client, whatever they send', async (t) => {
    // Such a socket has usually been reset.
    const http = withListener(createHost().http, 'connection', (socket) => {
      Object.defineProperty(socket, 'remoteAddress', { value: undefined })
    })
    const settings = { RATE_LIMIT: '4', METRICS: 'on', TRUST_PROXY: '0.0.0.0/0,::/0' }
    const { port } = await startInProcess(t, settings, createHost({ http }))
    const clients = ['', '192.0.2.1', '192.0.2.2', '127.0.0.1', '::1', 'unknown', '10.0.0.1, 127.0.0.1']
    const statuses: number[] = []
    for (const client of clients) {
      const headers = client === '' ? [] : [`X-Forwarded-For: ${client}`]
      statuses.push((await send(port, { ...stats, headers })).status)
      assertStatus(await send(port, { target: '/metrics', headers }), 404, client)
    }
    assert.deepEqual(statuses, clients.map((_, index) => (index < 4 ? 200 : 429)))
  })

  test('puts the current second into the Date of each answer', async (t) => {
    const { port } = await startInProcess(t)
    let nowMs = Date.UTC(2026, 10, 21, 23, 59, 58, 500)
    t.mock.method(Date, 'now', () => nowMs)
    const connection = new Connection(port)
    t.after(() => connection.close())
    const dates: unknown[] = []
    for (const laterMs of [0, 499, 1, 1_000, 3_600_000]) {
      nowMs += laterMs
      dates.push((await connection.send(stats)).headers['date'])
    }
    assert.deepEqual(dates, [
      'Sat, 21 Nov 2026 23:59:58 GMT',
      'Sat, 21 Nov 2026 23:59:58 GMT',
      'Sat, 21 Nov 2026 23:59:59 GMT',
      'Sun, 22 Nov 2026 00:00:00 GMT',
      'Sun, 22 Nov 2026 01:00:00 GMT',
    ])
  })
})

/** Returns Node's module with servers that call a function first when an event happens. */
function withListener(http: Http, event: string, listen: (subject: object) => unknown): Http {
  const createServer = (...options: Parameters<Http['createServer']>): Server =>
    http.createServer(...options).prependListener(event, listen)
  return { ...http, createServer } as Http
}
