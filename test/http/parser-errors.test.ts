import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerOptions, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { createJsonAnswers } from '../../lib/http/answer.ts'
import { Connections } from '../../lib/http/connection.ts'
import { allMethods, methodNotAllowed } from '../../lib/http/api-error.ts'
import { createSender } from '../../lib/http/send.ts'
import { answerParserErrors } from '../../lib/http/server.ts'
import { awaitsContinue, checkMessage, splitTarget } from '../../lib/http/strict-http.ts'
import {
  aimAt,
  countAnswers,
  exchange,
  runHttp11Probe,
  runHttp11ProbeSequences,
  runLlhttpRequests,
} from '../support/http-suites.ts'
import type { SuiteResult } from '../support/http-suites.ts'

const host = '127.0.0.1'

describe('suites', () => {
  test('Http11Probe: none fails, at most five warn', async (t) => {
    const port = await startServer(t)
    const results = await runHttp11Probe(host, port)
    assert.deepEqual(select(results, 'Fail'), [])
    assert.ok(select(results, 'Warn').length <= 5, select(results, 'Warn').join('\n'))
    t.diagnostic(select(results, 'Warn').join('\n'))
  })

  test('Http11Probe: no request is smuggled', async (t) => {
    const results = await runHttp11ProbeSequences(host, await startServer(t))
    assert.deepEqual(select(results, 'Fail'), [])
  })

  test('llhttp: what a strict parser rejects is refused', async (t) => {
    const port = await startServer(t)
    const results = await runLlhttpRequests(host, port)
    assert.deepEqual(select(results, 'Fail'), [])
    await assertServes(port)
  })

  test('a rewriter replaces the target "/" of the first line alone', () => {
    const rewrite = aimAt({ GET: '/api?a' })
    assert.equal(rewrite('GET / HTTP/1.1\r\n\r\nGET / H'), 'GET /api?a HTTP/1.1\r\n\r\nGET / H')
    assert.equal(rewrite('\r\nGET  / HTTP/1.1\r\n'), '\r\nGET  /api?a HTTP/1.1\r\n')
    assert.equal(rewrite('GET /a HTTP/1.1\r\n'), 'GET /a HTTP/1.1\r\n')
    assert.equal(rewrite('POST / HTTP/1.1\r\n'), 'POST / HTTP/1.1\r\n')
  })
})

