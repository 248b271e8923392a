import type { IncomingMessage } from 'node:http'
import { allMethods, ApiError } from './api-error.ts'
import type { FailureName } from './api-error.ts'

/** The head of a request, as Node's parser returns it. */
export type RequestHead = Pick<IncomingMessage, 'httpVersion' | 'method' | 'url' | 'rawHeaders'>

/**
 * Checks the head of a request that Node's parser has accepted. Returns an error (400, 405, 417,
 * 431, 505; each closes the connection) if it is malformed or ambiguous. Of the methods only TRACE
 * is refused here: the app counts other wrong ones before it answers 405.
 * https://www.rfc-editor.org/rfc/rfc9112
 */
export function checkMessage(request: RequestHead): ApiError | undefined {
  const { httpVersion, method = '', url = '', rawHeaders } = request
  const isHttp11 = httpVersion === '1.1'
  if (!isHttp11 && httpVersion !== '1.0') {
    return httpVersion === '0.9' ? faults.noVersion : faults.version
  }
  if (rawHeaders.length > 2 * maxHeaderLines) return faults.headerLines
  let host: string | undefined
  let expect: string | undefined
  let length: string | undefined
  let coding: string | undefined
  let hasType = false
  // In `headers`, repeated lines are already joined or dropped.
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const written = rawHeaders[i] ?? ''
    if (written.includes('_') && disguisable.has(written.replaceAll('_', '-').toLowerCase())) {
      return faults.lookAlike
    }
    // Most names are ruled out by their length, which is cheaper than lower-casing.
    if (!singleLengths.has(written.length)) continue
    const value = rawHeaders[i + 1] ?? ''
    switch (written.toLowerCase()) {
      case 'host':
        if (host !== undefined) return faults.host
        host = value
        break
      case 'expect':
        if (expect !== undefined) return faults.expectation
        expect = value
        break
      case 'content-length':
        if (length !== undefined) return faults.contentLength
        length = value
        break
      case 'transfer-encoding':
        if (coding !== undefined) return faults.transferEncoding
        coding = value
        break
      case 'content-type':
        if (hasType) return faults.contentType
        hasType = true
        break
      case 'sec-websocket-version':
        return faults.webSocket
    }
  }
  if (host === undefined ? isHttp11 : !hostAndPort.test(host)) return faults.host
  if (coding !== undefined && (coding !== 'chunked' || !isHttp11 || length !== undefined)) {
    return faults.transferEncoding
  }
  if (length !== undefined && !decimal.test(length)) return faults.contentLength
  if (method === 'TRACE') return faults.method
  const targetFault = findTargetFault(method, url, host)
  if (targetFault !== undefined) return targetFault
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') {
    if (coding !== undefined || (length ?? '0') !== '0') return faults.body
  }
  // Servers ignore expectations in HTTP/1.0.
  if (expect === undefined || !isHttp11 || expect.toLowerCase() === '100-continue') return undefined
  return faults.expectation
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
  return findTargetFault('GET', path) === undefined
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

/** Returns whether a checked request has a body that has not arrived as a whole. */
export function hasUnfinishedBody(
  { complete, headers }: Pick<IncomingMessage, 'complete' | 'headers'>,
): boolean {
  if (complete) return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** The maximum number of header lines. */
export const maxHeaderLines = 100

function faultOf(message: string, failure: FailureName = 'badRequest', allow?: string): ApiError {
  return new ApiError(failure, message, { ...(allow && { allow }), closes: true })
}

/** The error for each broken rule. The messages do not repeat any part of the request. */
const faults = {
  noVersion: faultOf('The request line must end in a version: HTTP/1.0 or HTTP/1.1.'),
  version: faultOf('This service speaks HTTP/1.0 and HTTP/1.1.', 'versionNotSupported'),
  headerLines: faultOf(
    `The request has too many header lines. It may have at most ${maxHeaderLines}.`,
    'headersTooLarge',
  ),
  lookAlike: faultOf('A header name has an underscore instead of a hyphen. Use the hyphen.'),
  host: faultOf(
    'The Host header is missing, repeated or malformed. It must be a host with an optional port.',
  ),
  transferEncoding: faultOf(
    'Transfer-Encoding must be "chunked", in HTTP/1.1 and without Content-Length.',
  ),
  contentLength: faultOf(
    'The Content-Length header is repeated or malformed. It must be one decimal number.',
  ),
  contentType: faultOf('The Content-Type header is repeated. Send it once.'),
  expectation: faultOf('The Expect header must be "100-continue".', 'expectationFailed'),
  webSocket: faultOf('WebSocket is not supported. Send a plain HTTP request.'),
  method: faultOf(
    'TRACE is not supported. Use GET, HEAD, POST or OPTIONS.',
    'methodNotAllowed',
    allMethods.join(', '),
  ),
  asterisk: faultOf('The request target "*" is only allowed with OPTIONS.'),
  target: faultOf(
    'The request target must be a path and a query without a fragment, percent-encoded.',
  ),
  otherHost: faultOf('An absolute request target and the Host header must agree.'),
  body: faultOf(
    'GET, HEAD and OPTIONS must not have a request body. Send the parameters in the query.',
  ),
}

/** The lengths of the names of headers that may occur once. */
const singleLengths: ReadonlySet<number> = new Set(
  ['host', 'expect', 'content-type', 'content-length', 'transfer-encoding', 'sec-websocket-version']
    .map(({ length }) => length),
)

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

/** Host and port as in RFC 3986, but without commas, which would allow a list. */
const hostAndPort =
  /^(?:\[[\dA-Fa-f:.]+\]|(?:[\w.~!$&'()*+;=-]|%[\dA-Fa-f]{2})+)(?::\d{0,5})?$/
const decimal = /^(?:0|[1-9]\d*)$/

function findTargetFault(method: string, url: string, host?: string): ApiError | undefined {
  if (url === '*') return method === 'OPTIONS' ? undefined : faults.asterisk
  if (notInTarget.test(url) || notInPath.test(url)) return faults.target
  if (url.startsWith('/')) return undefined

  const authority = absoluteForm.exec(url)?.[1]
  if (authority === undefined) return faults.target
  if (host === undefined) return hostAndPort.test(authority) ? undefined : faults.otherHost
  return authority.toLowerCase() === host.toLowerCase() ? undefined : faults.otherHost
}

const notInTarget = /[^!-~]|["#<>]/
// Only up to the query: in a query, browsers send these characters as they are.
const notInPath = /^[^?]*?(?:[\\^`{|}]|%0[0AaDd])/
const absoluteForm = /^https?:\/\/([^/?]*)/i
