import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

// All that this service takes from node and node does not document. `node-internals.test.ts` holds
// node to it, on every version that is supported.

/** Where node keeps the head of an answer until its first bytes are written. */
interface HeadKeeper {
  _header?: string | null
}

/**
 * Gives an answer its head as text, which costs less than what `writeHead` does with a list; what
 * follows may stand behind it, each code unit a byte, and leaves in the same write. Returns `false`
 * where node keeps no head there (any more), or has made one: `writeHead` is left.
 */
export function writeHeadText(
  response: ServerResponse & HeadKeeper,
  status: number,
  head: string,
): boolean {
  if (response._header !== null) return false
  // What a log line tells of the answer.
  response.statusCode = status
  response._header = head
  return true
}

/**
 * Whether node would say that the connection stays open behind this answer. Without the field it
 * is left to node to say so.
 */
export function staysOpen(
  { httpVersion, headers }: IncomingMessage,
  response: ServerResponse & { readonly shouldKeepAlive?: boolean },
): boolean {
  return (
    response.shouldKeepAlive === true && httpVersion === '1.1' && headers.expect === undefined
  )
}

/** The fields of a server's socket that node's own handling of client errors reads. */
interface ServerSocket extends Duplex {
  readonly _httpMessage?: ServerResponse | null
  readonly parser?: ServerParser | null
}


interface ServerParser {
  readonly incoming?: IncomingMessage | null
  /** Makes a request, and its answer, of a head that has been parsed. */
  onIncoming?: (() => number) | null
}

/**
 * The answer whose turn it is on a connection. Without the field an error is answered behind what
 * has been written so far.
 */
export function currentAnswer(socket: ServerSocket): ServerResponse | undefined {
  return socket._httpMessage ?? undefined
}

/**
 * The request whose head was parsed last and whose body has not come to its end. Without the field
 * a failing body counts as what follows its request.
 */
export function unfinishedRequest(socket: ServerSocket): IncomingMessage | undefined {
  const incoming = socket.parser?.incoming
  return incoming?.complete === false ? incoming : undefined
}

/**
 * Whether node's parser has thrown away what came behind a request in the same read: it takes it
 * for another protocol, although nobody listens for an upgrade.
 */
export function losesWhatFollows({ headers }: IncomingMessage): boolean {
  return headers.upgrade !== undefined && /upgrade/i.test(headers.connection ?? '')
}

/**
 * Has a server answer the requests of a client that has ended its side behind them. Without the
 * field the answer is lost where the end comes in the same turn as the request, because node then
 * ends its own side at once.
 */
export function answerHalfClosed(server: Server & { httpAllowHalfOpen?: boolean }): void {
  server.httpAllowHalfOpen = true
}

/**
 * Parses no more of a connection; what still comes is thrown away. Node's parser gets its bytes as
 * a listener, or instead of all listeners as long as there is none but its own. It goes to the end
 * of what it has at hand: what it finds there is left out, or without the field kept in memory,
 * unanswered, as long as the connection.
 */
export function stopParsing(socket: Socket & ServerSocket): void {
  if (socket.listeners('data').includes(throwAway)) return
  if (socket.parser?.onIncoming) socket.parser.onIncoming = leaveOut
  socket.removeAllListeners('data')
  socket.on('data', throwAway)
  // Node may have paused the connection for answers that never come.
  setImmediate(() => socket.resume())
}

/** Tells the parser to go on. */
function leaveOut(): number {
  return 0
}

function throwAway(): void {}

/**
 * Stops listening, and calls back when the last connection has ended. The server's own `close()`
 * would cut idle connections at once, on which the next request may be under way already.
 */
export function stopListening(server: Server, done: () => void): void {
  NetServer.prototype.close.call(server, done)
}