describe('answers of the parser', { concurrency: true }, () => {
  const hostLine = 'Host: a\r\n'
  const chunks = `POST / HTTP/1.1\r\n${hostLine}Transfer-Encoding: chunked\r\n\r\n`
  const rows: [title: string, request: string, status: number, error: string][] = [
    ['garbage', 'garbage\r\n\r\n', 400, 'Bad request'],
    ['a version that is none', `GET / HTTP/01.01\r\n${hostLine}\r\n`, 400, 'Bad request'],
    ['two digits too many', `GET / HTTP/1.10\r\n${hostLine}\r\n`, 400, 'Bad request'],
    ['a broken chunk', `${chunks}zz\r\n`, 400, 'Bad request'],
    ['a chunk extension of 64 KiB', `${chunks}5;a=${'a'.repeat(65536)}`, 400, 'Bad request'],
    ['a target of 1 MB', `GET /${'a'.repeat(1e6)}`, 431, 'Request Header Fields Too Large'],
    ['HTTP/1.2', `GET / HTTP/1.2\r\n${hostLine}\r\n`, 505, 'HTTP Version Not Supported'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 505, 'HTTP Version Not Supported'],
    ['CONNECT', `CONNECT a:1 HTTP/1.1\r\n${hostLine}\r\n`, 405, 'Method not allowed'],
  ]
  for (const [title, request, status, error] of rows) {
    test(`${title}: ${status} in the shape of every error`, async (t) => {
      const port = await startServer(t)
      const [answer] = await exchange(host, port, [request])
      assertErrorShape(answer?.text ?? '', status, error)
      assert.equal(answer?.state, 'ClosedByServer')
      await assertServes(port)
    })
  }

  for (const [title, request] of [
    ['nothing', ''],
    ['half a head', `GET / HTTP/1.1\r\n${hostLine}`],
    ['half a body', `POST / HTTP/1.1\r\n${hostLine}Content-Length: 9\r\n\r\nabc`],
  ] as const) {
    test(`${title}, then silence: 408`, async (t) => {
      const port = await startServer(t, {
        headersTimeout: 100,
        requestTimeout: 200,
        connectionsCheckingInterval: 50,
      })
      const [answer] = await exchange(host, port, [request], 5000)
      assertErrorShape(answer?.text ?? '', 408, 'Request Timeout')
      assert.equal(answer?.state, 'ClosedByServer')
    })
  }

  test('1,100 header lines: 431', async (t) => {
    const port = await startServer(t)
    const request = `GET / HTTP/1.1\r\n${hostLine}${'a:\r\n'.repeat(1100)}\r\n`
    const [answer] = await exchange(host, port, [request])
    assert.equal(answer?.status, 431)
    assert.equal(answer.state, 'ClosedByServer')
  })

  test('an unknown expectation: 417', async (t) => {
    const port = await startServer(t)
    const [answer] = await exchange(host, port, [`GET / HTTP/1.1\r\n${hostLine}Expect: x\r\n\r\n`])
    assert.equal(answer?.status, 417)
  })

  test('100 Continue is for a request that passed, and for HTTP/1.1', async (t) => {
    const port = await startServer(t)
    const rest = `${hostLine}Expect: 100-continue\r\nContent-Length: 1\r\n`
    const statuses = await Promise.all(
      [
        `POST / HTTP/1.1\r\n${rest}\r\n`,
        `POST / HTTP/1.1\r\n${rest}Host: b\r\n\r\n`,
        `POST / HTTP/1.0\r\n${rest}\r\na`,
      ].map(async (request) => (await exchange(host, port, [request]))[0]?.status),
    )
    assert.deepEqual(statuses, [100, 400, 200])
  })

  test('garbage behind good requests: their answers are whole, then it closes', async (t) => {
    const port = await startServer(t)
    for (const path of ['/', '/slow', '/long']) {
      const request = `GET ${path} HTTP/1.1\r\n${hostLine}\r\n`
      const [answer] = await exchange(host, port, [`${request}${request}garbage\r\n\r\n`])
      assert.equal(countAnswers(answer ? [answer] : []), 2, path)
      assert.match(answer?.text ?? '', /^HTTP\/1\.1 200 [^]*HTTP\/1\.1 200 [^]*"end":true\}$/, path)
      assert.equal(answer?.state, 'ClosedByServer', path)
    }
  })

  test('a broken body behind a good request: two answers in order', async (t) => {
    const port = await startServer(t)
    const request = `GET /slow HTTP/1.1\r\n${hostLine}\r\n${chunks}zz\r\n`
    const [answer] = await exchange(host, port, [request])
    assert.match(answer?.text ?? '', /^HTTP\/1\.1 200 [^]*\{"end":true\}HTTP\/1\.1 400 /)
    assert.equal(answer?.state, 'ClosedByServer')
  })

  test('a body that breaks after its request was answered: no second answer', async (t) => {
    const port = await startServer(t)
    const head = chunks.replace('/', '/early')
    const answers = await exchange(host, port, [head, 'zz\r\n'])
    assert.equal(answers[0]?.status, 200)
    assert.equal(countAnswers(answers), 1)
    assert.equal(answers[1]?.state, 'ClosedByServer')
  })

  test('a body that breaks in the middle of its answer: cut off', async (t) => {
    const port = await startServer(t)
    const answers = await exchange(host, port, [chunks.replace('/', '/streamed'), 'zz\r\n'])
    assert.equal(countAnswers(answers), 1)
    assert.equal(answers[1]?.state, 'ClosedByServer')
  })

  test('a client that still sends is answered and not reset', async (t) => {
    const socket = connect({ port: await startServer(t), host, allowHalfOpen: true })
    socket.write('garbage\r\n\r\n')
    socket.resume()
    await once(socket, 'end')
    // More than the buffers on the way hold: it is gone only when the server has read it.
    socket.end('a'.repeat(16_000_000))
    await once(socket, 'close')
  })

  test('a client that resets its connection ends nothing', async (t) => {
    const port = await startServer(t)
    for (const request of ['GET / HT', `CONNECT a:1 HTTP/1.1\r\n${hostLine}\r\n`]) {
      await resetAfter(port, request)
    }
    await assertServes(port)
  })
})

