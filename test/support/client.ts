import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, NetConnectOpts } from 'node:net'
import { recordAnswer } from './answer-records.ts'

/** A request as it is sent; a missing field is not sent. */
export interface Request {
  readonly method?: string
  /** The request target, one code unit per byte. */
  readonly target?: string
  readonly version?: string
  /** Lines such as `Accept-Encoding: br`, added to `Host` and `Connection: close`. */
  readonly headers?: readonly string[]
  /** Sent with a Content-Length, unless `headers` frame it. */
  readonly body?: string | Buffer
}

export interface Answer {
  readonly status: number
  /** By lower-case name; repeated values are joined with a line feed. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** The body as UTF-8. */
  readonly text: string
}

const host = '127.0.0.1'

/** A port of 127.0.0.1, or the path of a Unix-domain socket. */
export type Target = number | string

/** Returns the argument of `connect()` for a target. */
export function destination(target: Target): NetConnectOpts {
  return typeof target === 'string' ? { path: target } : { host, port: target, noDelay: true }
}

/** Sends one request on its own connection, and reads the answer until the connection closes. */
export async function send(target: Target, request: Request): Promise<Answer> {
  const conversation = converse(target)
  const headers = [...(request.headers ?? []), 'Connection: close']
  conversation.write(formatRequest({ ...request, headers }))
  const received = await conversation.closed()
  if (received === '') throw new Error(`no answer, and the error ${conversation.failure()}`)
  return parseAnswer(Buffer.from(received, 'latin1'), request)
}

/** Returns the bytes of a request, with a Host and, for a body, a Content-Length. */
export function formatRequest(request: Request): Buffer {
  const { method = 'GET', target = '/api', version = '1.1', headers = [], body } = request
  const isFramed = headers.some((line) => /^(?:content-length|transfer-encoding):/i.test(line))
  const framing =
    body === undefined || isFramed ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  const lines = [`${method} ${target} HTTP/${version}`, `Host: ${host}`, ...framing, ...headers]
  return Buffer.concat([
    Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'),
    Buffer.from(body ?? ''),
  ])
}

/** Opens a connection. */
export function converse(target: Target) {
  const socket = connect(destination(target))
  let received = ''
  let isClosed = false
  let notify = (): void => {}
  socket.setEncoding('latin1')
  socket.on('data', (text: string) => {
    received += text
    notify()
  })
  let failure: string | undefined
  // A reset counts as a normal end, and so does what was received before.
  socket.on('error', ({ code }: NodeJS.ErrnoException) => (failure = code))
  socket.on('close', () => {
    isClosed = true
    notify()
  })
  const when = (isReached: () => boolean): Promise<string> =>
    new Promise((resolve, reject) => {
      notify = () => {
        if (isReached()) resolve(received)
        else if (isClosed) reject(new Error(`it closed after ${JSON.stringify(received)}`))
      }
      notify()
    })
  return {
    write: (text: string | Buffer): void => void socket.write(text),
    /** Resolves to what was received (Latin-1) as soon as it matches; rejects at its end. */
    until: (pattern: RegExp) => when(() => pattern.test(received)),
    /** Resolves to everything that was received (Latin-1) when the server has closed. */
    closed: () => when(() => isClosed),
    /** Returns how often a pattern matches what was received so far. */
    count: (pattern: RegExp): number => received.match(pattern)?.length ?? 0,
    /** Resets the connection. */
    leave: (): unknown => socket.resetAndDestroy(),
    /** Returns the code of the error that ended the connection, if any. */
    failure: () => failure,
  }
}

/** Returns an unused port of 127.0.0.1. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Parses the answer to a request; everything after the head is the body. */
export function parseAnswer(bytes: Buffer, request?: Request): Answer {
  const { status, headers, length } = parseHead(bytes)
  const body = bytes.subarray(length)
  const answer = { status, headers, body, text: body.toString() }
  recordAnswer(answer, request)
  return answer
}

/** Parses consecutive answers, each with a body of its Content-Length. */
export function parseAnswers(text: string): Answer[] {
  const answers: Answer[] = []
  for (let rest = Buffer.from(text, 'latin1'); rest.length > 0; ) {
    const { headers, length } = parseHead(rest)
    const end = length + Number(headers['content-length'] ?? 0)
    answers.push(parseAnswer(rest.subarray(0, end)))
    rest = rest.subarray(end)
  }
  return answers
}

/** Parses a head, and returns its length in bytes, too. */
function parseHead(bytes: Buffer) {
  const end = Math.max(bytes.indexOf('\r\n\r\n'), 0)
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const status = /^HTTP\/1\.1 (\d{3}) ./.exec(statusLine)?.[1]
  if (status === undefined) throw new Error(`no answer: ${JSON.stringify(String(bytes))}`)
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(': ')
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 2)
    headers[name] = headers[name] === undefined ? value : `${headers[name]}\n${value}`
  }
  return { status: Number(status), headers, length: end + 4 }
}
