import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Answer } from './answer.ts'
import { ApiError } from './api-error.ts'
import type { FailureName } from './api-error.ts'
import { currentAnswer, unfinishedRequest } from './node-internals.ts'
import { endSoon } from './send.ts'
import type { Sender } from './send.ts'
import { checkMessage } from './strict-http.ts'

/** What node reports to `'clientError'`: a code, and where in which bytes its parser stopped. */
export interface ClientError extends NodeJS.ErrnoException {
  readonly bytesParsed?: number
  readonly rawPacket?: Buffer
}

/** The listeners of a server for what never becomes a request. */
export interface ParserListeners {
  /**
   * For `'clientError'`: answers what node's parser refuses (400, 408, 431, 505) in the JSON shape
   * of every error and closes the connection. It waits for answers under way and never throws.
   * https://nodejs.org/api/http.html#event-clienterror
   */
  readonly onClientError: (error: ClientError, socket: Duplex) => void
  /**
   * For `'connect'`: answers CONNECT (405, or what else is wrong with it) and closes the
   * connection. https://www.rfc-editor.org/rfc/rfc9110#section-9.3.6
   */
  readonly onConnect: (request: IncomingMessage, socket: Duplex) => void
}

/** Gives the listeners; they answer errors as `toAnswer` says, by `sendLast`. */
export function createParserListeners(
  toAnswer: (error: ApiError) => Answer,
  sendLast: Sender['sendLast'],
): ParserListeners {
  // A broken connection reports again for every packet that it still receives.
  const closing = new WeakSet<Duplex>()
  const refuse = (socket: Duplex, error: ApiError, broken: IncomingMessage | undefined): void =>
    closeAfterAnswers(socket, broken, () => sendLast(socket, toAnswer(error)))
  return {
    onClientError(error, socket) {
      if (closing.has(socket)) return
      closing.add(socket)
      if (error.code === 'ECONNRESET') socket.destroy()
      else refuse(socket, toApiError(error), unfinishedRequest(socket))
    },
    onConnect(request, socket) {
      // Node has taken its own listeners off: without this one a reset ends the process.
      socket.on('error', () => socket.destroy())
      socket.resume()
      const refusal = checkMessage(request)
      if (refusal === undefined) socket.destroy()
      else refuse(socket, refusal, undefined)
    },
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
  return new ApiError(failure, message, { closes: true })
}

/** The parser has one code for `HTTP/9.9`, a version, and `HTTP/01.01`, which is none. */
function namesOtherVersion({ code, rawPacket, bytesParsed = 0 }: ClientError): boolean {
  if (code !== 'HPE_INVALID_VERSION' || rawPacket === undefined) return false
  const start = Math.max(0, bytesParsed - 'HTTP/9.9'.length)
  return /^HTTP\/\d\.\d\r\n/.test(rawPacket.toString('latin1', start, bytesParsed + 2))
}

/**
 * Answers `broken`, the request whose body failed, or what came instead of a request's head. An
 * answer would be taken for another request's while earlier ones are due, and would be one too
 * many behind the answer of `broken` itself: then the connection closes without it.
 */
function closeAfterAnswers(
  socket: Duplex,
  broken: IncomingMessage | undefined,
  answer: () => void,
): void {
  const close = (): void => endSoon(socket, '')
  if (!socket.writable) return close()
  const current = currentAnswer(socket)
  const isOwn = current !== undefined && current.req === broken
  if (current === undefined) (broken === undefined ? answer : close)()
  else if (isOwn && !current.headersSent) answer()
  // Half an answer, whose handler may wait for the rest of the body for ever.
  else if (isOwn && !current.writableEnded) socket.destroy()
  else {
    const rest = isOwn || broken === undefined ? close : answer
    current.once('close', () => closeAfterAnswers(socket, broken, rest))
  }
}
