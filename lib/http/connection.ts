import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { losesWhatFollows, stopParsing } from './node-internals.ts'
import { awaitsContinue, hasUnfinishedBody } from './strict-http.ts'

/** The number of requests after which a connection is closed. */
export const maxRequestsPerConnection = 1_000

/** How long a connection waits for its next request. */
export const keepAliveMs = 5_000

const maxPending = 16

/** How many requests one turn of the event loop takes before it ends connections with many. */
const mostInTurn = 2_000

/** How many requests a connection may then have sent in this turn. */
const mostAtOnce = 32

/** Keeps track of the requests on each connection. */
export class Connections {
  readonly #connections = new WeakMap<Socket, Connection>()
  #areAllEnding = false
  /** The number of the turn, and its requests. */
  #turn = 0
  #inTurn = 0

  /**
   * Registers a request. Returns false if an earlier request closes this connection: later ones
   * are then neither executed nor counted. https://www.rfc-editor.org/rfc/rfc9112#section-9.6
   *
   * In a turn of the event loop with too many requests, the next one of a connection that has sent
   * many at once is its last: hundreds behind each other, on hundreds of connections, would keep
   * new connections waiting for seconds.
   */
  register(request: IncomingMessage): boolean {
    const { socket } = request
    const connection = this.#find(socket)
    this.#countInTurn(connection)
    if (connection.isEnding) {
      stopParsing(socket)
      return false
    }
    connection.requests++
    connection.newest = request
    // Node closes the connection after a request that it has not told to continue.
    connection.isEnding =
      connection.requests === maxRequestsPerConnection ||
      (this.#inTurn > mostInTurn && connection.inTurn > mostAtOnce) ||
      losesWhatFollows(request) ||
      awaitsContinue(request)
    return true
  }

  /** Keeps the connection of this request, which is told to continue, for further ones. */
  allowMore({ socket }: IncomingMessage): void {
    const connection = this.#find(socket)
    connection.isEnding = connection.requests === maxRequestsPerConnection
  }

  /** Returns how many requests were registered on a connection. */
  count(socket: Socket): number {
    return this.#find(socket).requests
  }

  /**
   * Returns whether to write the pending answers now, because this request, which waits for them,
   * is one of many. Node stops reading from a client that has unread answers, but only once they
   * are written.
   */
  isCrowded({ socket }: IncomingMessage): boolean {
    return this.count(socket) % maxPending === 0
  }

  /** Returns whether the connection closes after the answer to this request. */
  closesAfter(request: IncomingMessage): boolean {
    const connection = this.#connections.get(request.socket)
    if (connection?.newest !== request) return false
    return this.#areAllEnding || connection.isEnding
  }

  /** Makes this the last request of its connection. The rest of its body is not parsed. */
  closeAfter(request: IncomingMessage): void {
    this.#find(request.socket).isEnding = true
    if (hasUnfinishedBody(request)) stopParsing(request.socket)
  }

  /** Closes every connection after the answer to its newest request. */
  closeAll(): void {
    this.#areAllEnding = true
  }

  #countInTurn(connection: Connection): void {
    if (this.#inTurn++ === 0) {
      this.#turn++
      setImmediate(() => (this.#inTurn = 0))
    }
    if (connection.turn !== this.#turn) connection.inTurn = 0
    connection.turn = this.#turn
    connection.inTurn++
  }

  #find(socket: Socket): Connection {
    const known = this.#connections.get(socket)
    if (known !== undefined) return known
    const connection = { requests: 0, newest: undefined, isEnding: false, turn: 0, inTurn: 0 }
    this.#connections.set(socket, connection)
    return connection
  }
}

interface Connection {
  requests: number
  newest: IncomingMessage | undefined
  isEnding: boolean
  /** The number of the turn in which its newest request arrived, and how many did so then. */
  turn: number
  inTurn: number
}
