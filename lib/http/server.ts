import type { IncomingMessage } from 'node:http'
import { createJsonAnswers } from './answer.ts'
import type { AnswerSettings } from './answer.ts'
import type { BodyRules } from './body.ts'
import { reset } from './close.ts'
import { peerKey } from './client.ts'
import type { ClientRules } from './client.ts'
import { Connections, keepAliveMs, maxRequestsPerConnection } from './connection.ts'
import { answerHalfClosed, stopListening, stopParsing } from './node-internals.ts'
import { answerParserErrors } from './parser-errors.ts'
import { boundConnections } from './peers.ts'
import { createSender } from './send.ts'
import { maxHeaderLines } from './strict-http.ts'
import { Turns } from './turns.ts'
import { UnreadAnswers } from './unread.ts'

/** The module node:http, which the process provides. */
export type Http = typeof import('node:http')

export type HttpServer = ReturnType<typeof createHttpServer>

const mebibyte = 2 ** 20

/**
 * Creates a server, and the parts that receive requests and send answers. It limits how slow a
 * client may be and how much it may send. It answers what Node's parser refuses, and lists the
 * listeners for these; the listener for other requests is added later.
 */
export function createHttpServer(
  { createServer }: Http,
  settings: AnswerSettings,
  clients: Omit<ClientRules, 'localPeer'>,
) {
  // All six limits are set: a slow client must not occupy a connection for long.
  const server = createServer({
    headersTimeout: 5_000,
    requestTimeout: 10_000,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: 1_000,
    noDelay: true,
    // As in Node 20: the 64 KiB of later versions take megabytes in chunks of one byte.
    highWaterMark: 16_384,
    // Our own rules refuse a missing Host, in the JSON shape.
    requireHostHeader: false,
  })
  server.timeout = 15_000
  server.maxRequestsPerSocket = maxRequestsPerConnection
  // One more than allowed, so that our own rules notice. Node drops the rest while it is parsing.
  server.maxHeadersCount = maxHeaderLines + 1
  answerHalfClosed(server)
  boundConnections(server, (socket) => peerKey(socket, clients))
  const connections = new Connections()
  const bodies: BodyRules = { limitBytes: mebibyte / 8, connections }
  const turns = new Turns()
  // Node accepts one in each turn of the event loop, and more may be waiting.
  server.on('connection', () => turns.postpone())
  const answers = createJsonAnswers(settings)
  const { send, sendLast, atEndOfTurn } = createSender(
    connections,
    new UnreadAnswers(64 * mebibyte),
  )
  const refusals = answerParserErrors(server, connections, answers.error, sendLast)
  // Node would send a bare 503 to requests that follow the last one of a connection.
  server.on('dropRequest', ({ socket }: IncomingMessage) => stopParsing(socket))
  // Closed only, answers that its client does not read would stay in the kernel for minutes.
  server.on('timeout', (socket) => {
    const { newest, response } = connections.newest(socket)
    const isAwaited = newest?.complete === true && response?.headersSent === false
    if (!isAwaited || socket.writableLength > 0) reset(socket)
  })
  return { server, connections, bodies, turns, answers, refusals, send, atEndOfTurn }
}

const idleMs = 500
const patienceMs = 3_000

/**
 * Stops accepting connections and resolves when all are closed. Each is closed after its next
 * answer; idle ones after half a second, in which a request on its way arrives; all others after
 * three seconds.
 */
export async function closeServer({ server, connections }: HttpServer): Promise<void> {
  connections.closeAll()
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
