import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { losesWhatFollows, stopParsing } from './node-internals.ts'

/** The number of requests after which a connection is closed. */
export const maxRequestsPerConnection = 1_000

/** How long a connection waits for its next request. */
export const keepAliveMs = 5_000

const maxPending = 16

/** Keeps track of the requests on each connection. */
export class Connections {
  readonly #connections = new WeakMap<Socket, Connection>()
  #areAllEnding = false

  /**
   * Registers a request. Returns false if an earlier request closes this connection: later ones
   * are then neither executed nor counted. https://www.rfc-editor.org/rfc/rfc9112#section-9.6
   */
  take(request: IncomingMessage): boolean {
    const { socket } = request
    const known = this.#connections.get(socket)
    const connection = known ?? { requests: 0, newest: request, isEnding: false }
    if (connection.isEnding) {
      stopParsing(socket)
      return false
    }
    connection.requests++
    connection.newest = request
    connection.isEnding =
      connection.requests === maxRequestsPerConnection || losesWhatFollows(request)
    if (known === undefined) this.#connections.set(socket, connection)
    return true
  }

  /**
   * Returns whether to write the pending answers now. Node stops reading from a client that has
   * unread answers, but only once they are written.
   */
  isCrowded({ socket }: IncomingMessage, response: ServerResponse): boolean {
    // The answer whose turn it is has its socket.
    if (response.socket !== null) return false
    return (this.#connections.get(socket)?.requests ?? 0) % maxPending === 0
  }

  /** Returns whether the connection closes after the answer to this request. */
  isLast(request: IncomingMessage): boolean {
    const connection = this.#connections.get(request.socket)
    if (connection?.newest !== request) return false
    return this.#areAllEnding || connection.isEnding
  }

  /** Makes this the last request of its connection. */
  end({ socket }: IncomingMessage): void {
    const connection = this.#connections.get(socket)
    if (connection !== undefined) connection.isEnding = true
  }

  /** Closes every connection after the answer to its newest request. */
  endAll(): void {
    this.#areAllEnding = true
  }
}

interface Connection {
  requests: number
  newest: IncomingMessage
  isEnding: boolean
}
