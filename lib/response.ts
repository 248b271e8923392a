import type { IncomingMessage, ServerResponse } from 'node:http'
import { endConnection } from './connection.ts'
import type { ApiError } from './error.ts'
import { chooseCoding, matchesEtag } from './prepared.ts'
import type { PreparedAnswer } from './prepared.ts'

/** What an answer of its own has on top of the headers of all answers. */
export interface Extra {
  /** Names and values in turn: of all forms that node takes, the one that costs least. */
  readonly lines: readonly string[]
  /** Whether the connection is closed behind the answer. */
  readonly closes: boolean
}

/** The headers that every answer carries. */
export const fixedHeaders: Readonly<Record<string, string>> = {
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

const fixedLines = Object.entries(fixedHeaders).flat()
const jsonLines = [...fixedLines, 'Content-Type', 'application/json; charset=utf-8']
const notStored = ['Cache-Control', 'no-store']
const closing = ['Connection', 'close']

/** Answers 200 with a JSON value. */
export function sendValue(
  request: IncomingMessage,
  response: ServerResponse,
  value: unknown,
  { lines, closes }: Extra,
): void {
  sendJson(request, response, 200, JSON.stringify(value), notStored.concat(lines), closes)
}

/** Answers with the status, the headers and the JSON body of an error. */
export function sendError(
  request: IncomingMessage,
  response: ServerResponse,
  error: ApiError,
  extra: Extra,
): void {
  const { Connection, ...headers } = error.headers
  const lines = notStored.concat(extra.lines)
  for (const [name, value] of Object.entries(headers)) lines.push(name, value)
  const closes = extra.closes || Connection === 'close'
  sendJson(request, response, error.status, JSON.stringify(error), lines, closes)
}

/** Answers with the representation that the client likes best, or 304 if it has it already. */
export function sendPrepared(
  request: IncomingMessage,
  response: ServerResponse,
  answer: PreparedAnswer,
  extra: Extra,
): void {
  const { coding, body, etag } = answer.represent(chooseCoding(joined(request, 'accept-encoding')))
  const lines = ['ETag', etag, 'Cache-Control', 'public, max-age=300', 'Vary', 'Accept-Encoding']
  lines.push(...extra.lines)
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    if (extra.closes) endConnection(request)
    response.writeHead(304, fixedLines.concat(lines, extra.closes ? closing : []))
    response.end()
    return
  }
  if (coding !== 'identity') lines.push('Content-Encoding', coding)
  sendJson(request, response, 200, body, lines, extra.closes)
}

const preflightLines = [
  ...fixedLines,
  ...notStored,
  ...['Access-Control-Allow-Methods', 'GET, HEAD, POST, OPTIONS'],
  ...['Access-Control-Allow-Headers', '*'],
  ...['Access-Control-Max-Age', '86400'],
  ...['Allow', 'GET, HEAD, POST, OPTIONS'],
]

/** Answers a CORS preflight. https://fetch.spec.whatwg.org/#cors-preflight-fetch */
export function sendPreflight(
  request: IncomingMessage,
  response: ServerResponse,
  { lines, closes }: Extra,
): void {
  if (closes) endConnection(request)
  response.writeHead(204, preflightLines.concat(lines, closes ? closing : []))
  response.end()
}

function sendJson(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: string | Buffer,
  lines: readonly string[],
  closes: boolean,
): void {
  const length = String(Buffer.byteLength(body))
  const all = jsonLines.concat('Content-Length', length, lines, closes ? closing : [])
  response.writeHead(status, all)
  if (closes) endConnection(request)
  if (request.method === 'HEAD') response.end()
  else if (closes) endLater(request, response, body)
  else response.end(body)
}

const lingerMs = 1000

/**
 * Closes the connection behind an answer. To destroy it at once while the client is still sending
 * would be to reset it, and the client could lose the answer: what it sends is thrown away until
 * it closes, too, for a moment at most.
 */
function endLater(
  request: IncomingMessage,
  response: ServerResponse,
  body: string | Buffer,
): void {
  const { socket } = request
  request.resume()
  // It is written when the answers before it are.
  response.write(body, () => {
    socket.end()
    const timer = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => clearTimeout(timer))
  })
}

function joined(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(',') : value
}
