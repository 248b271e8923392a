import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { createDraw } from '../../lib/engine/draft.ts'
import { decode } from '../support/answers.ts'
import { entryOf } from '../support/catalogue-files.ts'
import { destination, send } from '../support/client.ts'
import type { Target } from '../support/client.ts'
import { sourceOptions, sourcePath } from '../support/built.ts'
import { endWithParent } from '../support/end-with-parent.ts'
import { temporaryFolder } from '../support/folders.ts'
import { Connection } from '../support/kept-connection.ts'
import { Load, logged } from '../support/load.ts'
import { rounds } from '../support/rounds.ts'
import { startService } from '../support/service.ts'
import type { Service } from '../support/service.ts'
import { until } from '../support/until.ts'

/** How often the service is restarted under load. */
const restarts = rounds(2, 20)

/** How often it is killed under load. */
const faultRounds = rounds(3, 50)

const clientCount = 20

describe('an entity tag', () => {
  test('is known to another process, and after a restart', async (t) => {
    const settings = { DATA_DIR: join(temporaryFolder(t), 'data'), RATE_LIMIT: '0' }
    const start = (): Promise<Service> => startService(t, settings)
    const [one, other] = await Promise.all([start(), start()])
    const ask = ({ port }: Service, target: string, coding: string, etag = '""') =>
      send(port, { target, headers: [`Accept-Encoding: ${coding}`, `If-None-Match: ${etag}`] })
    const list = await ask(one, '/en/', 'br')
    const [script = assert.fail()] = /assets\/[^"]+\.js/.exec(decode(list)) ?? []
    const targets = [
      '/en/', `/fr/${entryOf('bold-serif', 'fr').page}`, '/en/api', '/sitemap.xml', `/${script}`,
      '/openapi.json', '/api?action=list_generators', '/api?action=get_generator&slug=bold-serif',
    ]
    const tags: Array<readonly [target: string, coding: string, etag: string]> = []
    for (const target of targets) {
      for (const coding of ['br', 'gzip', 'identity']) {
        const { status, headers: { etag = '' } } = await ask(one, target, coding)
        assert.equal(status, 200, target)
        tags.push([target, coding, etag])
      }
    }
    const assertKnown = async (service: Service): Promise<void> => {
      for (const [target, coding, etag] of tags) {
        const { status, headers, text } = await ask(service, target, coding, etag)
        assert.deepEqual([status, headers['etag'], text], [304, etag, ''], `${target} ${coding}`)
      }
    }
    await assertKnown(other)
    await Promise.all([one.stop(), other.kill()])
    await assertKnown(await start())
  })
})

describe(`a service that is restarted ${restarts} times under load, on a socket that stays`, () => {
  for (const kind of ['tcp', 'unix'] as const) {
    test(`answers every request over ${kind}, and counts each once`, async (t) => {
      for (let tries = 1; ; tries++) {
        const { target, restart } = await startHeld(t, kind)
        const delays = monitorEventLoopDelay({ resolution: 10 })
        delays.enable()
        const load = new Load(t, clientCount, () => target)
        await load.answers(100)
        for (let round = 0; round < restarts; round++) {
          // By "systemctl restart" and "systemctl reload" in turn.
          await restart(round % 2 === 0 ? 'SIGTERM' : 'SIGHUP')
          await load.answers(100)
        }
        await load.end()
        delays.disable()
        const stalledMs = Math.round(delays.max / 1e6)
        const lost = `${load.faults.length} requests lost, ${load.answered} answered`
        t.diagnostic(`${lost}; the clients were stalled for ${stalledMs} ms`)
        // If this machine stalls the clients, they may use a connection that has just closed.
        if (load.faults.length > 0 && stalledMs > 250 && tries < 3) continue
        assert.deepEqual(load.faults, [])
        await load.assertStored(target)
        return
      }
    })
  }

  test(`loses only open requests when it is killed ${faultRounds} times`, async (t) => {
    const { target, restart } = await startHeld(t, 'tcp')
    const draw = createDraw('kill')
    const load = new Load(t, clientCount, () => target)
    for (let round = 0; round < faultRounds; round++) {
      await load.answers(1 + draw(150))
      await restart('SIGKILL')
    }
    await load.answers(100)
    await load.end()
    t.diagnostic(`${load.faults.length} requests lost, ${load.answered} answered`)
    // Each client has at most one open request.
    assert.ok(load.faults.length <= clientCount * faultRounds, load.faults.join())
    assert.ok(!load.faults.join().includes('ECONNREFUSED'), load.faults.join())
    await load.assertStored(target)
  })
})

test('a stopping service answers requests that arrived while it was suspended', async (t) => {
  const request = { target: '/api?action=get_generator&slug=reverse' }
  const { process: child, port, lines } = await startService(t)
  const connections = Array.from({ length: 10 }, () => new Connection(port))
  await Promise.all(connections.map((connection) => connection.send(request)))
  child.kill('SIGTERM')
  await logged({ lines }, 'Stopping')
  child.kill('SIGSTOP')
  const answers = connections.map((connection) => connection.send(request))
  // Long enough for it to close idle connections.
  await setTimeout(700)
  child.kill('SIGCONT')
  for (const { status, headers } of await Promise.all(answers)) {
    assert.deepEqual([status, headers['connection']], [200, 'close'])
  }
})

describe('a service that is busy lets 1,000 new clients wait', () => {
  const starts = {
    'on a port': async (t: TestContext) => {
      const { port, process } = await startService(t)
      return { target: port, signal: (name: NodeJS.Signals): unknown => process.kill(name) }
    },
    'on an inherited port': (t: TestContext) => startHeld(t, 'tcp'),
    'on an inherited socket': (t: TestContext) => startHeld(t, 'unix'),
  }
  for (const [title, start] of Object.entries(starts)) {
    test(title, async (t) => {
      const { target, signal } = await start(t)
      signal('SIGSTOP')
      const clients = Array.from({ length: 1000 }, () => connect(destination(target)))
      const connected = Promise.all(clients.map((client) => once(client, 'connect')))
      await connected.finally(() => clients.forEach((client) => client.destroy()))
      signal('SIGCONT')
      assert.equal((await send(target, { target: '/health' })).status, 200)
    })
  }
})

/** Starts the service on a socket that another process holds. */
async function startHeld(t: TestContext, kind: 'tcp' | 'unix') {
  const folder = temporaryFolder(t)
  const path = kind === 'unix' ? [join(folder, 'held.sock')] : []
  const holder = spawn(
    ...endWithParent(process.execPath, [...sourceOptions, sourcePath('socket-holder.ts'), ...path]),
    {
      env: { PATH: process.env['PATH'], DATA_DIR: folder, RATE_LIMIT: '10000', INVOCATION_ID: 'a' },
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
  createInterface({ input: holder.stderr }).on('line', (text) => {
    const line = JSON.parse(text)
    if (line.message === 'Held') target = line.address.port ?? line.address
    if (line.message === 'Started') pid = line.pid
    if (line.message === 'Listening') listened++
  })
  await until(() => listened === 1, 'it listens')
  return {
    target,
    signal(name: NodeJS.Signals): void {
      process.kill(pid, name)
    },
    async restart(name: NodeJS.Signals): Promise<void> {
      const next = listened + 1
      process.kill(pid, name)
      await until(() => listened === next, 'it listens again')
    },
  }
}
