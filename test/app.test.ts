import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import type { ServerOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { rateLimitHeaders } from '../lib/api/limit-notice.ts'
import { linkDocumentation } from '../lib/api/live-catalogue.ts'
import { createApp } from '../lib/app.ts'
import type { AppParts } from '../lib/route.ts'
import { createHttpServer } from '../lib/http/server.ts'
import { createLog } from '../lib/log.ts'
import type { Recorder } from '../lib/usage/recorder.ts'
import { Refusals } from '../lib/usage/refusals.ts'
import { assertCounted, assertExpected, assertNotCounted, assertSound } from './support/answers.ts'
import { emptyCache } from './support/bodies.ts'
import { entryOf, slugs } from './support/catalogue-files.ts'
import { converse, formatRequest, parseAnswers, send } from './support/client.ts'
import { httpWith, startInProcess } from './support/in-process.ts'
import { call, generate, get, post } from './support/requests.ts'
import { shareService } from './support/suite.ts'

describe('the path', () => {
  const service = shareService()
  const rows: Array<[target: string, isService: boolean]> = [
    ...['/api', '/api/', 'http://127.0.0.1/api', 'http://127.0.0.1/api/'].map(
      (path): [string, boolean] => [`${path}?action=stats`, true],
    ),
    ...['//', '/API', '/apis', '/ap', '/api//', '//api', '/api/stats', '/api/index.php']
      .map((path) => `${path}?action=stats`)
      .concat('/%61pi', '/api%2F', '/api%3Faction=stats', '/api;a', '/api.', '/./api', '/x/../api')
      .concat('/health/', '/Health', '/healthz', '/favicon.png', '/__proto__')
      .map((path): [string, boolean] => [path, false]),
  ]
  test('reaches the service only as /api, with or without a slash at its end', async () => {
    for (const [target, isService] of rows) {
      const answer = await call(service, { target })
      if (isService) {
        assert.equal(answer.status, 200, target)
        assertCounted(answer, 99)
      } else {
        assertExpected(answer, [404, 'Not found', 'answers at /api.'])
        assertNotCounted(answer)
      }
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
      assert.equal((await send((await where).port, { target: location })).status, 200)
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
      assert.equal((await call(moved, { target: '/health' })).status, 200)
    }
  })
})

describe('a client that falls silent', () => {
  test('in the body of its request is answered once, and counted', async (t) => {
    const events = new EventEmitter()
    const recorded = once(events, 'record')
    const record: Recorder['record'] = (_client, adds) => {
      events.emit('record', adds)
      return new Promise(() => {})
    }
    const recorder = { record, flush: () => {} }
    const limits = { headersTimeout: 100, requestTimeout: 100, connectionsCheckingInterval: 20 }
    const port = await listen(t, { usage: { ...plainParts.usage, recorder } }, limits)
    const conversation = converse(port)
    conversation.write(formatRequest(post('action=generate', 'slug=', 'Content-Length: 9')))
    const answers = parseAnswers(await conversation.closed())
    assert.equal(answers.length, 1)
    for (const answer of answers) assertExpected(answer, [408, 'Request Timeout'])
    assert.deepEqual(await recorded, [{ uses: 0, characters: 0 }])
  })
})

describe('a fault', () => {
  test('is a 500 that says nothing of the cause; the log does', async (t) => {
    const lines: string[] = []
    const port = await listen(t, { log: createLog('info', (line) => lines.push(line)) })
    const requests = [get('action=list_generators'), generate({ slug: 'x', text: 'a' })]
    for (const [index, request] of requests.entries()) {
      const answer = await send(port, request)
      assertSound(answer)
      assertExpected(answer, [500, 'Internal server error'])
      assert.doesNotMatch(answer.text, /secret|Error:|\.ts/)
      assert.equal(lines.length, index + 1)
      assert.match(lines[index] ?? '', /^\{"level":"error".*the secret cause.*\}\n$/)
    }
    assert.equal((await send(port, get('action=stats'))).status, 200)
  })
})

function fail(): never {
  throw new Error('the secret cause')
}

const settings = { exposedHeaders: rateLimitHeaders, ownHeaders: linkDocumentation('/en/api') }

const log = createLog('error', () => {})

/** An app without a limit, whose catalogue fails. */
const plainParts: Omit<AppParts, 'http'> = {
  basePath: '/api',
  descriptionPaths: [],
  documentationPath: '/en/api',
  pages: undefined,
  catalogue: {
    services: async () => ({
      catalogue: Object.assign(new Map(), { get: fail }),
      words: { letters: fail, categoryName: fail, texts: fail },
      cache: emptyCache(),
      answers: { list: fail, detail: fail },
      findSlug: fail,
      readChain: fail,
      maxTextCodePoints: 9,
    }),
    description: async () => ({ isKept: true, represent: fail }),
  },
  usage: {
    recorder: {
      record: async () => ({ admission: undefined, totals: { uses: 0, characters: 0 } }),
      flush: () => {},
    },
    limiter: undefined,
    rateLimit: { limit: 0, windowMs: 1000, maxClients: 1 },
    refusals: new Refusals(log),
    store: {
      ...{ transact: fail, failures: fail, fileBytes: fail, alone: fail },
      ...{ assertHealthy: fail, tidy: fail, close: fail },
    },
  },
  clients: { isTrusted: () => false, peerOf: () => '127.0.0.1', ipv6PrefixBits: 64 },
  metrics: undefined,
  log,
  now: () => 0,
}

async function listen(
  t: TestContext,
  parts: Partial<AppParts>,
  limits: ServerOptions = {},
): Promise<number> {
  const http = createHttpServer(httpWith(limits), settings)
  const { server } = http
  server.on('request', createApp({ ...plainParts, http, ...parts }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return port
}
