// The requests whose answers `record.mjs` records, as Latin-1 text of their bytes.

/** Keeps requests apart: each gives its own client to the limiter. */
let clients = 0
export function newClient() {
  const number = ++clients
  return `X-Forwarded-For: 10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
}

/** The bytes of a request, as a new client unless its headers name one. */
export function format(request) {
  const { head, body } = formatBody(request)
  return head + body
}

/** The same as its head and its body. */
export function formatBody({ method = 'GET', target = '/api', headers = [], body = '' }) {
  const isFramed = headers.some((line) => /^(?:content-length|transfer-encoding):/i.test(line))
  const lines = [`${method} ${target} HTTP/1.1`, 'Host: 127.0.0.1', ...headers]
  if (!headers.some((line) => line.startsWith('X-Forwarded-For'))) lines.push(newClient())
  const bytes = Buffer.from(body).toString('latin1')
  if ((bytes !== '' || method === 'POST') && !isFramed) {
    lines.push(`Content-Length: ${bytes.length}`)
  }
  return { head: `${lines.join('\r\n')}\r\n\r\n`, body: bytes }
}

export function get(query, ...headers) {
  return { target: `/api?${query}`, headers }
}

export function post(query, body, ...headers) {
  return { method: 'POST', target: `/api${query === '' ? '' : `?${query}`}`, body, headers }
}

/** Encodes text, or takes what is percent-encoded already. */
export function generate(slug, text, more = '') {
  const encoded = text.includes('%') ? text : encodeURIComponent(text)
  return post('action=generate', `slug=${slug}&text=${encoded}&update_stats=0${more}`)
}

export function chunks(body) {
  const pieces = body.match(/[^]{1,65536}/g) ?? []
  return [...pieces, ''].map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('')
}

export const languages = ['en', 'es', 'fr', 'tr']
export const codings = ['identity', 'gzip', 'br']

const accented = 'Àé Ñandú œuvre Straße ıİ ğş Æ ÿ Ộ ữ Ÿ Ç à l’aÿ Çağrı'
const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')

const england = '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'

/** The texts that every generator transforms: their names, the texts, and further fields. */
export const corpus = [
  ['ascii', encodeURIComponent(ascii)],
  ['composed', accented.normalize('NFC')],
  ['decomposed', `${accented.normalize('NFD')} Z\u0351\u036b q\u0323\u0307`],
  ['emoji', `😀 👍🏽 👩‍👩‍👧‍👦 ❤️‍🔥 1️⃣ #️⃣ 12:30 🇹🇷🇫🇷 ${england} a😀b ©️`],
  ['turkish', 'Pijamalı hasta YAĞIZ ŞOFÖRE İIıi', '&lang=tr'],
  ['right to left', 'שָׁלוֹם abc نصٌّ حكيمٌ 123 می‌خواهم \u202eab\u202c'],
  ['other scripts', 'Съешь ещё Ξεσκεπάζω ऋषियों 키스의 เป็น 漢字 ﬁ ½ ① Ａ 𝐁 ᴄ ⓓ'],
  ['lines', 'one two\nthree\r\nfour\r\n\r\n\tfive \u2028six\u0085 end\r'],
  ['controls', 'a\0b\x07\u00ad\u200b\ufeff\u2060c\ufffe\u{10ffff}\ue000d'],
  ['decoding', '.... . .-.. / .-- 01001000 01101001 SGVsbG8= 8 5 12 U+0048 Alfa Bravo ⠓⠊ 48 69'],
  ['ill-formed', 'a%FFb%ED%A0%80c%ED%B0%80%C3%28%F0%9F%98d%E2%82%'],
  ['long ascii', 'The quick Brown fox 0123 '.repeat(400)],
  ['long accents', `${'a\u0301e\u0308\u0327 ñ '.repeat(1250)}`],
  ['long emoji', '👩‍👩‍👧 '.repeat(1666)],
  ['too long', 'a'.repeat(10_001)],
  ['empty', ''],
]

const type = 'Content-Type: application/x-www-form-urlencoded'
const fields = 'slug=bold-serif&text=ab'
const list = 'action=list_generators'
const detail = 'action=get_generator&slug=bold-serif'
const rawPost = 'POST /api HTTP/1.1\r\nHost: a\r\n'
const tooMany = Array.from({ length: 100 }, () => 'a: b')

