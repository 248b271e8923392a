import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { reset } from './close.ts'

/** Limits the memory of long answers that clients do not read. */
export class UnreadAnswers {
  /** How many bytes are unread, by connection; that which has read least recently comes first. */
  readonly #bytes = new Map<Socket, number>()
  readonly #watched = new WeakSet<Socket>()
  readonly #mostBytes: number
  #totalBytes = 0

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  /** Adds an answer that has been written. If there are too many, resets some connections. */
  add(socket: Socket, response: ServerResponse): void {
    const bytes = response.writableLength
    // The kernel has taken all of it, as it does for most clients.
    if (bytes === 0 || socket.destroyed) return
    if (!this.#watched.has(socket)) socket.once('close', () => this.#change(socket, -Infinity))
    this.#watched.add(socket)
    this.#change(socket, bytes)
    response.once('finish', () => this.#change(socket, -bytes))
    for (const [oldest] of this.#bytes) {
      if (this.#totalBytes <= this.#mostBytes) return
      this.#change(oldest, -Infinity)
      reset(oldest)
    }
  }

  #change(socket: Socket, bytes: number): void {
    const before = this.#bytes.get(socket) ?? 0
    const after = Math.max(before + bytes, 0)
    this.#totalBytes += after - before
    this.#bytes.delete(socket)
    if (after > 0) this.#bytes.set(socket, after)
  }
}
