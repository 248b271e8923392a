import type { IncomingMessage } from 'node:http'
import { ApiError } from './api-error.ts'
import type { FailureName } from './api-error.ts'
import { allMethods, formatAllow } from './methods.ts'

/** What the checks look at: the head of a request as node's parser hands it over. */
export type RequestHead = Pick<IncomingMessage, 'httpVersion' | 'method' | 'url' | 'rawHeaders'>

/**
 * Takes the head of a request that node's parser let through and gives the error to answer with
 * when the message is malformed or two programs could read it differently (400, 405, 417, 431,
 * 505; each closes the connection), or `undefined`. Of the methods only TRACE and CONNECT are
 * refused here: the app counts a request with any other method before it answers 405.
 * https://www.rfc-editor.org/rfc/rfc9112
 */
export function checkMessage(request: RequestHead): ApiError | undefined {
  const fault = findFault(request)
  if (fault === undefined) return undefined

  const [failure, message] = faults[fault]
  const allow = failure === 'methodNotAllowed' ? { allow: formatAllow(allMethods) } : {}
  return new ApiError(failure, message, { ...allow, closes: true })
}

/**
 * Takes the target of a request that `checkMessage` let through, in origin or absolute form, and
 * gives its path and the raw text after the first `?` (`''` without one). Never throws.
 * https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 */
export function splitTarget(url: string): { path: string; query: string } {
  const start = url.startsWith('/') ? 0 : (absoluteForm.exec(url)?.[0].length ?? 0)
  const mark = url.indexOf('?', start)
  const path = mark === -1 ? url.slice(start) : url.slice(start, mark)
  return { path: path === '' ? '/' : path, query: mark === -1 ? '' : url.slice(mark + 1) }
}

/** Returns whether `checkMessage` accepts requests with this path, which begins with a slash. */
export function isAcceptedPath(path: string): boolean {
  return findTargetFault('GET', path, undefined) === undefined
}

/**
 * Takes a request that `checkMessage` let through and tells whether its client holds the body back
 * until it reads `100 Continue`. https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1
 */
export function awaitsContinue(
  request: Pick<IncomingMessage, 'httpVersion' | 'headers'>,
): boolean {
  return request.httpVersion === '1.1' && request.headers.expect !== undefined
}

/** The most header lines that a request may have. */
export const maxHeaderLines = 100

/** Every rule: what breaking it is answered with. The messages repeat nothing of the request. */
const faults = {
  noVersion: ['badRequest', 'The request line has no version; it ends with HTTP/1.0 or HTTP/1.1.'],
  version: ['versionNotSupported', 'This service takes HTTP/1.0 and HTTP/1.1.'],
  headerLines: [
    'headersTooLarge',
    `The request has too many header lines; at most ${maxHeaderLines} are taken.`,
  ],
  lookAlike: [
    'badRequest',
    'A header name has an underscore where its standard name has a hyphen; use the hyphen.',
  ],
  host: [
    'badRequest',
    'The Host header is missing, repeated or malformed; it takes one host and an optional port.',
  ],
  transferEncoding: [
    'badRequest',
    'The Transfer-Encoding header takes "chunked" alone, in HTTP/1.1, without Content-Length.',
  ],
  contentLength: [
    'badRequest',
    'The Content-Length header is repeated or malformed; it takes one decimal number.',
  ],
  contentType: ['badRequest', 'The Content-Type header is repeated; it is taken once.'],
  expectation: ['expectationFailed', 'The Expect header takes "100-continue" alone.'],
  webSocket: ['badRequest', 'WebSocket is not served here; send a plain HTTP request.'],
  method: ['methodNotAllowed', 'TRACE and CONNECT are not served; use GET, HEAD, POST or OPTIONS.'],
  asterisk: ['badRequest', 'The request target "*" is taken with OPTIONS alone.'],
  target: [
    'badRequest',
    'The request target takes a path and a query, other characters percent-encoded, no fragment.',
  ],
  otherHost: ['badRequest', 'An absolute request target and the Host header must name one host.'],
  body: ['badRequest', 'GET, HEAD and OPTIONS take no request body.'],
} as const satisfies Record<string, readonly [failure: FailureName, message: string]>

type Fault = keyof typeof faults

