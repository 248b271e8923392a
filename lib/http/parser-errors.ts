import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Answer } from './answer.ts'
import { ApiError } from './api-error.ts'
import type { FailureName } from './api-error.ts'
import { endSoon } from './close.ts'
import type { Connections } from './connection.ts'
import { stopParsing } from './node-internals.ts'
import type { Sender } from './send.ts'

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
 * Answers input that Node's parser refuses (400, 408, 431, 505), in the JSON shape of every error,
 * after the earlier answers of the connection, and closes it.
 * https://nodejs.org/api/http.html#event-clienterror
 */
export function answerParserErrors(
  server: Server,
  connections: Connections,
  toAnswer: (error: ApiError) => Answer,
  sendLast: Sender['sendLast'],
): ParserRefusals {
  const refusals: ParserRefusals = { onAnswer: () => {} }
  const close = (error: ClientError, socket: Socket): void => {
    if (socket.destroyed) return
    const { newest, response, isEnding } = connections.newest(socket)
    const again = (): void => queueMicrotask(() => close(error, socket))
    if (newest === undefined || response === undefined || response.writableFinished) {
      const isLast = isEnding || error.code === 'HPE_CLOSED_CONNECTION'
      if (isLast) endSoon(socket, '')
      else answerError(error, socket)
    } else if (newest.complete) response.once('close', again)
    // The body of the newest request has failed. Earlier answers come first.
    else if (response.socket === null) response.once('socket', again)
    else if (response.headersSent) endSoon(socket, '')
    else answerError(error, socket)
  }
  const answerError = (error: ClientError, socket: Socket): void => {
    const refusal = toApiError(error)
    refusals.onAnswer(refusal.status, socket.remoteAddress ?? 'unknown')
    sendLast(socket, toAnswer(refusal))
  }
  server.on('clientError', (error: ClientError, duplex) => {
    const socket = duplex as Socket
    if (error.code === 'ECONNRESET') return void socket.destroy()
    // What still arrives of it must not be executed.
    stopParsing(socket)
    close(error, socket)
  })
  return refusals
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
