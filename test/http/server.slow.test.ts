import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import * as http from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { compileTrust } from '../../lib/http/address.ts'
import { ApiError } from '../../lib/http/api-error.ts'
import { Connections } from '../../lib/http/connection.ts'
import { staysOpen, stopParsing, writeHeadText } from '../../lib/http/node-internals.ts'
import { closeServer, createHttpServer } from '../../lib/http/server.ts'
import type { HttpServer } from '../../lib/http/server.ts'
import { until } from '../support/until.ts'

const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
const last = get.replace('Host', 'Connection: close\r\nHost')
const clients = { isTrusted: compileTrust('loopback'), ipv6PrefixBits: 64 }

describe('a silent connection', () => {
  test('is reset, with all that the kernel has not taken', async (t) => {
    const { server, client, socket } = await meet(t, (response) => response.end(Buffer.alloc(2e7)))
    await until(() => socket.writableLength > 0)
    server.emit('timeout', socket)
    assert.equal(socket.destroyed, true)
    // The data in the kernel is lost, too.
    assert.ok((await readToEnd(client)).length < 1_000_000)
  })

  test('stays as long as a request waits for its answer', async (t) => {
    const { server, client, socket } = await meet(t, (response, { connections }) => {
      connections.register(response.req, response)
      setTimeout(() => response.end('answer'), 50)
    })
    await until(() => socket.bytesRead > 0)
    server.emit('timeout', socket)
    assert.equal(socket.destroyed, false)
    client.resume()
    await until(() => client.bytesRead > 0 && socket.writableLength === 0)
    server.emit('timeout', socket)
    assert.equal(socket.destroyed, true)
  })
})

