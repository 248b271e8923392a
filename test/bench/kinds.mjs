// The kinds of request that are measured, and their bytes.
const slug = 'bold-serif'
const form = 'application/x-www-form-urlencoded'
const body = `slug=${slug}&text=Hello+World`

/** How many clients have used up their limit; all others stay far below theirs. */
export const refusedClients = 100

/**
 * The kinds by name. `isPrepared` means that a server may prepare the bytes of the answer;
 * `inShort` is the name in the short table.
 */
export const kinds = {
  generate: {
    ...get('action=generate'),
    method: 'POST',
    headers: { 'Content-Type': form, 'Content-Length': String(body.length) },
    body,
  },
  stats: get('action=stats'),
  refused: { ...get('action=stats'), status: 429, isRefused: true, inShort: '429' },
  unchanged: { ...get('action=list_generators'), status: 304, revalidates: 'list', inShort: '304' },
  detail: {
    ...get(`action=get_generator&slug=${slug}`),
    ...{ isPrepared: true, inShort: 'get_generator' },
  },
  list: { ...get('action=list_generators'), isPrepared: true, inShort: 'list_generators' },
}

function get(query) {
  return { method: 'GET', target: `/api?${query}`, headers: {}, body: '', status: 200 }
}

/**
 * Returns a function that makes the ASCII text of the n-th request. `headers` are added to those of
 * the kind. The requests go round the clients in an order that mixes their addresses.
 */
export function requestMaker({ kind, headers = {}, clients }) {
  const lines = Object.entries({ ...kind.headers, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const start = `${kind.method} ${kind.target} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: `
  const end = `\r\n${lines.join('')}\r\n${kind.body}`
  const addressOf =
    kind.isRefused === true
      ? (n) => refusedAddress(n % refusedClients)
      : (n) => clientAddress((n * 387_421) % clients)
  return (n) => start + addressOf(n) + end
}

/** Returns the address of the n-th client. */
export function clientAddress(n) {
  return `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`
}

/** Returns the address of the n-th refused client. */
export function refusedAddress(n) {
  return `172.16.0.${n}`
}
