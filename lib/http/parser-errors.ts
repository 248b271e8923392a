import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApiError, type FailureName } from './api-error.ts'
import { formatHead, formatLines } from './head.ts'
import type { HeaderLines } from './head.ts'
import { checkMessage } from './strict-http.ts'

/** What node reports to `'clientError'`: a code, and where in which bytes its parser stopped. */
export interface ClientError extends NodeJS.ErrnoException {
  readonly bytesParsed?: number
  readonly rawPacket?: Buffer
}

/**
 * Takes the headers that every answer carries and gives the listener for a server's
 * `'clientError'`: it answers what node's parser refuses (400, 408, 431, 505) in the JSON shape of
 * every error and closes the connection. It waits for answers under way and never throws.
 * https://nodejs.org/api/http.html#event-clienterror
 */
export function createClientErrorListener(
  fixedLines: HeaderLines,
): (error: ClientError, socket: Duplex) => void {
  // A broken connection reports again for every packet that it still receives.
  const closing = new WeakSet<Duplex>()
  return (error, socket: ServerSocket) => {
    if (closing.has(socket)) return
    closing.add(socket)
    if (error.code === 'ECONNRESET') {
      socket.destroy()
      return
    }
    const incoming = socket.parser?.incoming
    const broken = incoming?.complete === false ? incoming : undefined
    closeAfterAnswers(socket, broken, formatAnswer(toApiError(error), fixedLines))
  }
}

/**
 * Takes the headers that every answer carries and gives the listener for a server's `'connect'`,
 * which answers CONNECT (405, or what else is wrong with it) and closes the connection.
 * https://www.rfc-editor.org/rfc/rfc9110#section-9.3.6
 */
export function createConnectListener(
  fixedLines: HeaderLines,
): (request: IncomingMessage, socket: Duplex) => void {
  return (request, socket) => {
    // Node has taken its own listeners off: without this one a reset ends the process.
    socket.on('error', () => socket.destroy())
    socket.resume()
    const refusal = checkMessage(request)
    if (refusal === undefined) socket.destroy()
    else closeAfterAnswers(socket, undefined, formatAnswer(refusal, fixedLines))
  }
}

/** What node's parser refuses and this service does not call a bad request. */
const failures: Readonly<Record<string, readonly [failure: FailureName, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['requestTimeout', 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: [
    'headersTooLarge',
    'The request line and the headers are too long; together they take at most 16 KiB.',
  ],
  HPE_PAUSED_H2_UPGRADE: ['versionNotSupported', 'This service takes HTTP/1.0 and HTTP/1.1.'],
}

function toApiError(error: ClientError): ApiError {
  const code = namesOtherVersion(error) ? 'HPE_PAUSED_H2_UPGRADE' : (error.code ?? '')
  const [failure, message] = failures[code] ?? [
    'badRequest',
    'The request is not well-formed; this service takes HTTP/1.0 and HTTP/1.1.',
  ]
  return new ApiError(failure, message, { Connection: 'close' })
}

/** The parser has one code for `HTTP/9.9`, a version, and `HTTP/01.01`, which is none. */
function namesOtherVersion({ code, rawPacket, bytesParsed = 0 }: ClientError): boolean {
  if (code !== 'HPE_INVALID_VERSION' || rawPacket === undefined) return false
  const start = Math.max(0, bytesParsed - 'HTTP/9.9'.length)
  return /^HTTP\/\d\.\d\r\n/.test(rawPacket.toString('latin1', start, bytesParsed + 2))
}

function formatAnswer(error: ApiError, fixedLines: HeaderLines): string {
  const body = JSON.stringify(error)
  const lines = formatLines({
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    ...error.headers,
  })
  return formatHead(error.status, error.title, fixedLines + lines) + body
}

/** The two fields that node's own handling of client errors reads; no public ones tell the same. */
interface ServerSocket extends Duplex {
  /** The answer whose turn it is on this connection. */
  readonly _httpMessage?: ServerResponse | null
  /** `incoming` is the request whose head was parsed last. */
  readonly parser?: { readonly incoming?: IncomingMessage | null } | null
}

/**
 * Answers `broken`, the request whose body failed, or what came instead of a request's head. An
 * answer would be taken for another request's while earlier ones are due, and would be one too
 * many behind the answer of `broken` itself: then the connection closes without it.
 */
function closeAfterAnswers(
  socket: ServerSocket,
  broken: IncomingMessage | undefined,
  answer: string,
): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }

  const current = socket._httpMessage ?? undefined
  const isOwn = current !== undefined && current.req === broken
  if (current === undefined) close(socket, broken === undefined ? answer : '')
  else if (isOwn && !current.headersSent) close(socket, answer)
  // Half an answer, whose handler may wait for the rest of the body for ever.
  else if (isOwn && !current.writableEnded) socket.destroy()
  else {
    const rest = isOwn || broken === undefined ? '' : answer
    current.once('close', () => closeAfterAnswers(socket, broken, rest))
  }
}

const lingerMs = 1000

function close(socket: Duplex, lastWords: string): void {
  socket.end(lastWords)
  // Destroying at once would reset the connection, and the client could lose the answer.
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(timer))
}
