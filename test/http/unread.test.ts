import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { describe, test } from 'node:test'
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
})
