import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { losesWhatFollows, stopParsing } from './node-internals.ts'

/** The number of requests after which a connection is closed. */
export const maxRequestsPerConnection = 1_000

/** How long a connection waits for its next request. */
export const keepAliveMs = 5_000

/** Keeps track of the requests on each connection. */
export interface Connections {
  /**
   * Registers a request. Returns false if an earlier request closes this connection: later ones
   * are then neither executed nor counted. https://www.rfc-editor.org/rfc/rfc9112#section-9.6
   */
  take(request: IncomingMessage): boolean
  /**
   * Returns whether to write the pending answers now. Node stops reading from a client that has
   * unread answers, but only once they are written.
   */
  isCrowded(request: IncomingMessage, response: ServerResponse): boolean
  /** Returns whether the connection closes after the answer to this request. */
  isLast(request: IncomingMessage): boolean
  /** Makes this the last request of its connection. */
  end(request: IncomingMessage): void
  /** Closes every connection after the answer to its newest request. */
  endAll(): void
}

interface Connection {
  requests: number
  newest: IncomingMessage
  isEnding: boolean
}

/** Starts without connections. */
export function createConnections(): Connections {
  const connections = new WeakMap<Socket, Connection>()
  let areAllEnding = false
  return {
    take(request) {
      const { socket } = request
      const known = connections.get(socket)
      const connection = known ?? { requests: 0, newest: request, isEnding: false }
      if (connection.isEnding) {
        stopParsing(socket)
        return false
      }
      connection.requests++
      connection.newest = request
      connection.isEnding =
        connection.requests === maxRequestsPerConnection || losesWhatFollows(request)
      if (known === undefined) connections.set(socket, connection)
      return true
    },
    isCrowded({ socket }, response) {
      // The answer whose turn it is has its socket.
      if (response.socket !== null) return false
      return (connections.get(socket)?.requests ?? 0) % maxPending === 0
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

const maxPending = 16
