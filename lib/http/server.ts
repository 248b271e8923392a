import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { BodyRules } from './body.ts'
import { createBodyBudget } from './body-budget.ts'
import { createConnections, keepAliveMs, maxRequestsPerConnection } from './connection.ts'
import type { Connections } from './connection.ts'
import { createJsonAnswers } from './json-answers.ts'
import type { AnswerSettings, JsonAnswers } from './json-answers.ts'
import { answerHalfClosed, stopListening, stopParsing } from './node-internals.ts'
import { createParserListeners } from './parser-errors.ts'
import { createSender, endSoon, reset } from './send.ts'
import type { Sender } from './send.ts'
import { maxHeaderLines } from './strict-http.ts'

/** The module node:http, which the process hands over. */
export type Http = typeof import('node:http')

/** A server of node's, and what its answers are made of and sent with. */
export interface HttpServer {
  readonly server: Server
  readonly connections: Connections
  readonly bodies: BodyRules
  readonly answers: JsonAnswers
  readonly send: Sender['send']
  readonly endOfTurn: Sender['endOfTurn']
}

/**
 * Creates a server with a limit on all that a client can be slow with or have too much of. It
 * answers what node's parser refuses, and CONNECT; the listeners for requests come later.
 */
export function createHttpServer(http: Http, settings: AnswerSettings): HttpServer {
  const server = createLimitedServer(http)
  const connections = createConnections()
  const budget = createBodyBudget({ totalBytes: 64 * mebibyte, clientBytes: 2 * mebibyte })
  const bodies = { limitBytes: mebibyte / 8, budget, connections }
  const answers = createJsonAnswers(settings)
  const { send, sendLast, endOfTurn } = createSender(connections)
  const { onClientError, onConnect } = createParserListeners(answers.error, sendLast)
  server.on('clientError', onClientError)
  server.on('connect', onConnect)
  // Node would answer 503, without a word, what follows the last request of a connection.
  server.on('dropRequest', ({ socket }: IncomingMessage) => stopParsing(socket))
  server.on('timeout', endSilent)
  return { server, connections, bodies, answers, send, endOfTurn }
}

const mebibyte = 2 ** 20

function createLimitedServer({ createServer }: Http): Server {
  // All six limits are set on purpose: what a client is slow with must end in seconds.
  const server = createServer({
    headersTimeout: 5_000,
    requestTimeout: 10_000,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: 1_000,
    noDelay: true,
    // A missing Host is refused by our own rules, in the JSON shape.
    requireHostHeader: false,
  })
  server.timeout = 15_000
  server.maxRequestsPerSocket = maxRequestsPerConnection
  // One more than is taken: node keeps no more of a head that has not come to its end, and our own
  // rules see that there are too many.
  server.maxHeadersCount = maxHeaderLines + 1
  answerHalfClosed(server)
  return server
}

/**
 * Ends a connection on which nothing happens any more. Node would only close it: answers that its
 * client has asked for and does not read would stay in the kernel for minutes.
 */
function endSilent(socket: Socket): void {
  if (socket.writableLength > 0) return reset(socket)
  // Which is seen again while it is ending.
  if (socket.writableEnded) return
  stopParsing(socket)
  endSoon(socket, '')
}

const idleMs = 500
const patienceMs = 3_000

/**
 * Takes no more connections, and resolves when all are closed: behind the next answer, idle ones
 * after half a second, within which a request that is under way arrives, and every other one after
 * three seconds.
 */
export async function closeServer({ server, connections }: HttpServer): Promise<void> {
  connections.endAll()
  const timers = [
    // What has arrived by then is read first.
    setTimeout(setImmediate, idleMs, () => server.closeIdleConnections()),
    setTimeout(() => server.closeAllConnections(), patienceMs),
  ]
  await new Promise<void>((resolve) => stopListening(server, resolve))
  for (const timer of timers) clearTimeout(timer)
  // Which is closed: only this ends node's timer that looks for slow connections.
  server.close()
}
