import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests on one connection; the answer to the last one closes it. */
export const maxRequestsPerConnection = 1_000

/** How long a connection waits for its next request. */
export const keepAliveMs = 5_000

/** What a connection has carried so far. */
interface Connection {
  requests: number
  newest: IncomingMessage
  isEnding: boolean
}

const connections = new WeakMap<Socket, Connection>()

/**
 * Takes note of a request and tells whether it is to be answered: what follows a request whose
 * answer closes the connection is neither carried out nor counted.
 * https://www.rfc-editor.org/rfc/rfc9112#section-9.6
 */
export function takeRequest(request: IncomingMessage): boolean {
  const { socket } = request
  const connection = connections.get(socket)
  if (connection === undefined) {
    connections.set(socket, { requests: 1, newest: request, isEnding: false })
    return true
  }
  if (connection.isEnding) {
    ignoreRest(socket)
    return false
  }
  connection.requests++
  connection.newest = request
  connection.isEnding = connection.requests === maxRequestsPerConnection
  return true
}

/** Whether the answer to this request is the last one that its connection can still carry. */
export function isLast({ socket }: IncomingMessage): boolean {
  return connections.get(socket)?.isEnding === true
}

/** Whether no other request was taken on the same connection since. */
export function isNewest(request: IncomingMessage): boolean {
  return connections.get(request.socket)?.newest === request
}

/** Lets no request follow this one on its connection. */
export function endConnection({ socket }: IncomingMessage): void {
  const connection = connections.get(socket)
  if (connection !== undefined) connection.isEnding = true
}

/** Parses no more of a connection; what still comes is thrown away. */
export function ignoreRest(socket: Socket): void {
  if (socket.listeners('data').includes(ignore)) return
  socket.removeAllListeners('data')
  socket.on('data', ignore)
}

function ignore(): void {}

const mostUnanswered = 16

/**
 * Whether answers should be written before a request that has just been taken: node reads no
 * further from a client that does not fetch its answers, but it has to see them.
 */
export function isCrowded({ socket }: IncomingMessage, response: ServerResponse): boolean {
  // An answer has its socket when its turn has come.
  if (response.socket !== null) return false
  return (connections.get(socket)?.requests ?? 0) % mostUnanswered === 0
}
