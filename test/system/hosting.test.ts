import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import nodeModule from 'node:module'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { formatRequest, parseAnswer, send } from '../support/client.ts'
import type { Answer, Request } from '../support/client.ts'
import { endWithParent } from '../support/end-with-parent.ts'
import { root, temporaryFolder } from '../support/folders.ts'
import { assertPagesBehind } from '../support/page-hosting.ts'
import { startService } from '../support/service.ts'
import type { LogLine } from '../support/service.ts'

/** Does what LiteSpeed's loader does to an application, by its documentation and source. */
const lsnode = `
  const fs = require('node:fs')
  const http = require('node:http')
  globalThis.LsNode = {}
  fs.closeSync(1)
  fs.openSync('/dev/null', 'a')
  const { listen } = http.Server.prototype
  let isDone = false
  http.Server.prototype.address = () => undefined
  http.Server.prototype.listen = function (...words) {
    if (isDone) throw new Error('a second listen()')
    isDone = true
    this.on('request', ({ socket }) => socket.__defineGetter__('remoteAddress', () => '127.0.0.1'))
    const callback = words.length > 1 ? words.at(-1) : undefined
    return listen.call(this, { fd: 0 }, () => {
      if (typeof callback === 'function') this.once('listening', callback)
      this.emit('listening')
    })
  }
  const app = require(process.env.START_FILE)
  if (!isDone && typeof app.listen === 'function') app.listen(3000)`

/** The same for Phusion Passenger: it has its own socket, and ends when standard input does. */
const passenger = `
  const http = require('node:http')
  const { EventEmitter } = require('node:events')
  const emitter = (globalThis.PhusionPassenger = new EventEmitter())
  process.stdin.on('end', () => {
    if (emitter.listenerCount('exit') > 0) emitter.emit('exit')
    else process.exit(9)
  })
  process.stdin.resume()
  const { listen } = http.Server.prototype
  let isDone = false
  http.Server.prototype.listen = function (...words) {
    if (isDone) throw new Error('a second listen()')
    isDone = true
    this.on('request', ({ socket }) => socket.__defineGetter__('remoteAddress', () => '127.0.0.1'))
    return listen.call(this, process.env.SOCKET, () => {
      this.once('listening', words.at(-1))
      this.emit('listening')
    })
  }
  require(process.env.START_FILE)`

describe('app.cjs, loaded by lsnode', () => {
  test('answers on descriptor 0, logs on standard error, and stops at SIGTERM', async (t) => {
    const cache = join(root, 'compile-cache')
    rmSync(cache, { recursive: true, force: true })
    const { socket, fd } = await listenForAnother(t)
    const app = await load(t, lsnode, [fd, 'pipe', 'pipe'], { RATE_LIMIT: '3' })
    assert.equal(readlinkSync(`/proc/${app.process.pid}/fd/1`), '/dev/null')
    assert.ok(app.lines.every(({ level }) => level === 'info'), JSON.stringify(app.lines))

    // The proxy appends the client that it sees to the header that the client sent.
    const from = (client: string, round: number): Request => ({
      target: '/decor?action=generate',
      method: 'POST',
      body: 'slug=bold-serif&text=a',
      headers: [
        `X-Forwarded-For: 198.51.100.${round}, ${client}`,
        // For a request that waits for its body, lsnode gives no address of the peer.
        ...(round % 2 === 0 ? ['Expect: 100-continue'] : []),
        'Content-Type: application/x-www-form-urlencoded',
      ],
    })
    for (const client of ['203.0.113.1', '2001:db8::1']) {
      const statuses = await askInTurn(5, (round) => ask(socket, from(client, round)))
      assert.deepEqual(statuses, [200, 200, 200, 429, 429], client)
    }
    const list = await ask(socket, {
      target: '/decor/?action=list_generators',
      headers: ['X-Forwarded-For: 192.0.2.7', 'Accept-Encoding: gzip'],
    })
    assert.equal(list.headers['content-encoding'], 'gzip')
    await assertPagesBehind('/decor', (request) => ask(socket, request))

    app.process.kill('SIGTERM')
    assert.deepEqual(await app.ended, [0, null])
    assert.equal(app.lines.at(-1)?.message, 'Stopped')
    // Compiled code is kept beside `dist` where Node can do that, and nowhere else.
    assert.equal(existsSync(cache), 'enableCompileCache' in nodeModule)
  })
})

