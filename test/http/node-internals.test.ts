import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { staysOpen, stopParsing, writeHeadText } from '../../lib/http/node-internals.ts'
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

  test('does not accept a head as text if it has one, or has no field for it', async (t) => {
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
    test(`knows whether a connection stays open: ${title}`, async (t) => {
      const told: boolean[] = []
      await meet(t, text, (request, response) => {
        told.push(staysOpen(request, response))
        response.end()
      })
      await until(() => told.length > 0)
      assert.deepEqual(told, [isOpen])
    })
  }

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
})
