import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { boundConnections } from '../../lib/http/peers.ts'
import { until } from '../support/until.ts'

/** Starts a server, and returns a function that opens connections to it until they end. */
async function start(t: TestContext, peerOf: () => string | undefined) {
  const server = createServer((_request, response) => response.end('answered'))
  // On a busy machine, opening all connections takes long.
  server.keepAliveTimeout = 120_000
  boundConnections(server, peerOf)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const sockets: Socket[] = []
  t.after(() => {
    sockets.forEach((socket) => socket.destroy())
    server.close()
  })
  const open = (count: number): Promise<Socket[]> => Promise.all(Array.from({ length: count }, () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    sockets.push(socket.on('error', () => {}).resume())
    return new Promise<Socket>((resolve) => socket.once('connect', () => resolve(socket)))
  }))
  const left = (): number => sockets.filter(({ destroyed }) => !destroyed).length
  const count = (): Promise<number> =>
    new Promise((resolve) => server.getConnections((_error, connections) => resolve(connections)))
  return { server, open, left, count }
}

test('one peer has 256 connections, and the newest is closed', async (t) => {
  let peer: string | undefined = 'a peer'
  const { open, left, count } = await start(t, () => peer)
  const first = await open(256)
  await open(20)
  await until(() => left() === 256)
  assert.ok(first.every(({ destroyed }) => !destroyed))
  // Another peer, and one that may have any number.
  for (const other of ['b', undefined]) {
    peer = other
    await open(30)
  }
  await until(async () => (await count()) === 256 + 60)
  peer = 'a peer'
  for (const socket of first.slice(0, 10)) socket.destroy()
  await until(async () => (await count()) === 246 + 60)
  await open(12)
  await until(async () => left() === 256 + 60 && (await count()) === left())
})

test('at 1,024 connections, those that wait for nothing make room', async (t) => {
  const { open, left, count } = await start(t, () => undefined)
  const ask = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
  const kept = await open(1_020)
  for (const socket of kept) socket.write(ask)
  await until(() => kept.every(({ bytesRead }) => bytesRead > 0))
  // Four that have not sent a whole head are not idle, and the next one is refused.
  const busy = await open(4)
  for (const socket of busy) socket.write(ask.slice(0, 9))
  await until(async () => (await count()) === 1_024)
  await open(1)
  await until(() => left() === 4)
  assert.ok(busy.every(({ destroyed }) => !destroyed))
})

test('they make room at most once a second', async (t) => {
  let nowMs = 0
  t.mock.method(performance, 'now', () => nowMs)
  const { server } = await start(t, () => undefined)
  let closed = 0
  t.mock.method(server, 'closeIdleConnections', () => closed++)
  for (const [ms, times] of [[0, 1], [999, 1], [1_000, 2], [1_500, 2], [2_000, 3]] as const) {
    nowMs = ms
    server.emit('drop')
    assert.equal(closed, times)
  }
})