describe('app.cjs, loaded by Passenger', () => {
  test('counts the client that Passenger names, over all processes', async (t) => {
    const folder = temporaryFolder(t)
    const settings = { RATE_LIMIT: '4', DATA_DIR: folder }
    const sockets = ['one', 'two'].map((name) => join(temporaryFolder(t), name))
    const apps = await Promise.all(
      sockets.map((socket) => load(t, passenger, pipes, { ...settings, SOCKET: socket })),
    )
    for (const client of ['203.0.113.1', '2001:db8::1', '127.0.0.1']) {
      const statuses = await askInTurn(6, (round) => {
        // A client that is not a trusted proxy may claim any address.
        const forged = client === '127.0.0.1' ? '' : `198.51.100.${round}, `
        return ask(sockets[round % 2] ?? '', {
          target: '/decor?action=stats',
          headers: [
            `X-Forwarded-For: ${forged}${client}`,
            `!~Passenger-Client-Address: ${client}`,
            ...(round > 1 ? ['Expect: 100-continue'] : []),
          ],
        })
      })
      assert.deepEqual(statuses, [200, 200, 200, 200, 429, 429], client)
    }

    await assertPagesBehind('/decor', (request) => ask(sockets[0] ?? '', request))
    for (const app of apps) app.process.stdin?.end()
    for (const app of apps) {
      assert.deepEqual(await app.ended, [0, null])
      const refused = 'Requests over the limit were refused'
      const messages = app.lines.map(({ message }) => message)
      assert.deepEqual(messages, ['Listening', 'Stopping', refused, 'Stopped'])
    }
  })

  test('believes the name of the client from Passenger alone', async (t) => {
    const { port } = await startService(t, { RATE_LIMIT: '3' })
    const statuses = await askInTurn(4, (round) => {
      const headers = [`!~Passenger-Client-Address: 198.51.100.${round}`]
      return send(port, { target: '/api?action=stats', headers })
    })
    assert.deepEqual(statuses, [200, 200, 200, 429])
  })
})

describe('app.cjs', () => {
  test('prints on standard error why it does not start', async (t) => {
    for (const loader of [lsnode, passenger]) {
      const { fd } = await listenForAnother(t)
      const child = spawnLoader(t, loader, [fd, 'pipe', 'pipe'], { RATE_LIMIT: 'many' })
      const { stderr } = child
      assert.ok(stderr !== null)
      const [[status], said] = await Promise.all([once(child, 'exit'), text(stderr)])
      assert.equal(status, 78)
      assert.match(said, /^RATE_LIMIT="many".*\n$/)
    }
  })
})

const pipes: StdioOptions = ['pipe', 'pipe', 'pipe']

function spawnLoader(
  t: TestContext,
  loader: string,
  stdio: StdioOptions,
  environment: Readonly<Record<string, string>>,
) {
  const folder = temporaryFolder(t)
  const file = join(folder, 'loader.cjs')
  writeFileSync(file, loader)
  const child = spawn(...endWithParent(process.execPath, [file]), {
    // DATA_DIR is left to its default where the test does not set it: a folder of the application.
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      START_FILE: join(root, 'app.cjs'),
      BASE_PATH: '/decor',
      SITE_URL: 'https://example.org/decor',
      ...environment,
    },
    stdio,
  })
  t.after(() => child.kill('SIGKILL'))
  return child
}

/** Resolves once the service listens; `ended`, to its exit status and signal. */
async function load(...words: Parameters<typeof spawnLoader>) {
  const child = spawnLoader(...words)
  const lines: LogLine[] = []
  const ended = once(child, 'close')
  assert.ok(child.stderr !== null)
  const reader = createInterface({ input: child.stderr })
  await new Promise<void>((resolve, reject) => {
    reader.on('line', (line) => {
      const parsed: LogLine = JSON.parse(line)
      lines.push(parsed)
      if (parsed.message === 'Listening') resolve()
    })
    void ended.then(() => reject(new Error('it did not start')))
  })
  return { process: child, lines, ended }
}

/** Opens a Unix-domain socket on which another process can accept connections. */
async function listenForAnother(t: TestContext): Promise<{ socket: string; fd: number }> {
  const folder = temporaryFolder(t)
  const server = createServer().listen(join(folder, 'made'))
  await once(server, 'listening')
  // On close, it is removed under its first name.
  renameSync(join(folder, 'made'), join(folder, 'socket'))
  const { fd } = (server as unknown as { _handle: { fd: number } })._handle
  setImmediate(() => server.close())
  return { socket: join(folder, 'socket'), fd }
}

/** Sends requests one after another, and returns their statuses. */
async function askInTurn(
  times: number,
  send: (round: number) => Promise<Answer>,
): Promise<number[]> {
  const statuses: number[] = []
  for (let round = 0; round < times; round++) statuses.push((await send(round)).status)
  return statuses
}

async function ask(socket: string, request: Request): Promise<Answer> {
  const headers = [...(request.headers ?? []), 'Connection: close']
  const connection = connect(socket)
  connection.end(formatRequest({ ...request, headers }))
  const received = await text(connection.setEncoding('latin1'))
  return parseAnswer(Buffer.from(received.replace('HTTP/1.1 100 Continue\r\n\r\n', ''), 'latin1'))
}
