import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { losesWhatFollows, stopParsing } from './node-internals.ts'

/** Requests on one connection; the answer to the last one closes it. */
export const maxRequestsPerConnection = 1_000

/** How long a connection waits for its next request. */
export const keepAliveMs = 5_000

/** What the service knows of its connections beyond what node does. */
export interface Connections {
  /**
   * Takes note of a request and tells whether it is to be answered: what follows a request whose
   * answer closes the connection is neither carried out nor counted.
   * https://www.rfc-editor.org/rfc/rfc9112#section-9.6
   */
  take(request: IncomingMessage): boolean
  /**
   * Whether answers should be written before a request that has just been taken: node reads no
   * further from a client that does not fetch its answers, but it has to see them.
   */
  isCrowded(request: IncomingMessage, response: ServerResponse): boolean
  /** Whether the answer to this request is the last one that its connection can still carry. */
  isLast(request: IncomingMessage): boolean
  /** Lets no request follow this one on its connection. */
  end(request: IncomingMessage): void
  /** From now on each connection ends behind the answer to its newest request. */
  endAll(): void
}

/** What a connection has carried so far. */
interface Connection {
  requests: number
  newest: IncomingMessage
  isEnding: boolean
}

/** Starts with no connection. */
export function createConnections(): Connections {
  const connections = new WeakMap<Socket, Connection>()
  let areAllEnding = false
  return {
    take(request) {
      const { socket } = request
      const connection = connections.get(socket)
      if (connection === undefined) {
        const isEnding = losesWhatFollows(request)
        connections.set(socket, { requests: 1, newest: request, isEnding })
        return true
      }
      if (connection.isEnding) {
        stopParsing(socket)
        return false
      }
      connection.requests++
      connection.newest = request
      connection.isEnding =
        connection.requests === maxRequestsPerConnection || losesWhatFollows(request)
      return true
    },
    isCrowded({ socket }, response) {
      // An answer has its socket when its turn has come.
      if (response.socket !== null) return false
      return (connections.get(socket)?.requests ?? 0) % mostUnanswered === 0
    },
    isLast(request) {
      const connection = connections.get(request.socket)
      if (connection === undefined || connection.newest !== request) return false
      return areAllEnding || connection.isEnding
    },
    end({ socket }) {
      const connection = connections.get(socket)
      if (connection !== undefined) connection.isEnding = true
    },
    endAll() {
      areAllEnding = true
    },
  }
}

const mostUnanswered = 16
