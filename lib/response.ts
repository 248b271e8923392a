import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ApiError } from './error.ts'
import { chooseCoding, matchesEtag } from './prepared.ts'
import type { PreparedAnswer } from './prepared.ts'

export type Headers = Readonly<Record<string, string>>

/** The headers that every answer carries. */
export const fixedHeaders: Headers = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': [
    'RateLimit-Policy',
    'RateLimit',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
    'Retry-After',
    'ETag',
  ].join(', '),
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

const notStored: Headers = { 'Cache-Control': 'no-store' }

/** Answers 200 with a JSON value. `headers` come on top of the fixed ones. */
export function sendValue(
  request: IncomingMessage,
  response: ServerResponse,
  value: unknown,
  headers: Headers,
): void {
  sendJson(request, response, 200, JSON.stringify(value), { ...notStored, ...headers })
}

/** Answers with the status, the headers and the JSON body of an error. */
export function sendError(
  request: IncomingMessage,
  response: ServerResponse,
  error: ApiError,
  headers: Headers,
): void {
  const all = { ...notStored, ...headers, ...error.headers }
  sendJson(request, response, error.status, JSON.stringify(error), all)
}

/** Answers with the representation that the client likes best, or 304 if it has it already. */
export function sendPrepared(
  request: IncomingMessage,
  response: ServerResponse,
  answer: PreparedAnswer,
  headers: Headers,
): void {
  const { coding, body, etag } = answer.represent(chooseCoding(joined(request, 'accept-encoding')))
  const cacheable = {
    ETag: etag,
    'Cache-Control': 'public, max-age=300',
    Vary: 'Accept-Encoding',
    ...headers,
  }
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    response.writeHead(304, { ...fixedHeaders, ...cacheable })
    response.end()
    return
  }
  const coded = coding === 'identity' ? cacheable : { ...cacheable, 'Content-Encoding': coding }
  sendJson(request, response, 200, body, coded)
}

/** Answers a CORS preflight. https://fetch.spec.whatwg.org/#cors-preflight-fetch */
export function sendPreflight(response: ServerResponse, headers: Headers): void {
  response.writeHead(204, {
    ...fixedHeaders,
    ...notStored,
    'Access-Control-Allow-Methods': 'GET, HEAD, POST, OPTIONS',
    'Access-Control-Allow-Headers': '*',
    'Access-Control-Max-Age': '86400',
    Allow: 'GET, HEAD, POST, OPTIONS',
    ...headers,
  })
  response.end()
}

function sendJson(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: string | Buffer,
  headers: Headers,
): void {
  response.writeHead(status, {
    ...fixedHeaders,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    ...headers,
  })
  if (request.method === 'HEAD') response.end()
  else if (headers['Connection'] === 'close' && maySend(request)) endLater(request, response, body)
  else response.end(body)
}

/** Whether the client may be sending a body: one that expects 100 Continue waits instead. */
function maySend({ complete, headers }: IncomingMessage): boolean {
  if (complete || headers.expect !== undefined) return false
  return headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined
}

const lingerMs = 1000

/**
 * Answers a client that is still sending. To close the connection would be to reset it, and the
 * client could lose the answer: what it sends is thrown away until it ends, for a moment at most.
 */
function endLater(
  request: IncomingMessage,
  response: ServerResponse,
  body: string | Buffer,
): void {
  const { socket } = request
  const isRead = new Promise<void>((resolve) => {
    request.once('end', resolve).once('close', resolve).resume()
    setTimeout(resolve, lingerMs).unref()
  })
  // It is written when the answers before it are.
  response.write(body, () => {
    socket.end()
    void isRead.then(() => socket.destroySoon())
  })
}

function joined(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(',') : value
}
