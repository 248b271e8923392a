import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { assertSound } from '../support/answers.ts'
import { converse, formatRequest, parseAnswers, send } from '../support/client.ts'
import type { Request } from '../support/client.ts'
import { readTotals } from '../support/load.ts'
import { forgetPeak, readMemory, untilIdle } from '../support/process-usage.ts'
import type { Memory } from '../support/process-usage.ts'
import { startCommand, startService } from '../support/service.ts'
import type { Service } from '../support/service.ts'
import { readUnitOptions } from '../support/unit-options.ts'
import { until } from '../support/until.ts'

const pipelined = 200_000
// Garbage that V8 may keep for long is not measured: its new space is 32 MiB on Node 20 and 64 on
// Node 26, which also needs 10 MiB more at its start.
const smallYoungGeneration = '--max-semi-space-size=4'
const mostResidentMebibytes = Number.parseInt(process.versions.node, 10) < 26 ? 120 : 130
const mostConnections = 1_024
const health = 'GET /health HTTP/1.1\r\nHost: a\r\n\r\n'
const stats: Request = { target: '/api?action=stats' }
const generate: Request = {
  method: 'POST',
  target: '/api?action=generate&slug=bold-serif&text=a',
  body: '',
}

describe(`a flood of ${pipelined} pipelined requests`, () => {
  for (const isReading of [true, false]) {
    test(`ends, whether its client reads: ${isReading}`, async (t) => {
      const service = await startService(t, { RATE_LIMIT: '0' }, startCommand(smallYoungGeneration))
      const text = String(formatRequest(generate))
      const [, { peak }] = await measureMemory(t, service, () => pour(service.port, text, isReading))
      assert.ok(peak < mostResidentMebibytes, `${peak} MiB`)
      // What waited was not executed.
      assert.ok(Number((await readTotals(service.port)).uses) < 100)
    })
  }
})

test('a flood of bodies that do not end occupies less than is promised', async (t) => {
  const leaves: Array<() => void> = []
  // Before the service is killed.
  t.after(() => leaves.forEach((leave) => leave()))
  const service = await startService(t, { ...readUnitOptions(), RATE_LIMIT: '0' })
  const { port } = service
  const body = 'a'.repeat(131_071)
  for (let client = 0; client < 1_200; client++) {
    const { write, leave } = converse(port)
    leaves.push(leave)
    const address = `X-Forwarded-For: 10.0.${client >> 8}.${client & 255}`
    write(formatRequest({ ...generate, headers: [address, 'Content-Length: 131072'], body }))
  }
  await untilIdle(service)
  const { peak } = readMemory(service)
  t.diagnostic(`${peak} MiB at most`)
  assert.ok(peak < 350, `${peak} MiB`)
  leaves.slice(200).forEach((leave) => leave())
  await until(async () => (await send(port, stats)).status === 200, 'it answers again')
  assert.deepEqual(service.lines.map(({ message }) => message), ['Listening'])
})

test('clients that keep their connections lock nobody out', { skip: lacksDescriptors() }, async (t) => {
  const { port } = await startService(t)
  const sockets = Array.from({ length: mostConnections + 300 }, () => {
    return connect({ host: '127.0.0.1', port }).on('error', () => {}).resume()
  })
  const ask = (): void => {
    for (const socket of sockets) if (!socket.destroyed) socket.write(health)
  }
  t.after(() => sockets.forEach((socket) => socket.destroy()))
  const asking = setInterval(ask, 1_000)
  t.after(() => clearInterval(asking))
  ask()
  await until(() => sockets.every(({ bytesRead, destroyed }) => bytesRead > 0 || destroyed))
  let answered = 0
  for (let client = 0; client < 20; client++) {
    // A client whose connection is refused tries again.
    await until(async () => {
      const { status } = await send(port, { target: '/health' }).catch(() => ({ status: 0 }))
      return status === 200
    })
    answered++
  }
  assert.equal(answered, 20)
})

