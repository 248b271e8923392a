import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { destination, formatRequest, parseAnswer } from './client.ts'
import type { Answer, Request, Target } from './client.ts'

interface Waiting {
  readonly request: Request
  resolve(answer: Answer): void
  reject(error: Error): void
}

const headEnd = '\r\n\r\n'

/** How many requests the service accepts on a connection before it has answered the first one. */
const mostPipelined = 9

/** A connection for many requests, of which nine are sent before the first is answered. */
export class Connection {
  readonly #socket: Socket
  #waiting: Waiting[] = []
  #received = Buffer.alloc(0)

  constructor(target: Target) {
    this.#socket = connect(destination(target))
    this.#socket.on('data', (bytes) => this.#take(bytes))
    // A reset counts as a normal end.
    this.#socket.on('error', () => {})
    this.#socket.on('close', () => {
      for (const { reject } of this.#waiting) reject(new Error('the connection has ended'))
      this.#waiting = []
    })
  }

  /** Sends a request and resolves to its answer; rejects if there is none. */
  send(request: Request): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) return reject(new Error('the connection has ended'))
      this.#waiting.push({ request, resolve, reject })
      if (this.#waiting.length <= mostPipelined) this.#socket.write(formatRequest(request))
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes])
    for (;;) {
      const bodyStart = this.#received.indexOf(headEnd) + headEnd.length
      if (bodyStart < headEnd.length) return
      const { headers } = parseAnswer(this.#received.subarray(0, bodyStart))
      const end = bodyStart + Number(headers['content-length'] ?? 0)
      if (this.#received.length < end) return
      const first = this.#waiting.shift()
      const next = this.#waiting.at(mostPipelined - 1)
      if (next !== undefined) this.#socket.write(formatRequest(next.request))
      first?.resolve(parseAnswer(this.#received.subarray(0, end), first.request))
      this.#received = this.#received.subarray(end)
    }
  }
}
