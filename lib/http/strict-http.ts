import type { IncomingMessage } from 'node:http'
import { allMethods, ApiError, formatAllow } from './api-error.ts'
import type { FailureName } from './api-error.ts'

/** The head of a request, as Node's parser returns it. */
export type RequestHead = Pick<IncomingMessage, 'httpVersion' | 'method' | 'url' | 'rawHeaders'>

/**
 * Checks the head of a request that Node's parser has accepted. Returns an error (400, 405, 417,
 * 431, 505; each closes the connection) if it is malformed or ambiguous. Of the methods only TRACE
 * and CONNECT are refused here: the app counts other wrong ones before it answers 405.
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
 * Splits the target of a checked request, in origin or absolute form, into its path and the raw
 * text after the first `?` (`''` without one). Never throws.
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
 * Returns whether the client of a checked request sends the body only after `100 Continue`.
 * https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1
 */
export function awaitsContinue(
  request: Pick<IncomingMessage, 'httpVersion' | 'headers'>,
): boolean {
  return request.httpVersion === '1.1' && request.headers.expect !== undefined
}

/** The maximum number of header lines. */
export const maxHeaderLines = 100

/** The error for each broken rule. The messages do not repeat any part of the request. */
const faults = {
  noVersion: ['badRequest', 'The request line must end in a version: HTTP/1.0 or HTTP/1.1.'],
  version: ['versionNotSupported', 'This service speaks HTTP/1.0 and HTTP/1.1.'],
  headerLines: [
    'headersTooLarge',
    `The request has too many header lines. It may have at most ${maxHeaderLines}.`,
  ],
  lookAlike: [
    'badRequest',
    'A header name has an underscore instead of a hyphen. Use the hyphen.',
  ],
  host: [
    'badRequest',
    'The Host header is missing, repeated or malformed. It must be a host with an optional port.',
  ],
  transferEncoding: [
    'badRequest',
    'Transfer-Encoding must be "chunked", in HTTP/1.1 and without Content-Length.',
  ],
  contentLength: [
    'badRequest',
    'The Content-Length header is repeated or malformed. It must be one decimal number.',
  ],
  contentType: ['badRequest', 'The Content-Type header is repeated. Send it once.'],
  expectation: ['expectationFailed', 'The Expect header must be "100-continue".'],
  webSocket: ['badRequest', 'WebSocket is not supported. Send a plain HTTP request.'],
  method: [
    'methodNotAllowed',
    'TRACE and CONNECT are not supported. Use GET, HEAD, POST or OPTIONS.',
  ],
  asterisk: ['badRequest', 'The request target "*" is only allowed with OPTIONS.'],
  target: [
    'badRequest',
    'The request target must be a path and a query without a fragment, percent-encoded.',
  ],
  otherHost: ['badRequest', 'An absolute request target and the Host header must agree.'],
  body: ['badRequest', 'GET, HEAD and OPTIONS must not have a request body.'],
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
  // Servers ignore expectations in HTTP/1.0.
  if (expectation !== undefined && isHttp11 && expectation.toLowerCase() !== '100-continue') {
    return 'expectation'
  }
  return undefined
}

/** Headers that may occur once, each with the fault of a second one. */
const singleFields = [
  ['host', 'host'],
  ['expect', 'expectation'],
  ['content-type', 'contentType'],
  ['content-length', 'contentLength'],
  ['transfer-encoding', 'transferEncoding'],
  // Only handshakes have it. Their clients could not interpret an answer of 200.
  ['sec-websocket-version', 'webSocket'],
] as const satisfies readonly (readonly [name: string, fault: Fault])[]

type SingleField = (typeof singleFields)[number][1]

const singles: ReadonlyMap<string, SingleField> = new Map(singleFields)
const singleLengths: ReadonlySet<number> = new Set(singleFields.map(([name]) => name.length))

/** Returns the values of these headers, or the fault of one that is repeated or disguised. */
function readSingles(rawHeaders: readonly string[]): { [field in SingleField]?: string } | Fault {
  // In `headers`, repeated lines are already joined or dropped.
  const values: { [field in SingleField]?: string } = {}
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? ''
    if (name.includes('_') && isLookAlike(name)) return 'lookAlike'
    // Most names are ruled out by their length, which is cheaper than lower-casing.
    if (!singleLengths.has(name.length)) continue
    const field = singles.get(name.toLowerCase())
    if (field === undefined) continue
    if (values[field] !== undefined) return field
    values[field] = rawHeaders[i + 1] ?? ''
  }
  return values
}

/** Headers about framing, body type and client, which must not be disguised by underscores. */
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

/** Host and port as in RFC 3986, but without commas, which would allow a list. */
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
// Only up to the query: in a query, browsers send these characters as they are.
const notInPath = /^[^?]*?(?:[\\^`{|}]|%0[0AaDd])/
const absoluteForm = /^https?:\/\/([^/?]*)/i
