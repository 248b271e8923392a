import type { IncomingMessage, ServerResponse } from 'node:http'
import { endConnection } from './connection.ts'
import type { ApiError } from './api-error.ts'
import { formatHead, formatLines, keepAliveLines, splitLines } from './head.ts'
import type { HeaderLines } from './head.ts'
import { chooseCoding, matchesEtag } from './prepared-answer.ts'
import type { PreparedAnswer } from './prepared-answer.ts'

/** What an answer of its own has on top of the headers of all answers. */
export interface Extra {
  readonly lines: HeaderLines
  /** Whether the connection is closed behind the answer. */
  readonly closes: boolean
}

/** The headers that every answer carries. */
export const fixedLines: HeaderLines = formatLines({
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
})

/** Those of a JSON answer, up to its length. */
const jsonLines = `${fixedLines}Content-Type: application/json; charset=utf-8\r\nContent-Length: `
const notStored = formatLines({ 'Cache-Control': 'no-store' })

/** Answers 200 with a JSON value. */
export function sendValue(
  request: IncomingMessage,
  response: ServerResponse,
  value: unknown,
  { lines, closes }: Extra,
): void {
  sendJson(request, response, 200, 'OK', JSON.stringify(value), notStored + lines, closes)
}

/** Answers with the status, the headers and the JSON body of an error. */
export function sendError(
  request: IncomingMessage,
  response: ServerResponse,
  error: ApiError,
  extra: Extra,
): void {
  const { headers } = error
  let lines = notStored + extra.lines
  for (const name of Object.keys(headers)) {
    if (name !== 'Connection') lines += `${name}: ${headers[name]}\r\n`
  }
  const closes = extra.closes || headers['Connection'] === 'close'
  sendJson(request, response, error.status, error.title, JSON.stringify(error), lines, closes)
}

/** Answers with the representation that the client likes best, or 304 if it has it already. */
export function sendPrepared(
  request: IncomingMessage,
  response: ServerResponse,
  answer: PreparedAnswer,
  { lines, closes }: Extra,
): void {
  const { coding, body, etag } = answer.represent(chooseCoding(joined(request, 'accept-encoding')))
  const validating =
    `ETag: ${etag}\r\nCache-Control: public, max-age=300\r\nVary: Accept-Encoding\r\n${lines}`
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    send(request, response, 304, 'Not Modified', fixedLines + validating, undefined, closes)
    return
  }
  const all = coding === 'identity' ? validating : `${validating}Content-Encoding: ${coding}\r\n`
  sendJson(request, response, 200, 'OK', body, all, closes)
}

const preflightLines =
  fixedLines +
  notStored +
  formatLines({
    'Access-Control-Allow-Methods': 'GET, HEAD, POST, OPTIONS',
    'Access-Control-Allow-Headers': '*',
    'Access-Control-Max-Age': 86400,
    Allow: 'GET, HEAD, POST, OPTIONS',
  })

/** Answers a CORS preflight. https://fetch.spec.whatwg.org/#cors-preflight-fetch */
export function sendPreflight(
  request: IncomingMessage,
  response: ServerResponse,
  { lines, closes }: Extra,
): void {
  send(request, response, 204, 'No Content', preflightLines + lines, undefined, closes)
}

const longText = 2_000

function sendJson(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  reason: string,
  body: string | Buffer,
  lines: HeaderLines,
  closes: boolean,
): void {
  // A long text is encoded once, not once for its length and once more for the socket.
  const isLong = typeof body === 'string' && body.length > longText
  const bytes = isLong ? Buffer.from(body) : body
  const all = `${jsonLines}${Buffer.byteLength(bytes)}\r\n${lines}`
  const sent = request.method === 'HEAD' ? undefined : bytes
  send(request, response, status, reason, all, sent, closes)
}

/** Where node keeps the head of an answer until its first bytes are written. */
interface HeadKeeper {
  _header?: string | null
}

function send(
  request: IncomingMessage,
  response: ServerResponse & HeadKeeper,
  status: number,
  reason: string,
  lines: HeaderLines,
  body: string | Buffer | undefined,
  closes: boolean,
): void {
  if (closes) endConnection(request)
  if (!closes && staysOpen(request, response) && response._header === null) {
    // The head as text costs less than what node's `writeHead` does with a list.
    response.statusCode = status
    response._header = formatHead(status, reason, lines + keepAliveLines)
    endAtOnce(response, body)
    return
  }
  const names = splitLines(lines)
  if (closes) names.push('Connection', 'close')
  response.writeHead(status, reason, names)
  if (closes && body !== undefined) endLater(request, response, body)
  else response.end(body)
}

/** Whether node would keep the connection open. */
function staysOpen({ httpVersion, headers }: IncomingMessage, response: ServerResponse): boolean {
  return response.shouldKeepAlive && httpVersion === '1.1' && headers.expect === undefined
}

/** Ends an answer in one write: node's `end(body)` would write an empty part behind it. */
function endAtOnce(response: ServerResponse, body: string | Buffer | undefined): void {
  const { socket } = response
  // An answer has its socket when its turn has come.
  if (body !== undefined && socket !== null) {
    socket.cork()
    response.write(body)
    socket.uncork()
    response.end()
  } else {
    response.end(body)
  }
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
