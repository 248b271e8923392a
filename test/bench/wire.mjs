// One connection of the load generator: a bare socket that only looks for the end of each answer.
import { connect } from 'node:net'

/**
 * Connects, and calls `onReady(socket)` once, `onAnswer(socket, closes)` for each answer of that
 * status, and `onFault(error)` for all else. `closes`: the server closes behind this answer.
 */
export function connectTo(port, status, { onReady, onAnswer, onFault }) {
  const begins = `HTTP/1.1 ${status} `
  let missing = 0
  let partial
  let closes = false
  const socket = connect(port, '127.0.0.1', () => onReady(socket))
  socket.setNoDelay()
  socket.on('error', onFault)
  socket.on('end', () => {
    if (!closes) onFault(new Error('a connection was closed before its answer'))
  })
  socket.on('data', (chunk) => {
    if (missing > 0) missing -= chunk.length
    else if (!readHead(chunk)) return
    if (missing === 0) onAnswer(socket, closes)
  })
  return socket

  function readHead(chunk) {
    const bytes = partial === undefined ? chunk : Buffer.concat([partial, chunk])
    const end = bytes.indexOf('\r\n\r\n')
    partial = end === -1 ? bytes : undefined
    if (end === -1) return false
    const head = bytes.latin1Slice(0, end)
    if (!head.startsWith(begins)) onFault(new Error(`expected ${status}, got ${head}`))
    const length = status === 304 ? 0 : Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1])
    missing = end + 4 + length - bytes.length
    closes = /\r\nconnection: *close/i.test(head)
    return true
  }
}