/** Requests that are recorded on each kind of connection. */
export const requests = {
  'list': get(list),
  'list, lang=xx': get(`${list}&lang=xx`),
  'list, br': get(`${list}&lang=tr`, 'Accept-Encoding: br'),
  'list, any tag': get(list, 'If-None-Match: *'),
  'detail': get(detail),
  'detail, es, gzip': get(`${detail}&lang=es`, 'Accept-Encoding: gzip'),
  'stats': get('action=stats'),
  'stats, several parameters': get('action=x&action=st%61ts&slug=&text=a&update_stats=x&lang='),
  'stats, codings and a tag': get('action=stats', 'Accept-Encoding: br', 'If-None-Match: *'),
  'stats, absolute target': { target: 'http://127.0.0.1/api?action=stats' },
  'stats, final slash': { target: '/api/?action=stats' },
  'generate': generate('bold-serif', 'Hello 1!'),
  'generate, all in the query': post('action=generate&slug=bold-serif&text=ab&update_stats=no', ''),
  'generate, all in the body': post('', `action=generate&${fields}&update_stats=off`),
  'generate, a type': post('action=generate&update_stats=0', fields, `${type} ; charset=x`),
  'generate, chunks': post(
    'action=generate&update_stats=0',
    chunks(fields),
    'Transfer-Encoding: chunked',
  ),
  'generate, long': generate('bold-serif', 'a😀'.repeat(2_000)),
  'generate, text=0': generate('reverse', '0'),
  'generate, of the limit': post(
    'action=generate&update_stats=0',
    `${fields}&x=`.padEnd(131_072, 'x'),
  ),
  'no action': get(''),
  'empty action': get('action='),
  'unknown action': get('action=x'),
  'unknown action, POST': post('', 'action=x'),
  'no slug': get('action=get_generator'),
  'unknown slug': get('action=get_generator&slug=x&lang=es'),
  'generate, no slug': post('action=generate', 'text=ab'),
  'generate, no text': post('action=generate', 'slug=bold-serif'),
  'generate, unknown slug': generate('x', 'a'),
  'generate, wrong update_stats': post('action=generate', `${fields}&update_stats=2`),
  'generate, too long': generate('bold-serif', 'a'.repeat(10_001)),
  'generate, JSON': post('action=generate', '{}', 'Content-Type: application/json'),
  'generate, plain text': post('action=generate', fields, 'Content-Type: text/plain'),
  'generate, parts': post(
    'action=generate',
    '--a--',
    'Content-Type: multipart/form-data; boundary=a',
  ),
  'generate, no type': post('action=generate', fields, 'Content-Type: '),
  'generate, gzip': post('action=generate', fields, 'Content-Encoding: gzip'),
  'generate, too large': post('action=generate', `${fields}&x=`.padEnd(131_073, 'x')),
  'generate, much too large': post('action=generate', fields.padEnd(2_000_000, 'x')),
  'generate, chunks too large': post(
    'action=generate',
    chunks(fields.padEnd(131_073, 'x')),
    'Transfer-Encoding: chunked',
  ),
  'wrong method, PUT': { method: 'PUT', target: '/api?action=stats', body: 'a=b' },
  'wrong method, DELETE': { method: 'DELETE', target: '/api?action=x' },
  'wrong method, GET': get('action=generate&slug=reverse&text=a'),
  'wrong method, POST': post('action=stats', ''),
  'wrong method, QUERY': { method: 'QUERY' },
  'TRACE': { method: 'TRACE' },
  'OPTIONS': { method: 'OPTIONS' },
  'OPTIONS *': { method: 'OPTIONS', target: '*' },
  'OPTIONS, preflight': {
    method: 'OPTIONS',
    headers: ['Origin: https://a.b', 'Access-Control-Request-Method: POST'],
  },
  'OPTIONS /health': { method: 'OPTIONS', target: '/health' },
  'OPTIONS /nothing': { method: 'OPTIONS', target: '/nothing' },
  'HEAD list': { method: 'HEAD', target: `/api?${list}`, headers: ['Accept-Encoding: gzip'] },
  'HEAD detail': { method: 'HEAD', target: `/api?${detail}` },
  'HEAD stats': { method: 'HEAD', target: '/api?action=stats' },
  'HEAD any tag': { method: 'HEAD', target: `/api?${list}`, headers: ['If-None-Match: *'] },
  'HEAD generate': { method: 'HEAD', target: '/api?action=generate' },
  'HEAD unknown slug': { method: 'HEAD', target: '/api?action=get_generator&slug=x' },
  'HEAD /health': { method: 'HEAD', target: '/health' },
  'HEAD /nothing': { method: 'HEAD', target: '/nothing' },
  '/health': { target: '/health' },
  '/health?a': { target: '/health?action=stats' },
  '/health, POST': { method: 'POST', target: '/health', body: 'a' },
  '/health, DELETE': { method: 'DELETE', target: '/health' },
  '/nothing': { target: '/nothing' },
  '/nothing, POST': { method: 'POST', target: '/nothing', body: 'action=stats' },
  '/': { target: '/' },
  '/api//': { target: '/api//' },
  '/API': { target: '/API' },
  '/%61pi': { target: '/%61pi' },
  '/?/api': { target: '/?/api' },
  'no request': 'garbage\r\n\r\n',
  'no Host': `GET /api?action=stats HTTP/1.1\r\n${newClient()}\r\n\r\n`,
  'two Hosts': 'GET /api HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  'a bad Host': 'GET /api HTTP/1.1\r\nHost: a b\r\n\r\n',
  'another host': 'GET http://b/api HTTP/1.1\r\nHost: a\r\n\r\n',
  'two lengths': 'POST /api HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na',
  'a bad length': 'POST /api HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\na',
  'a length and chunks':
    `${rawPost}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  'another coding':
    'POST /api HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
  'a broken chunk':
    'POST /api?action=generate HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nz\r\n',
  'two types':
    `${rawPost}Content-Type: a/b\r\nContent-Type: a/b\r\nContent-Length: 0\r\n\r\n`,
  'an underscore': 'POST /api HTTP/1.1\r\nHost: a\r\nContent_Length: 1\r\n\r\n',
  'a control character': 'GET /api?\x01 HTTP/1.1\r\nHost: a\r\n\r\n',
  'a body of GET': 'GET /api HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\na',
  'a target in no form': 'GET api HTTP/1.1\r\nHost: a\r\n\r\n',
  'a fragment': 'GET /api#a HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET *': 'GET * HTTP/1.1\r\nHost: a\r\n\r\n',
  'a WebSocket':
    `${rawPost}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n`,
  'an upgrade':
    'GET /api?action=stats HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
  'another expectation':
    'POST /api HTTP/1.1\r\nHost: a\r\nExpect: 200-ok\r\nContent-Length: 0\r\n\r\n',
  'a long target': `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  'a long header': `POST /api HTTP/1.1\r\nHost: a\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`,
  '101 header lines': `GET /api HTTP/1.1\r\nHost: a\r\n${tooMany.join('\r\n')}\r\n\r\n`,
  'HTTP/0.9': 'GET /api\r\n\r\n',
  'HTTP/1.2': 'GET /api HTTP/1.2\r\nHost: a\r\n\r\n',
  'HTTP/2.0': 'GET /api HTTP/2.0\r\nHost: a\r\n\r\n',
  'HTTP/01.01': 'GET /api HTTP/01.01\r\nHost: a\r\n\r\n',
  'HTTP/2 itself': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'CONNECT': 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
}

