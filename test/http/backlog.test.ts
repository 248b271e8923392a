import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { Backlog } from '../../lib/http/backlog.ts'
import { requestBytes, trimHead } from '../../lib/http/request-memory.ts'
import { until } from '../support/until.ts'

const most = 100
const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

/** Starts a server with a backlog, which answers once `answer` is called. */
async function startServer(t: TestContext) {
  const backlog = new Backlog(most)
  const answers: Array<() => void> = []
  let isAnswering = false
  let kept = 0
  const server = createServer((received, response) => {
    if (response.socket === null && !backlog.add(received, response)) return
    kept++
    const answer = (): unknown => response.end('answer')
    isAnswering ? answer() : answers.push(answer)
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  /** Opens a connection that pipelines requests; its first one is answered first. */
  const open = (count: number, text = request): Client => {
    const socket = connect({ host: '127.0.0.1', port })
    const client = { socket, received: '' }
    socket.setEncoding('latin1').on('error', () => {})
    socket.on('data', (bytes: string) => (client.received += bytes))
    t.after(() => socket.destroy())
    socket.write(text.repeat(count))
    return client
  }
  return {
    open,
    answer() {
      isAnswering = true
      for (const answer of answers) answer()
    },
    countKept: () => kept,
  }
}

interface Client {
  readonly socket: Socket
  received: string
}

const countAnswers = ({ received }: Client): number => received.split('HTTP/1.1 200 ').length - 1

describe('requests that wait for an earlier answer', () => {
  test('are all answered up to the bound, whoever has sent them', async (t) => {
    const { open, answer, countKept } = await startServer(t)
    // The first request of each does not wait.
    const clients = [open(60 + 1), open(30 + 1), open(10 + 1)]
    await until(() => countKept() === most + 3)
    answer()
    await until(() => clients.every((client, index) => {
      return countAnswers(client) === ([61, 31, 11][index] ?? 0)
    }))
    assert.ok(clients.every(({ socket }) => !socket.destroyed))
  })

  test('end the connection with the most of them beyond the bound, and no other', async (t) => {
    const { open, answer, countKept } = await startServer(t)
    const large = open(80)
    await until(() => countKept() === 80)
    const small = [open(16), open(16)]
    await until(() => large.socket.destroyed)
    await until(() => countKept() >= 80 + 30)
    answer()
    await until(() => small.every((client) => countAnswers(client) === 16))
    assert.equal(countAnswers(large), 0)
    // Everything is free again.
    const later = open(90)
    await until(() => countAnswers(later) === 90)
  })

  test('count as several if their heads are long', async (t) => {
    const { open, countKept } = await startServer(t)
    const long = request.replace('\r\n\r\n', `\r\nX: ${'x'.repeat(12_000)}\r\n\r\n`)
    const client = open(80, long)
    await until(() => client.socket.destroyed)
    assert.ok(countKept() <= most / 2, String(countKept()))
  })
})

test('of a long head only what is read later is kept', async (t) => {
  const server = createServer((received, response) => {
    const before = requestBytes(received)
    trimHead(received)
    response.end(JSON.stringify([before, requestBytes(received), received.headers]))
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  for (const [long, isTrimmed] of [[100, false], [12_000, true]] as const) {
    const headers = { cookie: 'x'.repeat(long), 'if-none-match': '"a"', 'accept-encoding': 'br' }
    const answer = await fetch(`http://127.0.0.1:${port}/`, { headers })
    const [before, after, left] = (await answer.json()) as [number, number, object]
    assert.ok(before > long)
    assert.equal(after < before, isTrimmed)
    assert.equal('cookie' in left, !isTrimmed)
    assert.ok('if-none-match' in left && 'accept-encoding' in left)
  }
})
