import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Answer } from './answer.ts'
import { ApiError } from './api-error.ts'
import type { FailureName } from './api-error.ts'
import { endSoon } from './close.ts'
import type { Connections } from './connection.ts'
import { currentAnswer, stopParsing, unfinishedRequest } from './node-internals.ts'
import type { Sender } from './send.ts'
import { checkMessage } from './strict-http.ts'
import { onlyIfLate } from './time-limits.ts'

/** Node's `'clientError'`: a code, and where its parser stopped in which bytes. */
interface ClientError extends NodeJS.ErrnoException {
  readonly bytesParsed?: number
  readonly rawPacket?: Buffer
}

/** Who is told about each of these answers. */
export interface ParserRefusals {
  /** `peer` is the address of the connection: what the headers say is unknown. */
  onAnswer: (status: number, peer: string) => void
}

/**
 * Answers input that Node's parser refuses (400, 408, 431, 505), and CONNECT (405, or its first
 * fault), in the JSON shape of every error, and closes the connection after pending answers.
 * https://nodejs.org/api/http.html#event-clienterror
 */
export function answerParserErrors(
  server: Server,
  connections: Connections,
  toAnswer: (error: ApiError) => Answer,
  sendLast: Sender['sendLast'],
): ParserRefusals {
  const refusals: ParserRefusals = { onAnswer: () => {} }
  const refuse = (socket: Socket, broken: IncomingMessage | undefined, error: ApiError): void =>
    closeAfterAnswers(socket, broken, () => {
      refusals.onAnswer(error.status, socket.remoteAddress ?? 'unknown')
      sendLast(socket, toAnswer(error))
    }, (request) => connections.closesAfter(request))
  const close = (error: ClientError, socket: Socket): void => {
    if (error.code === 'ECONNRESET') return void socket.destroy()
    const broken = unfinishedRequest(socket)
    // What still arrives of it must not be executed.
    stopParsing(socket)
    refuse(socket, broken, toApiError(error))
  }
  server.on('clientError', (error: ClientError, duplex) => {
    const socket = duplex as Socket
    if (error.code !== timedOut) return close(error, socket)
    onlyIfLate(socket, () => connections.count(socket), () => close(error, socket))
  })
  server.on('connect', (request, duplex) => {
    const socket = duplex as Socket
    // Node has removed its own listeners: without this one a reset ends the process.
    socket.on('error', () => socket.destroy())
    socket.resume()
    const refusal = checkMessage(request)
    if (refusal === undefined) return void socket.destroy()
    refuse(socket, undefined, refusal)
  })
  return refusals
}

const timedOut = 'ERR_HTTP_REQUEST_TIMEOUT'

/** The codes of Node's parser for anything but a bad request. */
const failures: Readonly<Record<string, readonly [failure: FailureName, message: string]>> = {
  [timedOut]: ['requestTimeout', 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: [
    'headersTooLarge',
    'The request line and the headers are too long. Together they may have at most 16 KiB.',
  ],
  HPE_PAUSED_H2_UPGRADE: ['versionNotSupported', 'This service speaks HTTP/1.0 and HTTP/1.1.'],
}

function toApiError(error: ClientError): ApiError {
  const code = namesOtherVersion(error) ? 'HPE_PAUSED_H2_UPGRADE' : (error.code ?? '')
  const malformed = 'The request is malformed. This service speaks HTTP/1.0 and HTTP/1.1.'
  const [failure, message] = failures[code] ?? ['badRequest', malformed]
  return new ApiError(failure, message, { closes: true })
}

/** Whether input has a version such as `HTTP/9.9`; `HTTP/01.01` has the same error code. */
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
  closesAfter: (request: IncomingMessage) => boolean,
): void {
  const close = (): void => endSoon(socket, '')
  if (!socket.writable) return close()
  const current = currentAnswer(socket)
  const isOwn = current !== undefined && current.req === broken
  if (current === undefined) (broken === undefined ? answer : close)()
  else if (isOwn && !current.headersSent) answer()
  else if (isOwn && !current.writableEnded) {
    // The last answer of a connection closes it once it is written. In any other, the client would
    // take an error for the rest of the answer.
    if (!closesAfter(broken)) socket.destroy()
  } else {
    const rest = isOwn ? close : answer
    // Node gives the connection to the next answer after this event.
    current.once('close', () => {
      queueMicrotask(() => closeAfterAnswers(socket, broken, rest, closesAfter))
    })
  }
}
