import type { Socket } from 'node:net'
import { endSoon, reset } from './close.ts'
import { currentAnswer, stopParsing, unfinishedRequest, unwrittenBytes } from './node-internals.ts'

/** How long a whole request may take to arrive. */
export const requestMs = 10_000

/**
 * Ends a silent connection. Node would only close it, and answers that the client does not read
 * would stay in the kernel for minutes. A connection stays open while a request waits for its
 * answer.
 */
export function endSilent(socket: Socket): void {
  const isUnread = socket.writableLength > 0
  // The event is repeated while the connection is ending.
  if (socket.writableEnded || (!isUnread && isAwaited(socket))) return
  ifUnchanged(socket, () => {
    if (socket.writableEnded) return
    if (isUnread) return reset(socket)
    stopParsing(socket)
    endSoon(socket, '')
  })
}

/** Whether a request that has arrived as a whole waits for its answer. */
function isAwaited(socket: Socket): boolean {
  return currentAnswer(socket)?.req.complete === true
}

/**
 * Calls back if the request that Node has found late is late: if the process was stopped, the rest
 * of it may be waiting in the kernel. If there was more, what is still missing has another
 * `requestMs` to arrive. `countRequests` returns how many have begun on the connection.
 */
export function onlyIfLate(
  socket: Socket,
  countRequests: () => number,
  callback: () => void,
): void {
  const isBody = unfinishedRequest(socket) !== undefined
  const count = countRequests()
  ifUnchanged(socket, callback, () => {
    const timer = setTimeout(() => {
      const isHead = !isBody && countRequests() === count
      if (isHead || unfinishedRequest(socket) !== undefined) callback()
    }, requestMs)
    socket.once('close', () => clearTimeout(timer))
  })
}

/** Calls back if nothing is read or written until the sockets that are ready have been handled. */
function ifUnchanged(socket: Socket, callback: () => void, otherwise = (): void => {}): void {
  const [readBytes, waitingBytes] = [socket.bytesRead, unwrittenBytes(socket)]
  setImmediate(() => {
    if (socket.destroyed) return
    const isSame = socket.bytesRead === readBytes && unwrittenBytes(socket) === waitingBytes
    isSame ? callback() : otherwise()
  })
}
