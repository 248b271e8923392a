import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createJsonAnswers } from './answer.ts'
import type { Answer, AnswerSettings } from './answer.ts'
import { ApiError } from './api-error.ts'
import type { FailureName } from './api-error.ts'
import { createBodyBudget } from './body.ts'
import type { BodyRules } from './body.ts'
import { Connections, keepAliveMs, maxRequestsPerConnection } from './connection.ts'
import {
  answerHalfClosed,
  currentAnswer,
  stopListening,
  stopParsing,
  unfinishedRequest,
} from './node-internals.ts'
import { createSender, endSoon, reset } from './send.ts'
import type { Sender } from './send.ts'
import { checkMessage, maxHeaderLines } from './strict-http.ts'

/** The module node:http, which the process provides. */
export type Http = typeof import('node:http')

export type HttpServer = ReturnType<typeof createHttpServer>

const mebibyte = 2 ** 20

/**
 * Creates a server, and the parts that receive requests and send answers. It limits how slow a
 * client may be and how much it may send. It answers CONNECT and requests that Node's parser
 * refuses; the listener for other requests is added later.
 */
export function createHttpServer({ createServer }: Http, settings: AnswerSettings) {
  // All six limits are set: a slow client must not occupy a connection for long.
  const server = createServer({
    headersTimeout: 5_000,
    requestTimeout: 10_000,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: 1_000,
    noDelay: true,
    // Our own rules refuse a missing Host, in the JSON shape.
    requireHostHeader: false,
  })
  server.timeout = 15_000
  server.maxRequestsPerSocket = maxRequestsPerConnection
  // One more than allowed, so that our own rules notice. Node drops the rest while it is parsing.
  server.maxHeadersCount = maxHeaderLines + 1
  answerHalfClosed(server)
  const connections = new Connections()
  const budget = createBodyBudget(64 * mebibyte, 2 * mebibyte)
  const bodies: BodyRules = { limitBytes: mebibyte / 8, budget, connections }
  const answers = createJsonAnswers(settings)
  const { send, sendLast, endOfTurn } = createSender(connections)
  answerParserErrors(server, answers.error, sendLast)
  // Node would send a bare 503 to requests that follow the last one of a connection.
  server.on('dropRequest', ({ socket }: IncomingMessage) => stopParsing(socket))
  server.on('timeout', endSilent)
  return { server, connections, bodies, answers, send, endOfTurn }
}

/**
 * Ends a silent connection. Node would only close it, and answers that the client does not read
 * would stay in the kernel for minutes.
 */
function endSilent(socket: Socket): void {
  if (socket.writableLength > 0) return reset(socket)
  // The event is repeated while the connection is ending.
  if (socket.writableEnded) return
  stopParsing(socket)
  endSoon(socket, '')
}

const idleMs = 500
const patienceMs = 3_000

/**
 * Stops accepting connections and resolves when all are closed. Each is closed after its next
 * answer; idle ones after half a second, in which a request on its way arrives; all others after
 * three seconds.
 */
export async function closeServer({ server, connections }: HttpServer): Promise<void> {
  connections.endAll()
  const timers = [
    // Requests that have arrived by then are read first.
    setTimeout(setImmediate, idleMs, () => server.closeIdleConnections()),
    setTimeout(() => server.closeAllConnections(), patienceMs),
  ]
  await new Promise<void>((resolve) => stopListening(server, resolve))
  for (const timer of timers) clearTimeout(timer)
  // It is closed already, but only this ends Node's timer that looks for slow connections.
  server.close()
}

/** Node's `'clientError'`: a code, and where its parser stopped in which bytes. */
interface ClientError extends NodeJS.ErrnoException {
  readonly bytesParsed?: number
  readonly rawPacket?: Buffer
}

/**
 * Answers input that Node's parser refuses (400, 408, 431, 505), and CONNECT (405, or its first
 * fault), in the JSON shape of every error, and closes the connection after pending answers.
 * https://nodejs.org/api/http.html#event-clienterror
 */
export function answerParserErrors(
  server: Server,
  toAnswer: (error: ApiError) => Answer,
  sendLast: Sender['sendLast'],
): void {
  // A broken connection reports every packet that it still receives.
  const closing = new WeakSet<Duplex>()
  server.on('clientError', (error: ClientError, socket) => {
    if (closing.has(socket)) return
    closing.add(socket)
    if (error.code === 'ECONNRESET') return void socket.destroy()
    const answer = toAnswer(toApiError(error))
    closeAfterAnswers(socket, unfinishedRequest(socket), () => sendLast(socket, answer))
  })
  server.on('connect', (request, socket) => {
    // Node has removed its own listeners: without this one a reset ends the process.
    socket.on('error', () => socket.destroy())
    socket.resume()
    const refusal = checkMessage(request)
    if (refusal === undefined) return void socket.destroy()
    closeAfterAnswers(socket, undefined, () => sendLast(socket, toAnswer(refusal)))
  })
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
