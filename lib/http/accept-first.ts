import type { Server, Socket } from 'node:net'
import { startReading, stopReading } from './node-internals.ts'

/** How long a connection is not read while others follow. */
const mostMs = 100

/**
 * Makes a server accept all connections that wait before it reads from any of them. Node accepts
 * one in each turn of the event loop and then reads from all it has, so the last of some hundred
 * would wait until the requests of all others are answered.
 */
export function acceptFirst(server: Server): void {
  let unread: Socket[] = []
  let sinceMs = 0
  let isFollowed = false
  const read = (): void => {
    if (isFollowed && performance.now() - sinceMs < mostMs) {
      isFollowed = false
      setImmediate(read)
      return
    }
    const sockets = unread
    unread = []
    for (const socket of sockets) startReading(socket)
  }
  server.on('connection', (socket) => {
    stopReading(socket)
    isFollowed = true
    if (unread.push(socket) > 1) return
    sinceMs = performance.now()
    setImmediate(read)
  })
}
