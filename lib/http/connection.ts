import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { reset } from './close.ts'
import { losesWhatFollows, stopParsing } from './node-internals.ts'
import { awaitsContinue, hasUnfinishedBody } from './strict-http.ts'

/** The number of requests after which a connection is closed. */
export const maxRequestsPerConnection = 1_000

/** How long a connection waits for its next request. */
export const keepAliveMs = 5_000

/** How many requests of a connection may wait for earlier answers: hardly any client pipelines. */
const mostWaiting = 8

/** Keeps track of the requests on each connection. */
export class Connections {
  readonly #connections = new WeakMap<Socket, Connection>()
  #areAllEnding = false

  /**
   * Registers a request. Returns false if an earlier request closes this connection: later ones
   * are then neither executed nor counted. https://www.rfc-editor.org/rfc/rfc9112#section-9.6
   * Resets the connection if too many requests wait for earlier answers.
   */
  register(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request
    const connection = this.#find(socket)
    if (connection.isEnding) {
      stopParsing(socket)
      return false
    }
    // The answer whose turn it is has its socket.
    if (response.socket === null && !wait(request, response, connection)) return false
    connection.requests++
    connection.newest = request
    connection.response = response
    // Node closes the connection after a request that it has not told to continue.
    connection.isEnding =
      connection.requests === maxRequestsPerConnection ||
      losesWhatFollows(request) ||
      awaitsContinue(request)
    return true
  }

  /** Keeps the connection of this request, which is told to continue, for further ones. */
  allowMore({ socket }: IncomingMessage): void {
    const connection = this.#find(socket)
    connection.isEnding = connection.requests === maxRequestsPerConnection
  }

  /** Returns the newest request of a connection, its response, and whether it is the last one. */
  newest(socket: Socket): Readonly<Pick<Connection, 'newest' | 'response' | 'isEnding'>> {
    return this.#find(socket)
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

  #find(socket: Socket): Connection {
    const known = this.#connections.get(socket)
    if (known !== undefined) return known
    const none = { newest: undefined, response: undefined }
    const connection: Connection = { requests: 0, waiting: 0, ...none, isEnding: false }
    this.#connections.set(socket, connection)
    return connection
  }
}

interface Connection {
  requests: number
  /** How many requests wait for earlier answers. */
  waiting: number
  newest: IncomingMessage | undefined
  response: ServerResponse | undefined
  isEnding: boolean
}

/** Lets a request wait for earlier answers. Returns false if its connection is reset instead. */
function wait(request: IncomingMessage, response: ServerResponse, connection: Connection): boolean {
  const { socket, rawHeaders } = request
  const bytes = rawHeaders.reduce((sum, { length }) => sum + length, request.url?.length ?? 0)
  // A long head counts as several requests.
  const count = Math.ceil(bytes / usualHeadBytes)
  connection.waiting += count
  if (connection.waiting > mostWaiting) {
    connection.isEnding = true
    // What the parser has at hand must not be executed.
    stopParsing(socket)
    reset(socket)
    return false
  }
  response.once('socket', () => (connection.waiting -= count))
  return true
}

const usualHeadBytes = 2_048
