import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import {
  answerHalfClosed,
  currentAnswer,
  losesWhatFollows,
  staysOpen,
  stopListening,
  stopParsing,
  unfinishedRequest,
  writeHeadText,
} from '../../lib/http/node-internals.ts'
import { until } from '../support/until.ts'

const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

interface Peer {
  readonly server: Server
  readonly client: Socket
  /** All that the client has received. */
  readonly received: () => string
}

/** A server, and a client of it that has sent `text`. */
async function meet(
  t: TestContext,
  text: string,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Peer> {
  const server = createServer(handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  t.after(() => {
    client.destroy()
    server.close()
    server.closeAllConnections()
  })
  let received = ''
  client.on('error', () => {})
  client.on('data', (bytes) => (received += bytes.toString('latin1')))
  client.write(text)
  return { server, client, received: () => received }
}

describe('node', () => {
  test('sends a head that was given as text, once, before the body', async (t) => {
    const lines = 'HTTP/1.1 200 Fine\r\nX-Own: 1\r\nContent-Length: 4\r\nConnection: keep-alive\r\n'
    const head = `${lines}\r\n\xc3\xa9`
    const results: boolean[] = []
    const { received } = await meet(t, get + get, (_request, response) => {
      results.push(writeHeadText(response, 200, head))
      assert.equal(response.statusCode, 200)
      assert.equal(response.headersSent, true)
      response.end(Buffer.from('ab'))
    })
    await until(() => received().length >= 2 * (head.length + 2))
    assert.equal(received(), `${head}ab${head}ab`)
    assert.deepEqual(results, [true, true])
  })

  test('takes no head as text where it has one, or keeps none', async (t) => {
    const results: boolean[] = []
    const { received } = await meet(t, get, (_request, response) => {
      response.writeHead(204)
      results.push(writeHeadText(response, 200, 'nothing'))
      const other = Object.create(response, { _header: { value: undefined, writable: true } })
      results.push(writeHeadText(other, 200, 'nothing'))
      response.end()
    })
    await until(() => received().endsWith('\r\n\r\n'))
    assert.match(received(), /^HTTP\/1\.1 204 /)
    assert.deepEqual(results, [false, false])
  })

  const requests: Array<[title: string, text: string, isOpen: boolean]> = [
    ['HTTP/1.1', get, true],
    ['Connection: close', 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', false],
    ['HTTP/1.0', 'GET / HTTP/1.0\r\n\r\n', false],
    ['HTTP/1.0 that stays', 'GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n', false],
  ]
  for (const [title, text, isOpen] of requests) {
    test(`tells whether a connection stays open: ${title}`, async (t) => {
      const told: boolean[] = []
      await meet(t, text, (request, response) => {
        told.push(staysOpen(request, response))
        response.end()
      })
      await until(() => told.length > 0)
      assert.deepEqual(told, [isOpen])
    })
  }

  test('tells whose turn it is on a connection', async (t) => {
    const waiting: ServerResponse[] = []
    await meet(t, get + get, (_request, response) => waiting.push(response))
    await until(() => waiting.length === 2)
    const [first, second] = waiting
    assert.ok(first?.socket && second)
    const { socket } = first
    assert.equal(currentAnswer(socket), first)
    first.end()
    await until(() => currentAnswer(socket) !== first)
    assert.equal(currentAnswer(socket), second)
    second.end()
    await until(() => currentAnswer(socket) === undefined)
  })

  test('tells which request has not come to its end', async (t) => {
    const post = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n'
    const requests: IncomingMessage[] = []
    const { client } = await meet(t, `${post}ab`, (request, response) => {
      requests.push(request)
      request.resume().on('end', () => response.end())
    })
    await until(() => requests.length > 0)
    const [request] = requests
    assert.ok(request)
    assert.equal(unfinishedRequest(request.socket), request)
    client.write('c')
    await until(() => request.complete)
    assert.equal(unfinishedRequest(request.socket), undefined)
  })

  test('tells a request behind which it parses nothing of what came with it', async (t) => {
    const upgrade = get.replace('Host', 'Connection: Upgrade\r\nUpgrade: x\r\nHost')
    for (const [text, isLost] of [[upgrade, true], [get, false]] as const) {
      const told: boolean[] = []
      const { client } = await meet(t, text + get, (request, response) => {
        told.push(losesWhatFollows(request))
        response.end()
      })
      await until(() => told.length > 0)
      // What comes later is parsed: there are as many requests as were not lost.
      client.write(get)
      await until(() => told.length === (isLost ? 2 : 3))
      assert.equal(told[0], isLost)
    }
  })

  test('answers whoever has ended its side, if it is told to', async (t) => {
    const { server, client, received } = await meet(t, '', (request, response) => {
      request.socket.once('end', () => setImmediate(() => response.end('answer')))
    })
    answerHalfClosed(server)
    client.end(get)
    await until(() => received().endsWith('answer'))
    await until(() => client.destroyed)
  })

  test('parses nothing more of a connection, and reads on', async (t) => {
    let requests = 0
    let socket: Socket | undefined
    const { client, received } = await meet(t, get, (request, response) => {
      requests++
      socket = request.socket
      response.end('first')
    })
    await until(() => received().endsWith('first'))
    assert.ok(socket)
    stopParsing(socket)
    stopParsing(socket)
    const before = socket.bytesRead
    client.write(get.repeat(1_000))
    await until(() => (socket?.bytesRead ?? 0) >= before + 1_000 * get.length)
    assert.equal(requests, 1)
  })

  test('stops listening without cutting idle connections', async (t) => {
    let hasEnded = false
    const { server, client, received } = await meet(t, get, (_request, response) => {
      response.end('answer')
    })
    await until(() => received().endsWith('answer'))
    stopListening(server, () => (hasEnded = true))
    assert.equal(server.listening, false)
    client.write(get)
    await until(() => received().split('answer').length === 3)
    assert.equal(hasEnded, false)
    client.end()
    await until(() => hasEnded)
  })
})