describe('after an answer that closes its connection', () => {
  const refusal = new ApiError('unsupportedMediaType', 'No.', { closes: true })
  const bytes = 20_000_000
  const long = get.replace('Host', `X: ${'a'.repeat(1_000)}\r\nHost`)
  const post = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${bytes}\r\n\r\n`

  test('all that the client still sends is read, and the connection is not reset', async (t) => {
    const answer = (response: ServerResponse, { answers, send }: HttpServer): void =>
      send(response.req, response, answers.error(refusal))
    const { client, socket } = await meet(t, answer, post)
    client.end(Buffer.alloc(bytes))
    assert.match(await readToEnd(client), /^HTTP\/1\.1 415 .*"No\."\}$/s)
    await until(() => socket.destroyed)
    assert.equal(socket.bytesRead, post.length + bytes)
  })

  test('nothing is parsed once it is seen to be a request', async (t) => {
    const answer = (response: ServerResponse, { answers, connections, send }: HttpServer): void => {
      if (connections.register(response.req, response)) send(response.req, response, answers.error(refusal))
    }
    // More than a connection may carry.
    for (const [request, times] of [[get, 40_000], [long, 900]] as const) {
      const { client, requests, socket } = await meet(t, answer, request)
      client.resume()
      client.end(request.repeat(times))
      await until(() => socket.destroyed)
      // The request after it shows that there is more, and is the last that needs memory.
      assert.equal(requests(), 2)
      assert.equal(socket.bytesRead, (times + 1) * request.length)
    }
  })

  test('there is time to read it, although half a request follows', async (t) => {
    const answer = (response: ServerResponse, { answers, send }: HttpServer): void =>
      send(response.req, response, answers.error(refusal))
    const { client, server, socket } = await meet(t, answer)
    await until(() => socket.writableFinished)
    const late = Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    server.emit('clientError', late, socket)
    assert.equal(socket.destroyed, false)
    assert.match(await readToEnd(client), /"No\."\}$/)
    await until(() => socket.destroyed)
  })
})

describe('a server', () => {
  test('has a limit on all that a client can be slow with', () => {
    const { server } = createHttpServer(http, { exposedHeaders: [] }, clients)
    const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = server
    assert.deepEqual(
      { headersTimeout, requestTimeout, keepAliveTimeout, timeout },
      { headersTimeout: 5_000, requestTimeout: 10_000, keepAliveTimeout: 5_000, timeout: 15_000 },
    )
    assert.equal(server.maxRequestsPerSocket, 1_000)
    assert.equal(server.maxHeadersCount, 101)
    server.close()
  })
})

test('a server that stops resets connections that are still open after three seconds', async (t) => {
  const parts = createHttpServer(http, { exposedHeaders: [] }, clients)
  parts.server.listen(0, '127.0.0.1')
  await once(parts.server, 'listening')
  const client = connect((parts.server.address() as AddressInfo).port, '127.0.0.1')
  t.after(() => client.destroy())
  client.on('error', () => {}).write(get.slice(0, 9))
  const [socket]: Socket[] = await once(parts.server, 'connection')
  await until(() => socket?.bytesRead === 9)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const closed = closeServer(parts)
  t.mock.timers.tick(2_999)
  await setImmediate()
  await setImmediate()
  assert.equal(socket?.destroyed, false)
  t.mock.timers.tick(1)
  assert.equal(socket?.destroyed, true)
  await closed
})

test('a connection ends with its 1,000th request, although it is told to continue', () => {
  const connections = new Connections()
  const socket = new EventEmitter() as Socket
  for (let number = 1; number <= 1_000; number++) {
    const headers = { expect: '100-continue' }
    const request = { headers, httpVersion: '1.1', socket } as unknown as IncomingMessage
    assert.equal(connections.register(request, { socket } as ServerResponse), true)
    connections.allowMore(request)
    assert.equal(connections.closesAfter(request), number === 1_000, String(number))
  }
})

describe('node', () => {
  test('sends a head that was given as text, once, before the body', async (t) => {
    const lines = 'HTTP/1.1 201 Fine\r\nX-Own: 1\r\nContent-Length: 4\r\nConnection: keep-alive\r\n'
    const head = `${lines}\r\n\xc3\xa9`
    const results: boolean[] = []
    let ended = 0
    const { client } = await meet(t, (response) => {
      results.push(writeHeadText(response, 201, head))
      // Only once, and only as long as Node has the field.
      results.push(writeHeadText(response, 204, 'nothing'))
      const other = Object.create(response, { _header: { value: undefined, writable: true } })
      results.push(writeHeadText(other, 204, 'nothing'))
      assert.equal(response.statusCode, 201)
      const { socket } = response.req
      response.end(Buffer.from('ab'), () => ++ended === 2 && socket.end())
    }, get + get)
    assert.equal(await readToEnd(client), `${head}ab${head}ab`)
    assert.deepEqual(results, [true, false, false, true, false, false])
  })

  test('parses nothing more of a connection, and reads on', async (t) => {
    const { client, socket, requests } = await meet(t, (response) => response.end('first'))
    await until(() => socket.bytesWritten > 0)
    stopParsing(socket)
    client.write(get.repeat(1_000))
    await until(() => socket.bytesRead === 1_001 * get.length)
    assert.equal(requests(), 1)
  })

  const requests: Array<[text: string, isOpen: boolean]> = [
    [get, true],
    [last, false],
    ['GET / HTTP/1.0\r\n\r\n', false],
    ['GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n', false],
  ]
  for (const [text, isOpen] of requests) {
    test(`keeps the connection open after ${JSON.stringify(text)}: ${isOpen}`, async (t) => {
      const told: boolean[] = []
      await meet(t, (response) => {
        told.push(staysOpen(response.req, response))
        response.end()
      }, text)
      assert.deepEqual(told, [isOpen])
    })
  }
})

/** Starts a server, and a client with a request; returns the server's socket. */
async function meet(
  t: TestContext,
  answer: (response: ServerResponse, parts: HttpServer) => void,
  request = get,
) {
  const parts = createHttpServer(http, { exposedHeaders: [] }, clients)
  const { server } = parts
  let count = 0
  server.on('request', (_request, response) => {
    count++
    answer(response, parts)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
  t.after(() => {
    client.destroy()
    server.close()
    server.closeAllConnections()
  })
  const connected = once(server, 'connection')
  client.on('error', () => {})
  client.write(request)
  const [socket]: Socket[] = await connected
  assert.ok(socket)
  await until(() => count > 0)
  return { server, client, socket, requests: () => count }
}

/** What a client receives until its connection ends. */
function readToEnd(client: Socket): Promise<string> {
  return new Promise((resolve) => {
    let received = ''
    client.setEncoding('latin1').on('data', (text: string) => (received += text))
    client.on('close', () => resolve(received)).resume()
  })
}
