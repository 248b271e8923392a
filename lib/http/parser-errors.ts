import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Answer } from './answer.ts'
import { ApiError } from './api-error.ts'
import type { FailureName } from './api-error.ts'
import { currentAnswer, unfinishedRequest } from './node-internals.ts'
import { endSoon } from './send.ts'
import type { Sender } from './send.ts'
import { checkMessage } from './strict-http.ts'

/** Node's `'clientError'`: a code, and where its parser stopped in which bytes. */
export interface ClientError extends NodeJS.ErrnoException {
  readonly bytesParsed?: number
  readonly rawPacket?: Buffer
}

/** The listeners of a server for input that never becomes a request. */
export interface ParserListeners {
  /**
   * For `'clientError'`: answers input that Node's parser refuses (400, 408, 431, 505) in the JSON
   * shape of every error and closes the connection, after pending answers. Never throws.
   * https://nodejs.org/api/http.html#event-clienterror
   */
  readonly onClientError: (error: ClientError, socket: Duplex) => void
  /**
   * For `'connect'`: answers CONNECT with 405, or its first fault, and closes the connection.
   * https://www.rfc-editor.org/rfc/rfc9110#section-9.3.6
   */
  readonly onConnect: (request: IncomingMessage, socket: Duplex) => void
}

/** Creates the listeners. They format errors with `toAnswer` and send them with `sendLast`. */
export function createParserListeners(
  toAnswer: (error: ApiError) => Answer,
  sendLast: Sender['sendLast'],
): ParserListeners {
  // A broken connection reports every packet that it still receives.
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
      // Node has removed its own listeners: without this one a reset ends the process.
      socket.on('error', () => socket.destroy())
      socket.resume()
      const refusal = checkMessage(request)
      if (refusal === undefined) socket.destroy()
      else refuse(socket, refusal, undefined)
    },
  }
}

/** The codes of Node's parser for anything but a bad request. */
const failures: Readonly<Record<string, readonly [failure: FailureName, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['requestTimeout', 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: [
    'headersTooLarge',
    'The request line and the headers are too long. Together they may have at most 16 KiB.',
  ],
  HPE_PAUSED_H2_UPGRADE: ['versionNotSupported', 'This service speaks HTTP/1.0 and HTTP/1.1.'],
}

function toApiError(error: ClientError): ApiError {
  const code = namesOtherVersion(error) ? 'HPE_PAUSED_H2_UPGRADE' : (error.code ?? '')
  const [failure, message] = failures[code] ?? [
    'badRequest',
    'The request is malformed. This service speaks HTTP/1.0 and HTTP/1.1.',
  ]
  return new ApiError(failure, message, { closes: true })
}

/** Tells `HTTP/9.9`, a version, from `HTTP/01.01`, for which the parser has the same code. */
function namesOtherVersion({ code, rawPacket, bytesParsed = 0 }: ClientError): boolean {
  if (code !== 'HPE_INVALID_VERSION' || rawPacket === undefined) return false
  const start = Math.max(0, bytesParsed - 'HTTP/9.9'.length)
  return /^HTTP\/\d\.\d\r\n/.test(rawPacket.toString('latin1', start, bytesParsed + 2))
}

/**
 * Answers `broken`, the request whose body failed, or (`undefined`) input that is not a request.
 * The answer waits until earlier ones are sent, or it would be taken for one of them. If `broken`
 * has been answered already, the connection closes without a second answer.
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
  // Half an answer: its handler may be waiting for the rest of the body.
  else if (isOwn && !current.writableEnded) socket.destroy()
  else {
    const rest = isOwn || broken === undefined ? close : answer
    current.once('close', () => closeAfterAnswers(socket, broken, rest))
  }
}
