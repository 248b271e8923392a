import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { reset } from './close.ts'

/** The bound for all that clients can make the service keep: heads, and bodies of 128 KiB. */
const mostConnections = 1_024
const mostOfPeer = 256
const idleEveryMs = 1_000

/**
 * Bounds how many connections a server has, and how many of them one peer. At the bound of a peer,
 * its newest one is closed; at that of the server, all that are idle. `peerOf` returns the key of
 * the peer of a connection, or `undefined` for one that may have any number.
 */
export function boundConnections(
  server: Server,
  peerOf: (socket: Socket) => string | undefined,
): void {
  const counts = new Map<string, number>()
  let closedIdleMs = -Infinity
  server.maxConnections = mostConnections
  server.on('connection', (socket) => {
    const peer = peerOf(socket)
    if (peer === undefined) return
    const count = counts.get(peer) ?? 0
    if (count === mostOfPeer) return reset(socket)
    counts.set(peer, count + 1)
    socket.once('close', () => {
      const left = (counts.get(peer) ?? 1) - 1
      if (left > 0) counts.set(peer, left)
      else counts.delete(peer)
    })
  })
  // Node has refused a connection: those that wait for nothing make room.
  server.on('drop', () => {
    const now = performance.now()
    if (now - closedIdleMs < idleEveryMs) return
    closedIdleMs = now
    server.closeIdleConnections()
  })
}
