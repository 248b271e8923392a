import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { formatLines } from './answer.ts'
import type { Answer, HeaderLines } from './answer.ts'
import { endSoon } from './close.ts'
import { keepAliveMs, maxRequestsPerConnection } from './connection.ts'
import type { Connections } from './connection.ts'
import { staysOpen, writeHeadText } from './node-internals.ts'
import type { UnreadAnswers } from './unread.ts'

export type Sender = ReturnType<typeof createSender>

/** Creates the sender for `connections`. It writes answers; nothing else does. */
export function createSender(connections: Connections, unread: UnreadAnswers) {
  let waiting: Array<() => void> = []
  let second = NaN
  let dateLine = ''
  // https://www.rfc-editor.org/rfc/rfc9112#section-2.1
  const formatHead = ({ status, reason, lines }: Answer, connectionLines: HeaderLines): string => {
    const now = Date.now()
    // Once a second: the date costs as much as the rest of the head.
    if (second !== Math.floor(now / 1000)) dateLine = `Date: ${new Date(now).toUTCString()}\r\n`
    second = Math.floor(now / 1000)
    return `HTTP/1.1 ${status} ${reason}\r\n${lines}${connectionLines}${dateLine}\r\n`
  }
  /** Writes an answer in one piece. Returns false if Node has to write it. */
  const writeInOne = (
    request: IncomingMessage,
    response: ServerResponse,
    answer: Answer,
    body: Answer['body'],
  ): boolean => {
    if (!staysOpen(request, response)) return false
    const head = formatHead(answer, keepAliveLines)
    const text = typeof body === 'string' ? head + body : head
    if (!writeHeadText(response, answer.status, text)) return false
    const { socket } = response
    if (!Buffer.isBuffer(body)) response.end()
    // The answer whose turn it is has its socket.
    else if (socket === null) response.end(body)
    else {
      // Node's `end(body)` would write an empty part after it.
      socket.cork()
      response.write(body)
      socket.uncork()
      response.end()
    }
    return true
  }
  const writeByNode = (
    request: IncomingMessage,
    response: ServerResponse,
    { status, reason, lines }: Answer,
    body: Answer['body'],
    closes: boolean,
  ): void => {
    response.writeHead(status, reason, splitLines(closes ? lines + closingLine : lines))
    if (!closes || body === undefined) return void response.end(body, 'latin1')
    // The client may still be sending.
    request.resume()
    // The callback runs once the answers before it and this one are written.
    response.write(body, 'latin1', () => endSoon(request.socket, ''))
  }
  return {
    /** Writes the answer to a request, even if earlier ones on its connection are pending. */
    send(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
      const body = request.method === 'HEAD' ? undefined : answer.body
      const closes = answer.closes || connections.closesAfter(request)
      if (closes) connections.closeAfter(request)
      if (closes || !writeInOne(request, response, answer, body)) {
        writeByNode(request, response, answer, body, closes)
      }
      if (body !== undefined && body.length >= longBytes) unread.add(request.socket, response)
    },
    /** Writes an answer that closes a connection without a request. */
    sendLast(socket: Duplex, answer: Answer): void {
      const body = answer.body?.toString('latin1') ?? ''
      endSoon(socket, Buffer.from(formatHead(answer, closingLine) + body, 'latin1'))
    },
    /**
     * Calls back at the end of this turn of the event loop, when recorded answers are written.
     * Answers that are written together cost less than those written between requests.
     */
    atEndOfTurn(callback: () => void): void {
      if (waiting.push(callback) > 1) return
      setImmediate(() => {
        const callbacks = waiting
        waiting = []
        for (const one of callbacks) one()
      })
    },
  }
}

// Node stops reading from a client with this many unread bytes of shorter answers.
const longBytes = 16 * 1024

const closingLine = formatLines({ Connection: 'close' })

/** The header lines that Node writes for a connection that stays open. */
const keepAliveLines = formatLines({
  Connection: 'keep-alive',
  'Keep-Alive': `timeout=${keepAliveMs / 1000}, max=${maxRequestsPerConnection}`,
})

/** Splits lines into alternating names and values, as Node's `writeHead` expects them. */
function splitLines(lines: HeaderLines): string[] {
  return lines.split('\r\n').slice(0, -1).flatMap((line) => {
    const colon = line.indexOf(': ')
    return [line.slice(0, colon), line.slice(colon + 2)]
  })
}
