import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/**
 * Ends a connection after its last bytes. Bytes that the client still sends are discarded until it
 * closes, too: an immediate reset could destroy the answer. After ten seconds it is reset.
 */
export function endSoon(socket: Duplex, lastBytes: Uint8Array | string): void {
  if (socket.destroyed) return
  if (!socket.writableEnded) socket.end(lastBytes)
  const timer = setTimeout(reset, lingerMs, socket)
  socket.once('close', () => clearTimeout(timer))
}

const lingerMs = 10_000

/** Ends a connection and frees unread answers, which the kernel would otherwise keep. */
export function reset(socket: Duplex): void {
  if (socket instanceof Socket && canBeReset(socket)) socket.resetAndDestroy()
  else socket.destroy()
}

/** A Unix-domain socket cannot be reset, nor can a socket that is just being ended. */
function canBeReset(socket: Socket): boolean {
  if (socket.remoteFamily === undefined) return false
  return socket.writableFinished || !socket.writableEnded || socket.writableLength > 0
}