test('a flood of connections leaves 1,024 open', { skip: lacksDescriptors() }, async (t) => {
  const service = await startService(t)
  const { port, process: { pid } } = service
  let refused = 0
  const sockets = Array.from({ length: mostConnections + 200 }, () => {
    const socket = connect({ host: '127.0.0.1', port })
    // One whose time is over gets a 408 first.
    return socket.on('error', () => {}).on('close', () => (refused += Number(socket.bytesRead === 0)))
  })
  t.after(() => sockets.forEach((socket) => socket.destroy()))
  await until(() => sockets.every(({ connecting }) => !connecting), 'all are connected')
  await until(() => refused > 0, 'some are refused')
  // Exactly 200 in 28 runs beside other work, but 205 once in some runs of all tests.
  assert.ok(refused <= 210, `${refused} are refused`)
  const open = readdirSync(`/proc/${pid}/fd`).length
  assert.ok(open < mostConnections + 100, `${open} file descriptors`)
  sockets.slice(100).forEach((socket) => socket.destroy())
  await until(async () => (await send(port, stats)).status === 200, 'it answers again')
})

/** Returns why this process cannot open so many connections. */
function lacksDescriptors(): string | false {
  const { userLimits } = process.report.getReport() as { readonly userLimits: UserLimits }
  const { hard } = userLimits.open_files
  return Number(hard) < mostConnections + 400 && `LEFT OUT: at most ${hard} files can be open`
}

/** A limit is a number or `unlimited`. */
interface UserLimits {
  readonly open_files: { readonly hard: string | number }
}

const request = String(formatRequest(stats))
const head = request.slice(0, -'\r\n'.length)
const post = 'POST /api?action=generate HTTP/1.1\r\nHost: a\r\n'

/** What a slow client sends at once and then again each second, and the answers that it gets. */
const slow: ReadonlyArray<readonly [begin: string, drip: string, answers: number[]]> = [
  ['', '', [408]],
  [head, '', [408]],
  [`${head}X-Slow: `, 'a', [408]],
  ['', '\r\n', [408]],
  [`${post}Content-Length: 1000\r\n\r\n`, '', [408]],
  [`${post}Content-Length: 1000\r\n\r\n`, 'a', [408]],
  [`${post}Transfer-Encoding: chunked\r\n\r\n`, '1\r\na\r\n', [408]],
  [`${post}Content-Length: 9\r\nExpect: 100-continue\r\n\r\n`, '', [100, 408]],
  [request, '', [200]],
  [request + head, '', [200, 408]],
]

test('the connection of a slow client is closed in time, whatever it sends', async (t) => {
  const { port } = await startService(t)
  const check = async ([begin, drip, statuses]: (typeof slow)[number]): Promise<void> => {
    const conversation = converse(port)
    conversation.write(begin)
    const dripping = setInterval(() => conversation.write(drip), 1000)
    t.after(() => clearInterval(dripping))
    const answers = parseAnswers(await conversation.closed())
    assert.deepEqual(answers.map(({ status }) => status), statuses, begin + drip)
    const last = answers.at(-1)
    if (last?.status !== 408) return
    assertSound(last)
    assert.equal(last.headers['connection'], 'close')
  }
  await Promise.all(slow.map(check))
  // Those whose head has arrived are counted.
  const counted = slow.filter(([begin]) => begin.includes('\r\n\r\n'))
  const { headers } = await send(port, stats)
  assert.equal(headers['x-ratelimit-remaining'], String(99 - counted.length))
})

/** Does work, and returns with its result how much memory the service used, in MiB. */
async function measureMemory<T>(
  t: TestContext,
  service: Service,
  work: () => Promise<T>,
): Promise<[result: T, memory: Memory]> {
  await untilIdle(service)
  forgetPeak(service)
  const result = await work()
  const memory = readMemory(service)
  t.diagnostic(`${memory.peak} MiB at most`)
  return [result, memory]
}

/** Sends a request again and again on one connection, until the server closes it. */
async function pour(port: number, text: string, isReading: boolean): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port }).on('error', () => {})
  const block = Buffer.from(text.repeat(1000))
  if (isReading) socket.resume()
  for (let sent = 0; sent < pipelined && !socket.destroyed; sent += 1000) {
    if (socket.write(block)) continue
    await once(socket, 'drain', { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
  }
  await until(() => socket.destroyed, 'the server has closed')
}
