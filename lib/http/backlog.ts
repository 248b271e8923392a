import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { reset } from './close.ts'
import { stopParsing } from './node-internals.ts'
import { requestBytes } from './request-memory.ts'

/**
 * Limits the requests that were parsed and wait for an earlier answer of their connection. If there
 * are more than `most` in total, the connection with the most of them is reset. A request counts as
 * several if its head is long.
 */
export class Backlog {
  readonly #counts = new Map<Socket, number>()
  readonly #watched = new WeakSet<Socket>()
  readonly #most: number
  #total = 0

  constructor(most: number) {
    this.#most = most
  }

  /**
   * Adds a request, whose response has no socket yet, until its answer is the next one. Returns
   * false if its connection is reset.
   */
  add(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request
    const count = Math.ceil(requestBytes(request) / usualBytes)
    if (!this.#watched.has(socket)) socket.once('close', () => this.#change(socket, -Infinity))
    this.#watched.add(socket)
    this.#change(socket, count)
    response.once('socket', () => this.#change(socket, -count))
    while (this.#total > this.#most) this.#endLargest()
    return this.#counts.has(socket)
  }

  #endLargest(): void {
    let largest: Socket | undefined
    for (const [socket, count] of this.#counts) {
      if (largest === undefined || count > (this.#counts.get(largest) ?? 0)) largest = socket
    }
    if (largest === undefined) return
    this.#change(largest, -Infinity)
    // What the parser has at hand must not be executed.
    stopParsing(largest)
    reset(largest)
  }

  #change(socket: Socket, change: number): void {
    const before = this.#counts.get(socket) ?? 0
    const after = Math.max(before + change, 0)
    this.#total += after - before
    if (after > 0) this.#counts.set(socket, after)
    else this.#counts.delete(socket)
  }
}

// Most requests take less.
const usualBytes = 6_144