function select(results: readonly SuiteResult[], verdict: SuiteResult['verdict']): string[] {
  return results
    .filter((result) => result.verdict === verdict)
    .map(({ id, detail }) => `${id}: ${detail}`)
}

const fixedHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'X-Own, Retry-After, ETag',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/** Starts a server of nothing but the checks and a stub behind them, and gives its port. */
async function startServer(t: TestContext, options: ServerOptions = {}): Promise<number> {
  const server = createServer(
    {
      requireHostHeader: false, // or node answers without a body
      insecureHTTPParser: false,
      headersTimeout: 5000,
      requestTimeout: 10_000,
      connectionsCheckingInterval: 1000,
      keepAliveTimeout: 5000,
      ...options,
    },
    serve,
  )
  server.maxHeadersCount = 0
  server.on('checkContinue', serve)
  server.on('checkExpectation', serve)
  const { error: toAnswer } = createJsonAnswers({ exposedHeaders: ['X-Own'] })
  const { sendLast } = createSender(new Connections())
  answerParserErrors(server, toAnswer, sendLast)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return port
}

function serve(request: IncomingMessage, response: ServerResponse): void {
  const refusal = checkMessage(request)
  const { method = '' } = request
  const isTaken = method === 'OPTIONS' || allMethods.some((taken) => taken === method)
  const error = refusal ?? (isTaken ? undefined : methodNotAllowed(allMethods))
  if (error !== undefined) {
    const { allow, closes } = error.details
    const headers = { ...(allow && { Allow: allow }), ...(closes && { Connection: 'close' }) }
    answer(response, error.status, JSON.stringify(error), headers)
    return
  }
  const { path } = splitTarget(request.url ?? '')
  if (path === '/early') {
    answer(response, 200, '{}')
    return
  }
  if (path === '/streamed') response.flushHeaders()
  if (awaitsContinue(request)) response.writeContinue()
  request.resume()
  request.on('end', () => {
    if (path === '/' || path === '*') answer(response, 200, '{"end":true}')
    else if (path === '/slow') setTimeout(() => answer(response, 200, '{"end":true}'), 50)
    else if (path === '/long') answer(response, 200, `${' '.repeat(300_000)}{"end":true}`)
    else answer(response, 404, '{}')
  })
}

function answer(response: ServerResponse, status: number, body: string, headers = {}): void {
  const fields = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
  response.writeHead(status, { ...fields, ...headers })
  response.end(body)
}

function assertErrorShape(text: string, status: number, error: string): void {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [statusLine, ...fields] = head.split('\r\n')
  const headers = Object.fromEntries(fields.map((field) => field.split(': ')))
  assert.equal(statusLine, `HTTP/1.1 ${status} ${error}`)
  assert.deepEqual(headers, {
    ...fixedHeaders,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': `${body.length}`,
    'Cache-Control': 'no-store',
    Connection: 'close',
    Date: new Date(headers.Date).toUTCString(),
    ...(status === 405 && { Allow: 'GET, HEAD, POST, OPTIONS' }),
  })
  const { message } = JSON.parse(body)
  assert.equal(body, JSON.stringify({ success: false, error, message }))
  assert.match(message, /^[A-Z][ -~]+\.$/)
}

async function assertServes(port: number): Promise<void> {
  const [answer] = await exchange(host, port, ['GET / HTTP/1.0\r\n\r\n'])
  assert.equal(answer?.status, 200)
}

async function resetAfter(port: number, request: string): Promise<void> {
  const socket = connect(port, host)
  await new Promise((resolve) => socket.write(request, resolve))
  socket.resetAndDestroy()
}