function findFault(request: RequestHead): Fault | undefined {
  const { httpVersion, method = '', url = '', rawHeaders } = request
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    return httpVersion === '0.9' ? 'noVersion' : 'version'
  }
  if (rawHeaders.length > 2 * maxHeaderLines) return 'headerLines'
  const values = readSingles(rawHeaders)
  if (typeof values === 'string') return values

  const { host, transferEncoding, contentLength, webSocket, expectation } = values
  const isHttp11 = httpVersion === '1.1'
  if (host === undefined ? isHttp11 : !hostAndPort.test(host)) return 'host'
  if (transferEncoding !== undefined) {
    if (transferEncoding !== 'chunked' || !isHttp11) return 'transferEncoding'
    if (contentLength !== undefined) return 'transferEncoding'
  }
  if (contentLength !== undefined && !decimal.test(contentLength)) return 'contentLength'
  if (webSocket !== undefined) return 'webSocket'
  if (method === 'TRACE' || method === 'CONNECT') return 'method'
  const targetFault = findTargetFault(method, url, host)
  if (targetFault !== undefined) return targetFault
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') {
    if (transferEncoding !== undefined || (contentLength ?? '0') !== '0') return 'body'
  }
  // HTTP/1.0 knows no expectations; a server ignores them there.
  if (expectation !== undefined && isHttp11 && expectation.toLowerCase() !== '100-continue') {
    return 'expectation'
  }
  return undefined
}

/** Headers that come once at most, each with the fault of a second one. */
const singleFields = [
  ['host', 'host'],
  ['expect', 'expectation'],
  ['content-type', 'contentType'],
  ['content-length', 'contentLength'],
  ['transfer-encoding', 'transferEncoding'],
  // Handshakes alone have it; an answer of 200 would leave their clients guessing.
  ['sec-websocket-version', 'webSocket'],
] as const satisfies readonly (readonly [name: string, fault: Fault])[]

type SingleField = (typeof singleFields)[number][1]

const singles: ReadonlyMap<string, SingleField> = new Map(singleFields)
const singleLengths: ReadonlySet<number> = new Set(singleFields.map(([name]) => name.length))

/** The values of the headers that come once, or the fault of one that is repeated or disguised. */
function readSingles(rawHeaders: readonly string[]): { [field in SingleField]?: string } | Fault {
  // `rawHeaders`, because `headers` has joined or dropped the repeated lines already.
  const values: { [field in SingleField]?: string } = {}
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? ''
    if (name.includes('_') && isLookAlike(name)) return 'lookAlike'
    // The length rules most names out before they are lower-cased.
    if (!singleLengths.has(name.length)) continue
    const field = singles.get(name.toLowerCase())
    if (field === undefined) continue
    if (values[field] !== undefined) return field
    values[field] = rawHeaders[i + 1] ?? ''
  }
  return values
}

/** Headers that frame a message, type its body or name its client: an underscore disguises them. */
const disguisable = new Set([
  'content-encoding',
  'content-length',
  'content-type',
  'transfer-encoding',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
])

function isLookAlike(name: string): boolean {
  return disguisable.has(name.replaceAll('_', '-').toLowerCase())
}

/** RFC 3986 host and port, without the comma that would allow a list. */
const hostAndPort =
  /^(?:\[[\dA-Fa-f:.]+\]|(?:[\w.~!$&'()*+;=-]|%[\dA-Fa-f]{2})+)(?::\d{0,5})?$/
const decimal = /^(?:0|[1-9]\d*)$/

function findTargetFault(method: string, url: string, host: string | undefined): Fault | undefined {
  if (url === '*') return method === 'OPTIONS' ? undefined : 'asterisk'
  if (notInTarget.test(url) || notInPath.test(url)) return 'target'
  if (url.startsWith('/')) return undefined

  const authority = absoluteForm.exec(url)?.[1]
  if (authority === undefined) return 'target'
  if (host === undefined) return hostAndPort.test(authority) ? undefined : 'otherHost'
  return authority.toLowerCase() === host.toLowerCase() ? undefined : 'otherHost'
}

const notInTarget = /[^!-~]|["#<>]/
// Up to the query only: browsers send these characters as they are in a query.
const notInPath = /^[^?]*?(?:[\\^`{|}]|%0[0AaDd])/
const absoluteForm = /^https?:\/\/([^/?]*)/i
