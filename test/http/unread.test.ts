import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { describe, test } from 'node:test'
import type { Answer } from '../../lib/http/answer.ts'
import { Connections } from '../../lib/http/connection.ts'
import { createSender } from '../../lib/http/send.ts'
import { UnreadAnswers } from '../../lib/http/unread.ts'

/** A connection, of which only what is used exists. */
class Client extends EventEmitter {
  destroyed = false
  readonly #unread: UnreadAnswers

  constructor(unread: UnreadAnswers) {
    super()
    this.#unread = unread
  }

  /** Adds an answer with bytes that the kernel has not taken, and returns what reads them. */
  answer(bytes: number): () => void {
    const response = Object.assign(new EventEmitter(), { writableLength: bytes })
    this.#unread.add(this as unknown as Socket, response as unknown as ServerResponse)
    return () => response.emit('finish')
  }

  destroy(): void {
    this.destroyed = true
    this.emit('close')
  }
}

describe('answers that are not read', () => {
  const createClients = (): Client[] => {
    const unread = new UnreadAnswers(100)
    return Array.from({ length: 3 }, () => new Client(unread))
  }
  const resetOf = (clients: readonly Client[]): boolean[] =>
    clients.map(({ destroyed }) => destroyed)

  test('end the connection that has read least recently, and no more than needed', () => {
    const clients = createClients()
    const [first, second, third] = clients
    const read = first?.answer(20)
    first?.answer(20)
    second?.answer(30)
    third?.answer(30)
    read?.()
    assert.deepEqual(resetOf(clients), [false, false, false])
    third?.answer(30)
    assert.deepEqual(resetOf(clients), [false, true, false])
  })

  test('do not count once they are read, or their connection is closed', () => {
    const clients = createClients()
    const [first, second, third] = clients
    for (let count = 0; count < 20; count++) first?.answer(60)()
    second?.answer(80)
    second?.destroy()
    third?.answer(100)
    assert.deepEqual(resetOf(clients), [false, true, false])
  })

  test('are watched if their body has 16 KiB or more', () => {
    const watched: string[] = []
    class Watch extends UnreadAnswers {
      override add(_socket: Socket, { req }: ServerResponse): void {
        watched.push(`${req.method} ${req.url}`)
      }
    }
    const { send } = createSender(new Connections(), new Watch(100))
    for (const method of ['GET', 'HEAD']) {
      for (const bytes of [1, 2 ** 14 - 1, 2 ** 14, 2 ** 20]) {
        const request = { method, url: String(bytes), headers: {}, socket: new EventEmitter() }
        const response = { req: request, writeHead: () => {}, end: () => {} }
        const answer = { status: 200, reason: 'OK', lines: '', body: Buffer.alloc(bytes), closes: false }
        send(
          request as unknown as IncomingMessage,
          response as unknown as ServerResponse,
          answer as unknown as Answer,
        )
      }
    }
    assert.deepEqual(watched, [`GET ${2 ** 14}`, `GET ${2 ** 20}`])
  })
})
