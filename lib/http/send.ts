import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { formatLines } from './answer.ts'
import type { Answer, HeaderLines } from './answer.ts'
import { keepAliveMs, maxRequestsPerConnection } from './connection.ts'
import type { Connections } from './connection.ts'
import { staysOpen, writeHeadText } from './node-internals.ts'

/** What writes answers: nothing else does. */
export interface Sender {
  /** Writes the answer to a request, whose turn on its connection may be yet to come. */
  send(request: IncomingMessage, response: ServerResponse, answer: Answer): void
  /** Writes an answer that closes a connection on which there is no request to answer. */
  sendLast(socket: Duplex, answer: Answer): void
}

/** Gives what writes the answers on `connections`. */
export function createSender(connections: Connections): Sender {
  const dateLine = createDateLine()
  // https://www.rfc-editor.org/rfc/rfc9112#section-2.1
  const formatHead = ({ status, reason, lines }: Answer, connectionLines: HeaderLines): string =>
    `HTTP/1.1 ${status} ${reason}\r\n${lines}${connectionLines}${dateLine(Date.now())}\r\n`
  return {
    send(request, response, answer) {
      const body = request.method === 'HEAD' ? undefined : answer.body
      const closes = answer.closes || connections.isLast(request)
      if (closes) connections.end(request)
      else if (staysOpen(request, response)) {
        const head = formatHead(answer, keepAliveLines)
        if (writeHeadText(response, answer.status, head)) return endAtOnce(response, body)
      }
      const names = splitLines(closes ? answer.lines + closingLine : answer.lines)
      response.writeHead(answer.status, answer.reason, names)
      if (closes && body !== undefined) closeBehind(request, response, body)
      else response.end(body)
    },
    sendLast(socket, answer) {
      const head = formatHead(answer, closingLine)
      endSoon(socket, Buffer.concat([Buffer.from(head), Buffer.from(answer.body ?? '')]))
    },
  }
}

/** Ends a connection behind its last bytes, in a moment at most. */
export function endSoon(socket: Duplex, lastBytes: Uint8Array | string): void {
  socket.end(lastBytes)
  destroySoon(socket)
}

const closingLine = formatLines({ Connection: 'close' })

/** What node says of a connection that stays open. */
const keepAliveLines = formatLines({
  Connection: 'keep-alive',
  'Keep-Alive': `timeout=${keepAliveMs / 1000}, max=${maxRequestsPerConnection}`,
})

/** The `Date` line is the same for a second, and would take as long as the rest of the head. */
function createDateLine(): (nowMs: number) => HeaderLines {
  let lastSecond = NaN
  let lastLine = ''
  return (nowMs) => {
    const second = Math.floor(nowMs / 1000)
    if (second !== lastSecond) {
      lastSecond = second
      lastLine = formatLines({ Date: new Date(nowMs).toUTCString() })
    }
    return lastLine
  }
}

/** The names and values of lines in turn, as node's `writeHead` takes them. */
function splitLines(lines: HeaderLines): string[] {
  return lines.split('\r\n').flatMap((line) => {
    const colon = line.indexOf(': ')
    return colon === -1 ? [] : [line.slice(0, colon), line.slice(colon + 2)]
  })
}

/** Ends an answer in one write: node's `end(body)` would write an empty part behind it. */
function endAtOnce(response: ServerResponse, body: string | Buffer | undefined): void {
  const { socket } = response
  // An answer has its socket when its turn has come.
  if (body !== undefined && socket !== null) {
    socket.cork()
    response.write(body)
    socket.uncork()
    response.end()
  } else {
    response.end(body)
  }
}

/** Closes the connection behind an answer, whatever the client is still sending. */
function closeBehind(
  request: IncomingMessage,
  response: ServerResponse,
  body: string | Buffer,
): void {
  const { socket } = request
  request.resume()
  // It is written when the answers before it are.
  response.write(body, () => {
    socket.end()
    destroySoon(socket)
  })
}

const lingerMs = 1000

/**
 * To destroy a connection at once while its client is still sending would be to reset it, and the
 * client could lose the answer: what it sends is thrown away until it closes, too, for a moment.
 */
function destroySoon(socket: Duplex): void {
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(timer))
}
