import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { send } from '../support/client.ts'
import type { Answer, Request, Target } from '../support/client.ts'
import { compiledPath } from '../support/compiled.ts'
import { temporaryFolder } from '../support/folders.ts'
import { Connection } from '../support/kept-connection.ts'
import { logged } from '../support/load.ts'
import { startService } from '../support/service.ts'

/** How often the service is restarted under load. */
const restarts = Number(process.env['RESTARTS'] ?? 2)

const posting: Request = { method: 'POST', target: '/api', body: 'action=generate&slug=reverse&text=ab' }
const reading: Request = { target: '/api?action=get_generator&slug=reverse' }

describe(`a service that is restarted ${restarts} times under load, on a socket that stays`, () => {
  for (const kind of ['tcp', 'unix'] as const) {
    test(`answers every request over ${kind}, and counts each once`, async (t) => {
      for (let tries = 1; ; tries++) {
        const { target, restart } = await startHeld(t, kind)
        const load = new Clients(t, target)
        await load.answers(100)
        for (let round = 0; round < restarts; round++) {
          await restart('SIGTERM')
          await load.answers(100)
        }
        await load.end()
        t.diagnostic(
          `${load.failures.length} of ${load.answered} requests lost; ` +
            `the longest took ${load.longestMs} ms; the clients stood still for ${load.stalledMs} ms`,
        )
        // If this machine stalls the clients, they may use a connection that has just closed.
        if (load.failures.length > 0 && load.stalledMs > 250 && tries < 3) continue
        assert.deepEqual(load.failures, [])
        const { text } = await send(target, { target: '/api?action=stats' })
        assert.equal(JSON.parse(text).statistics.uses, load.posted)
        return
      }
    })
  }

  test('loses only open requests when it is killed, and refuses no client', async (t) => {
    const { target, restart } = await startHeld(t, 'tcp')
    const load = new Clients(t, target)
    await load.answers(100)
    await restart('SIGKILL')
    await load.answers(100)
    await load.end()
    t.diagnostic(`${load.failures.length} of ${load.answered} requests lost`)
    // Each client has at most one open request.
    assert.ok(load.failures.length <= clientCount, load.failures.join())
    assert.ok(!load.failures.join().includes('ECONNREFUSED'), load.failures.join())
  })
})

test('a stopping service answers requests that arrived while it was suspended', async (t) => {
  const { process: child, port, lines } = await startService(t)
  const connections = Array.from({ length: 10 }, () => new Connection(port))
  await Promise.all(connections.map((connection) => connection.send(reading)))
  child.kill('SIGTERM')
  await logged({ lines }, 'Stopping')
  child.kill('SIGSTOP')
  const answers = connections.map((connection) => connection.send(reading))
  // Long enough for it to close idle connections.
  await setTimeout(700)
  child.kill('SIGCONT')
  for (const { status, headers } of await Promise.all(answers)) {
    assert.deepEqual([status, headers['connection']], [200, 'close'])
  }
})

const clientCount = 20

/** Clients that send one request after another. Half of them keep their connection. */
class Clients {
  answered = 0
  posted = 0
  longestMs = 0
  readonly failures: string[] = []
  readonly #delays = monitorEventLoopDelay({ resolution: 10 })
  readonly #target: Target
  readonly #ended: Promise<unknown>
  #isWanted = true
  #notify = (): void => {}

  constructor(t: TestContext, target: Target) {
    this.#target = target
    t.after(() => this.end())
    this.#delays.enable()
    this.#ended = Promise.all(Array.from({ length: clientCount }, (_, index) => this.#run(index)))
  }

  /** The longest time for which this process was stalled. */
  get stalledMs(): number {
    return Math.round(this.#delays.max / 1e6)
  }

  /** Resolves after this many more answers. */
  async answers(count: number): Promise<void> {
    const goal = this.answered + count
    await new Promise<void>((resolve) => {
      this.#notify = () => {
        if (this.answered >= goal) resolve()
      }
    })
  }

  async end(): Promise<void> {
    this.#isWanted = false
    await this.#ended
    this.#delays.disable()
  }

  async #run(index: number): Promise<void> {
    const keeps = index % 2 === 0
    const request = index % 4 < 2 ? posting : reading
    let connection: Connection | undefined
    while (this.#isWanted) {
      const startedAt = performance.now()
      try {
        if (keeps) connection ??= new Connection(this.#target)
        const answer = await (connection?.send(request) ?? send(this.#target, request))
        this.#take(answer, request, performance.now() - startedAt)
        if (answer.headers['connection'] === 'close') connection = undefined
      } catch (error) {
        this.failures.push(`client ${index}: ${String(error)}`)
        connection = undefined
      }
    }
    connection?.close()
  }

  #take({ status, text }: Answer, request: Request, tookMs: number): void {
    assert.equal(status, 200, text)
    this.answered++
    if (request === posting) this.posted++
    this.longestMs = Math.max(this.longestMs, Math.round(tookMs))
    this.#notify()
  }
}

/** Starts the service on a socket that another process holds. */
async function startHeld(t: TestContext, kind: 'tcp' | 'unix') {
  const folder = temporaryFolder(t)
  const path = kind === 'unix' ? [join(folder, 'held.sock')] : []
  const holder = spawn(
    process.execPath,
    [compiledPath('test/support/socket-holder.ts'), ...path],
    {
      env: { PATH: process.env['PATH'], DATA_DIR: folder, RATE_LIMIT: '100000' },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const closed = once(holder, 'close')
  let pid = 0
  t.after(async () => {
    holder.kill('SIGKILL')
    process.kill(pid, 'SIGKILL')
    await closed
  })
  let target: Target = 0
  let listened = 0
  let notify = (): void => {}
  createInterface({ input: holder.stderr }).on('line', (text) => {
    const line = JSON.parse(text)
    if (line.message === 'Held') target = line.address.port ?? line.address
    if (line.message === 'Started') pid = line.pid
    if (line.message === 'Listening') listened++
    notify()
  })
  const listening = (count: number): Promise<void> =>
    new Promise((resolve) => {
      notify = () => {
        if (listened === count) resolve()
      }
      notify()
    })
  await listening(1)
  return {
    target,
    async restart(signal: NodeJS.Signals): Promise<void> {
      const next = listened + 1
      process.kill(pid, signal)
      await listening(next)
    },
  }
}
