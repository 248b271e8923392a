import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerOptions, ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { describe, test, type TestContext } from 'node:test'
import { formatLines } from '../../lib/http/head.ts'
import { createClientErrorListener, createConnectListener } from '../../lib/http/parser-errors.ts'
import { awaitsContinue, checkMessage, splitTarget, type RequestHead } from '../../lib/http/strict-http.ts'
import {
  aimAt,
  countAnswers,
  exchange,
  runHttp11Probe,
  runHttp11ProbeSequences,
  runLlhttpRequests,
  type SuiteResult,
} from '../support/http-suites.ts'

const host = '127.0.0.1'

describe('checkMessage', () => {
  const good: RequestHead = {
    httpVersion: '1.1',
    method: 'GET',
    url: '/api?action=stats',
    rawHeaders: ['Host', 'example.com', 'Accept', '*/*'],
  }
  const chunked = post('Transfer-Encoding', 'chunked')
  const goodHosts = [
    ...['a', 'a:8080', 'a:', 'A.example', 'a_b', 'a%20'],
    ...['127.0.0.1:1', '[::1]', '[2001:db8::1]:443'],
  ]
  const badHosts = [
    ...['', ' ', 'a b', 'é', 'a%2', 'a,b', 'a, b', 'u@a', '/', 'a/b'],
    ...['::1', '[::1', '[]', ':80', 'a:b', 'a:123456', 'a:1:2'],
  ]
  const badTransferEncodings = [
    ...['', 'Chunked', 'gzip', 'identity', 'chunked;a=b'],
    ...['gzip, chunked', 'chunked, chunked', ', chunked', 'chunked,'],
  ]
  const badContentLengths = [
    ...['', '00', '05', '+5', '-0', '5,5', '5, 5', '5 5', '0x5', '1_0', '٥', '5\n'],
  ]
  const lookAlikes = [
    ...['Content_Length', 'transfer_encoding', 'CONTENT_TYPE'],
    ...['X_Forwarded-For', 'x-forwarded_host', 'X_REAL_IP'],
  ]
  const goodTargets = [
    ...['/', '//a', '/a%20b?c=%00%0d%0A', '/a?b?c', '/a?b={|}\\^`'],
    ...['http://example.com/a', 'HTTP://EXAMPLE.com', 'https://example.com?a'],
  ]
  const badTargets = [
    ...['', 'a', '*', 'example.com:80', 'ftp://example.com/'],
    ...['/a#b', '/a?b#c', '/a<b', '/a?b>c', '/a?"', '/a b', '/é', '/?é', '/\x7f', '/\x00'],
    ...['/\\', '/^', '/`', '/{', '/|', '/}', '/%00', '/a%0D', '/%0a?b'],
    ...['http://other.example/', 'http://example.com:80/', 'http://u@example.com/', 'http:///a'],
  ]
  const rows: Row[] = [
    ['a plain GET passes', {}, undefined],
    ['HTTP/1.0 passes', { httpVersion: '1.0' }, undefined],
    ['HTTP/2.0 is another version', { httpVersion: '2.0' }, 505],
    ['HTTP/0.9 has no version', { httpVersion: '0.9' }, 400],

    ['100 header lines pass', { rawHeaders: lines(['Host', 'a'], 99) }, undefined],
    ['101 header lines are too many', { rawHeaders: lines(['Host', 'a'], 100) }, 431],

    ['HTTP/1.1 needs a Host', { rawHeaders: [] }, 400],
    ['HTTP/1.0 needs no Host', { httpVersion: '1.0', rawHeaders: [] }, undefined],
    ['HTTP/1.0 takes no malformed Host', { httpVersion: '1.0', rawHeaders: ['host', ''] }, 400],
    ['two equal Hosts are one too many', { rawHeaders: ['Host', 'a', 'HOST', 'a'] }, 400],
    ...goodHosts.map((value) => hostRow(value, undefined)),
    ...badHosts.map((value) => hostRow(value, 400)),

    ['chunked passes', chunked, undefined],
    ['a name in any case is that name', post('TRANSFER-ENCODING', 'gzip'), 400],
    ['HTTP/1.0 has no chunks', { ...chunked, httpVersion: '1.0' }, 400],
    ['chunked twice', post('Transfer-Encoding', 'chunked', 'Transfer-Encoding', 'chunked'), 400],
    ['chunked and a length', post('Transfer-Encoding', 'chunked', 'Content-Length', '5'), 400],
    ...badTransferEncodings.map((value) => postRow('Transfer-Encoding', value, 400)),

    ...['0', '5', '131072'].map((value) => postRow('Content-Length', value, undefined)),
    ...badContentLengths.map((value) => postRow('Content-Length', value, 400)),
    ['two equal lengths', post('Content-Length', '5', 'content-length', '5'), 400],

    ['one Content-Type passes', post('Content-Type', 'text/plain'), undefined],
    ['two Content-Types', post('Content-Type', 'text/plain', 'content-type', 'text/plain'), 400],

    ...lookAlikes.map((name) => postRow(name, '1', 400)),
    postRow('my_header', '1', undefined),
    postRow('X-Forwarded-For', '192.0.2.1', undefined),

    ['TRACE is refused', { method: 'TRACE' }, 405],
    ['CONNECT is refused', { method: 'CONNECT', url: 'a:1' }, 405],
    ...['HEAD', 'POST', 'OPTIONS', 'DELETE', 'PUT', 'PATCH'].map(
      (method): Row => [`${method} passes, the app decides`, { method }, undefined],
    ),

    ...goodTargets.map((url): Row => [`target ${url}`, { url }, undefined]),
    ...badTargets.map((url): Row => [`target ${JSON.stringify(url)}`, { url }, 400]),
    ['OPTIONS takes *', { method: 'OPTIONS', url: '*' }, undefined],
    ['POST takes no *', { method: 'POST', url: '*' }, 400],
    [
      'without a Host the absolute target still names a host alone',
      { httpVersion: '1.0', rawHeaders: [], url: 'http://u@a/' },
      400,
    ],

    ...['GET', 'HEAD', 'OPTIONS'].flatMap((method): Row[] => [
      [`${method} with a body`, { ...post('Content-Length', '1'), method }, 400],
      [`${method} with chunks`, { ...chunked, method }, 400],
      [`${method} with no bytes of body`, { ...post('Content-Length', '0'), method }, undefined],
    ]),

    postRow('Upgrade', 'h2c', undefined),
    postRow('Sec-WebSocket-Version', '13', 400),

    postRow('Expect', '100-Continue', undefined),
    postRow('Expect', '200-ok', 417),
    postRow('Expect', '', 417),
    ['two expectations', post('Expect', '100-continue', 'Expect', '100-continue'), 417],
    ['HTTP/1.0 expects nothing', { ...post('Expect', '200-ok'), httpVersion: '1.0' }, undefined],
  ]
  for (const [title, request, status] of rows) {
    test(title, () => {
      const refusal = checkMessage({ ...good, ...request })
      assert.equal(refusal?.status, status)
      if (refusal === undefined) return
      assert.equal(refusal.headers.Connection, 'close')
      assert.equal(refusal.headers.Allow, status === 405 ? 'GET, HEAD, POST, OPTIONS' : undefined)
      assert.match(refusal.message, /^[A-Z][ -~]+\.$/)
    })
  }
})

