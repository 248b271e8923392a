import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { Socket } from 'node:net'

// Everything that this service uses of Node although Node does not document it. `connections`,
// `server` and `refused-requests` in `test/http` test it on every supported version.

/**
 * Sets the head of an answer as text, which may also contain the body, one code unit for each
 * byte. It then leaves in one write, and a `generate` costs a quarter less than with `writeHead`.
 * Returns false if Node has already made a head, or does not keep it in this field.
 */
export function writeHeadText(
  response: ServerResponse & { _header?: string | null },
  status: number,
  head: string,
): boolean {
  if (response._header !== null) return false
  // For the log.
  response.statusCode = status
  response._header = head
  return true
}

/**
 * Returns whether Node would keep the connection open after this response. Returns false without
 * the field: then Node decides.
 */
export function staysOpen(
  { httpVersion, headers }: IncomingMessage,
  response: ServerResponse & { readonly shouldKeepAlive?: boolean },
): boolean {
  return response.shouldKeepAlive === true && httpVersion === '1.1' && headers.expect === undefined
}

/**
 * Returns whether Node's parser has discarded the bytes that followed a request in the same read:
 * it takes them for another protocol, although nothing listens for an upgrade.
 */
export function losesWhatFollows({ headers }: IncomingMessage): boolean {
  return headers.upgrade !== undefined && /upgrade/i.test(headers.connection ?? '')
}

/**
 * Makes a server answer requests although the client has ended its side after them. Without the
 * field, Node ends its own side at once, and the answer is lost if both arrive in the same turn.
 */
export function answerHalfClosed(server: Server & { httpAllowHalfOpen?: boolean }): void {
  server.httpAllowHalfOpen = true
}

/**
 * Stops parsing a connection and discards everything that arrives. Node's parser receives bytes as
 * a listener, or directly as long as there is no other listener. It finishes the bytes at hand:
 * requests in them are ignored, or, without the field, stay in memory until the connection closes.
 */
export function stopParsing(
  socket: Socket & { readonly parser?: { onIncoming?: (() => number) | null } | null },
): void {
  if (socket.listeners('data').includes(discard)) return
  // The parser then continues without a request.
  if (socket.parser?.onIncoming) socket.parser.onIncoming = () => 0
  socket.removeAllListeners('data')
  socket.on('data', discard)
  // Node may have paused the connection for answers that will not come.
  setImmediate(() => socket.resume())
}

function discard(): void {}

/**
 * Stops listening, and calls back when the last connection has ended. The server's own `close()`
 * would cut idle connections at once, although the next request may be on its way.
 */
export function stopListening(server: Server, done: () => void): void {
  NetServer.prototype.close.call(server, done)
}
