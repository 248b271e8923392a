import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkMessage, splitTarget } from '../../lib/http/strict-http.ts'
import type { RequestHead } from '../../lib/http/strict-http.ts'

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
      assert.equal(refusal.details.closes, true)
      assert.equal(refusal.details.allow, status === 405 ? 'GET, HEAD, POST, OPTIONS' : undefined)
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
