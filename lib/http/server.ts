import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { createJsonAnswers } from './answer.ts'
import type { AnswerSettings, JsonAnswers } from './answer.ts'
import { createBodyBudget } from './body.ts'
import type { BodyRules } from './body.ts'
import { createConnections, keepAliveMs, maxRequestsPerConnection } from './connection.ts'
import type { Connections } from './connection.ts'
import { answerHalfClosed, stopListening, stopParsing } from './node-internals.ts'
import { createParserListeners } from './parser-errors.ts'
import { createSender, endSoon, reset } from './send.ts'
import type { Sender } from './send.ts'
import { maxHeaderLines } from './strict-http.ts'

/** The module node:http, which the process provides. */
export type Http = typeof import('node:http')

/** A server, and the parts that receive requests and send answers. */
export interface HttpServer extends Pick<Sender, 'send' | 'endOfTurn'> {
  readonly server: Server
  readonly connections: Connections
  readonly bodies: BodyRules
  readonly answers: JsonAnswers
}

const mebibyte = 2 ** 20

/**
 * Creates a server that limits how slow a client may be and how much it may send. It answers
 * CONNECT and requests that Node's parser refuses; the listener for other requests is added later.
 */
export function createHttpServer(http: Http, settings: AnswerSettings): HttpServer {
  const server = createLimitedServer(http)
  const connections = createConnections()
  const budget = createBodyBudget(64 * mebibyte, 2 * mebibyte)
  const bodies = { limitBytes: mebibyte / 8, budget, connections }
  const answers = createJsonAnswers(settings)
  const { send, sendLast, endOfTurn } = createSender(connections)
  const { onClientError, onConnect } = createParserListeners(answers.error, sendLast)
  server.on('clientError', onClientError)
  server.on('connect', onConnect)
  // Node would send a bare 503 to requests that follow the last one of a connection.
  server.on('dropRequest', ({ socket }: IncomingMessage) => stopParsing(socket))
  server.on('timeout', endSilent)
  return { server, connections, bodies, answers, send, endOfTurn }
}

function createLimitedServer({ createServer }: Http): Server {
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
  return server
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