describe('splitTarget', () => {
  const rows: [target: string, path: string, query: string][] = [
    ['/', '/', ''],
    ['/api', '/api', ''],
    ['/api?', '/api', ''],
    ['/api?a=b?c=/d', '/api', 'a=b?c=/d'],
    ['//a?b', '//a', 'b'],
    ['http://a:80/api?b', '/api', 'b'],
    ['HTTPS://a/', '/', ''],
    ['http://a', '/', ''],
    ['http://a?b/c', '/', 'b/c'],
    ['*', '*', ''],
  ]
  for (const [target, path, query] of rows) {
    test(`${target} is ${path} and "${query}"`, () => {
      assert.deepEqual(splitTarget(target), { path, query })
    })
  }
})

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

describe('answers of the parser', () => {
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

type Row = [title: string, request: Partial<RequestHead>, status: number | undefined]

function lines(first: string[], more: number): string[] {
  return [...first, ...Array.from({ length: more }, (_, index) => [`x-${index}`, '']).flat()]
}

function hostRow(value: string, status: number | undefined): Row {
  return [`Host: ${JSON.stringify(value)}`, { rawHeaders: ['Host', value] }, status]
}

function post(...rawHeaders: string[]): Partial<RequestHead> {
  return { method: 'POST', rawHeaders: ['Host', 'example.com', ...rawHeaders] }
}

function postRow(name: string, value: string, status: number | undefined): Row {
  return [`${name}: ${JSON.stringify(value)}`, post(name, value), status]
}

function select(results: readonly SuiteResult[], verdict: SuiteResult['verdict']): string[] {
  return results
    .filter((result) => result.verdict === verdict)
    .map(({ id, detail }) => `${id}: ${detail}`)
}

const fixedHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Retry-After',
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
  server.on('connect', createConnectListener(formatLines(fixedHeaders)))
  server.on('clientError', createClientErrorListener(formatLines(fixedHeaders)))
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
  if (refusal !== undefined) {
    answer(response, refusal.status, JSON.stringify(refusal), refusal.headers)
    return
  }
  if (!['GET', 'HEAD', 'POST', 'OPTIONS'].includes(request.method ?? '')) {
    answer(response, 405, '{}', { Allow: 'GET, HEAD, POST, OPTIONS' })
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