/** Values of Accept-Encoding. */
export const acceptedCodings = [
  ...['', 'br', 'gzip', 'gzip, deflate, br, zstd', 'br;q=0.5, gzip', 'br;q=0, gzip;q=0', '*'],
  ...['deflate', 'identity', 'identity;q=0', '*;q=0', 'BR', 'br;q=1.0;x', 'gzip;q=0.001, *;q=0.1'],
  'x-gzip',
]

/** Headers that name the client, each sent twice: whether the second counts for the same. */
export const forwarded = [
  '192.0.2.1',
  '198.51.100.1, 192.0.2.4',
  '192.0.2.5, 127.0.0.1',
  '::ffff:192.0.2.7',
  '2001:db8:0:1::1',
  '192.0.2.9:8080',
  '[2001:db8::2]:1',
  'unknown',
  '',
  '192.0.2.10, x, 127.0.0.1',
]

const nine = 'Content-Length: 9'
const waiting = 'Expect: 100-continue'

/** Requests that wait for `100 Continue`, and do not get it. */
export const refusedEarly = {
  'waiting, too large': post('action=generate', '', 'Content-Length: 131073', waiting),
  'waiting, endless': post('action=generate', '', 'Content-Length: 999999999999999', waiting),
  'waiting, another type': post('action=generate', '', nine, 'Content-Type: a/b', waiting),
  'waiting, a coding': post('action=generate', '', nine, 'Content-Encoding: br', waiting),
  'waiting, a wrong method': { method: 'PUT', headers: [nine, waiting] },
  'waiting, a wrong path': { method: 'POST', target: '/x', headers: [nine, waiting] },
  'waiting, GET': { headers: [nine, waiting] },
}
