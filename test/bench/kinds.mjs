// The kinds of request that are measured, and the bytes of each.

const slug = 'bold-serif'
const prose = 'The quick brown fox jumps over the lazy dog 0123456789. '
const longText = prose.repeat(200).slice(0, 10_000)
const form = 'application/x-www-form-urlencoded'

/** Clients that the load is spread over: none comes near its limit. */
export const clients = 100_000

/** Clients that have used up their limit. */
const refusedClients = 20

export const kinds = {
  generate: post('generate', 'Hello World'),
  single: { ...post('generate, one connection', 'Hello World'), connections: 1 },
  long: post('generate, 10,000 code points', longText),
  list: get('list_generators', 'action=list_generators', { isPrepared: true }),
  'list-br': get('list_generators, br', 'action=list_generators', {
    headers: { 'Accept-Encoding': 'gzip, deflate, br' },
    isPrepared: true,
  }),
  detail: get('get_generator', `action=get_generator&slug=${slug}`, { isPrepared: true }),
  stats: get('stats', 'action=stats'),
  unchanged: get('304 (list, If-None-Match)', 'action=list_generators', {
    revalidates: 'list',
    status: 304,
  }),
  refused: get('429', 'action=stats', { status: 429, isRefused: true }),
  'refused-post': {
    ...post('429 to a POST', 'Hello World'),
    status: 429,
    isRefused: true,
  },
}

function get(title, query, more = {}) {
  return {
    title,
    method: 'GET',
    target: `/api?${query}`,
    headers: {},
    body: '',
    status: 200,
    connections: 64,
    isRefused: false,
    ...more,
  }
}

function post(title, text) {
  const body = `slug=${slug}&text=${encodeURIComponent(text).replaceAll('%20', '+')}`
  return {
    ...get(title, 'action=generate'),
    method: 'POST',
    headers: { 'Content-Type': form, 'Content-Length': String(body.length) },
    body,
  }
}

/**
 * A function that gives the bytes of the n-th request, as ASCII. `headers` come on top of those
 * of the kind. The clients are `spread` many, from number `from` on; neighbours in time are never
 * neighbours in the store.
 */
export function requestMaker({ kind, headers = {}, from = 0, spread = clients }) {
  const { method, target, body, isRefused } = kind
  const lines = Object.entries({ ...kind.headers, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const start = `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: `
  const end = `\r\n${lines.join('')}\r\n${body}`
  const scattered = (n) => clientAddress(from + ((n * 387_421) % spread))
  const addressOf = isRefused ? refusedAddress : scattered
  return (n) => start + addressOf(n) + end
}

/** The address of the n-th client. */
export function clientAddress(n) {
  return `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`
}

/** The requests that use up the limit of those who are to be refused. */
export const exhausting = {
  kind: { ...kinds.stats, isRefused: true },
  requests: 100 * refusedClients,
}

function refusedAddress(n) {
  return `172.16.0.${n % refusedClients}`
}
