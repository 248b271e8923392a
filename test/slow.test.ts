import assert from 'node:assert/strict'
import { readdirSync, readlinkSync } from 'node:fs'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { formatRequest, parseAnswers, send, startForSuite } from './client.ts'
import { startService } from './service.ts'

const request = String(formatRequest({ target: '/api?action=stats' }))
const head = request.slice(0, -'\r\n'.length)
const post = 'POST /api?action=generate HTTP/1.1\r\nHost: a\r\n'

interface Attack {
  readonly title: string
  readonly begin: string
  /** Sent again and again, once a second. */
  readonly drip?: string
  /** Sent once, after so many milliseconds. */
  readonly later?: readonly [text: string, afterMs: number]
  /** When the connection has to be closed, counted from its last whole request. */
  readonly withinMs: number
  readonly statuses: readonly number[]
}

const headMs = 7_000
const bodyMs = 12_000
const idleMs = 7_000

const attacks: readonly Attack[] = [
  { title: 'not a byte', begin: '', withinMs: headMs, statuses: [408] },
  { title: 'half a head', begin: head, withinMs: headMs, statuses: [408] },
  {
    title: 'a head byte by byte',
    begin: `${head}X-Slow: `,
    drip: 'a',
    withinMs: headMs,
    statuses: [408],
  },
  { title: 'empty lines', begin: '', drip: '\r\n', withinMs: headMs, statuses: [408] },
  {
    title: 'a body that is promised',
    begin: `${post}Content-Length: 1000\r\n\r\n`,
    withinMs: bodyMs,
    statuses: [408],
  },
  {
    title: 'a body byte by byte',
    begin: `${post}Content-Length: 1000\r\n\r\n`,
    drip: 'a',
    withinMs: bodyMs,
    statuses: [408],
  },
  {
    title: 'a body chunk by chunk',
    begin: `${post}Transfer-Encoding: chunked\r\n\r\n`,
    drip: '1\r\na\r\n',
    withinMs: bodyMs,
    statuses: [408],
  },
  {
    title: 'a body that is asked for',
    begin: `${post}Content-Length: 1000\r\nExpect: 100-continue\r\n\r\n`,
    withinMs: bodyMs,
    statuses: [100, 408],
  },
  { title: 'nothing more', begin: request, withinMs: idleMs, statuses: [200] },
  {
    title: 'half a head after a request',
    begin: request,
    later: [head, 500],
    withinMs: headMs + 500,
    statuses: [200, 408],
  },
]

describe('a client that is slow', () => {
  const service = startForSuite({ RATE_LIMIT: '0' })

  test('loses its connection in time, and nobody waits for it', async (t) => {
    const { port, lines } = await service
    const results = attacks.map((attack) => measure(port, attack))
    const idlers = Array.from({ length: 300 }, (_, index) => {
      const socket = open(port)
      socket.write(head.slice(0, index % head.length))
      return socket
    })
    const closed = idlers.map((socket) => new Promise((resolve) => socket.once('close', resolve)))

    // While all of them hold their connections, others are served.
    const connected = idlers.map((socket) => new Promise((done) => socket.once('connect', done)))
    await Promise.all(connected)
    for (let round = 0; round < 20; round++) {
      const sentAt = performance.now()
      assert.equal((await send(port, { target: '/api?action=stats' })).status, 200)
      assert.ok(performance.now() - sentAt < 2000)
    }
    assert.ok(idlers.filter((socket) => !socket.destroyed).length === 300)

    for (const [index, { title, withinMs, statuses }] of attacks.entries()) {
      const { tookMs, answers } = (await results[index]) ?? { tookMs: NaN, answers: [] }
      t.diagnostic(`${title}: closed after ${(tookMs / 1000).toFixed(1)} s, ${answers.join(', ')}`)
      assert.ok(tookMs <= withinMs, `${title}: ${tookMs} ms`)
      assert.deepEqual(answers, statuses, title)
    }
    await Promise.all(closed)
    assert.deepEqual(lines.map(({ message }) => message), ['Listening'])
  })

  const skip = process.env['FAULT_ROUNDS'] === undefined ? 'takes half a minute' : false
  test('to read a large answer loses its connection in time', { skip }, async (t) => {
    const { port, process: child } = await startService(t, { RATE_LIMIT: '0' })
    const before = socketsOf(child.pid)
    const socket = open(port)
    t.after(() => socket.destroy())
    socket.pause()
    const startedAt = performance.now()
    const list = String(formatRequest({ target: '/api?action=list_generators' }))
    socket.write(list.repeat(500))
    await waitFor(() => socketsOf(child.pid) > before, 5_000)
    await waitFor(() => socketsOf(child.pid) === before, 40_000)
    const tookMs = performance.now() - startedAt
    t.diagnostic(`a reader that is stalled: closed after ${(tookMs / 1000).toFixed(1)} s`)
    assert.ok(tookMs <= 35_000, `${tookMs} ms`)
  })
})

/** Attacks, and tells when the server closed and which statuses it sent. */
async function measure(
  port: number,
  { begin, drip, later }: Attack,
): Promise<{ tookMs: number; answers: number[] }> {
  const startedAt = performance.now()
  const socket = open(port)
  let received = ''
  socket.on('data', (text) => (received += text))
  socket.write(begin)
  const timers: NodeJS.Timeout[] = []
  if (drip !== undefined) timers.push(setInterval(() => socket.write(drip), 1000))
  if (later !== undefined) {
    const [text, afterMs] = later
    timers.push(setTimeout(() => socket.write(text), afterMs))
  }
  await new Promise((resolve) => socket.once('close', resolve))
  for (const timer of timers) clearInterval(timer)
  const answers = parseAnswers(received).map(({ status }) => status)
  return { tookMs: performance.now() - startedAt, answers }
}

function open(port: number): Socket {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  socket.setEncoding('latin1')
  socket.on('error', () => {})
  socket.resume()
  return socket
}

/** How many sockets a process has open. */
function socketsOf(pid: number | undefined): number {
  const folder = `/proc/${pid}/fd`
  return readdirSync(folder).filter((name) => readLink(join(folder, name)).startsWith('socket:'))
    .length
}

/** Where a link leads; nowhere when it has gone in the meantime. */
function readLink(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

async function waitFor(isReached: () => boolean, limitMs: number): Promise<void> {
  const end = performance.now() + limitMs
  while (!isReached()) {
    assert.ok(performance.now() < end, `not within ${limitMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
