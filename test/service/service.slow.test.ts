import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { Http } from '../../lib/http/server.ts'
import { StartError } from '../../lib/log.ts'
import { assertExpected, assertStatus } from '../support/answers.ts'
import { change, copyData } from '../support/catalogue-copy.ts'
import { converse, formatRequest, send } from '../support/client.ts'
import type { Answer, Request } from '../support/client.ts'
import { root, temporaryFolder } from '../support/folders.ts'
import { createHost, startInProcess } from '../support/in-process.ts'
import { loaderOf } from '../support/shared-catalogue.ts'
import { until } from '../support/until.ts'

const stats = { target: '/api?action=stats' }
const generate = { method: 'POST', target: '/api?action=generate&slug=reverse&text=abc' }

describe('a service in the process of its caller', () => {
  test('counts requests on two folders separately', async (t) => {
    const host = createHost()
    const limit = { RATE_LIMIT: '2' }
    const one = await startInProcess(t, limit, host)
    const other = await startInProcess(t, limit, host)
    const statuses: number[] = []
    for (const { port } of [one, one, one, other]) statuses.push((await send(port, stats)).status)
    assert.deepEqual(statuses, [200, 200, 429, 200])
  })
})

describe('a damaged generator of the service', () => {
  test('causes a 500 and a log line, and does not affect other styles or lists', async (t) => {
    const folder = copyData(t)
    const operations = [{ type: 'turn' }]
    const damaged = { category: 'turned', position: 1, example: 'Hi', operations }
    change(folder, 'generators/reverse.json', JSON.stringify(damaged))
    const { port, lines } = await startInProcess(t, {}, createHost({ loadCatalogue: loaderOf(folder) }))
    const styles = 'slug=reverse&text=a'
    const rows: ReadonlyArray<readonly [status: number, request: Request]> = [
      [200, { target: '/api?action=list_generators' }],
      [500, { target: '/api?action=get_generator&slug=reverse' }],
      [500, { method: 'POST', target: `/api?action=generate&${styles}` }],
      [200, { target: '/api?action=get_generator&slug=braille' }],
      [200, { target: '/en/' }],
      [200, { target: '/en/?text=a' }],
      [200, { target: '/en/text-to-braille' }],
      [200, { target: '/sitemap.xml' }],
    ]
    for (const [status, request] of rows) {
      const before = lines.length
      const answer = await send(port, request)
      assertStatus(answer, status, request.target)
      const faults = lines.slice(before)
      assert.equal(faults.length, status === 500 ? 1 : 0)
      for (const { level, reason } of faults) {
        assert.equal(level, 'error')
        assert.match(String(reason), /The style "reverse" has a fault: operations/)
        assertExpected(answer, [500, 'Internal server error'])
        assert.doesNotMatch(answer.text, /reverse|operations|Error:|\.ts/)
      }
    }
    const list = JSON.parse((await send(port, { target: '/api?action=list_generators' })).text)
    assert.equal(list.generators[0].example, 'Hi')
  })
})

describe('data of an operator', () => {
  test('that has a fault stops the start with one line, before a data folder is created', async (t) => {
    const folder = temporaryFolder(t)
    for (const name of ['my-own.json', 'other.json']) writeFileSync(join(folder, name), '{')
    const dataFolder = join(folder, 'data')
    const host = createHost()
    const settings = { GENERATORS_DIR: folder, DATA_DIR: dataFolder }
    await assert.rejects(startInProcess(t, settings, host), (error) => {
      assert.ok(error instanceof StartError && error.lines.length === 1)
      assert.ok(error.message.startsWith(`${join(folder, 'my-own.json')}: is not JSON`))
      return true
    })
    assert.deepEqual([host.lines, existsSync(dataFolder)], [[], false])
  })

  test('that uses a page of a shipped style is logged at the start', async (t) => {
    const folder = temporaryFolder(t)
    const english = JSON.parse(readFileSync(join(root, 'locales', 'en.json'), 'utf8'))
    const { page } = english.generators['zalgo']
    const generators = { reverse: { name: 'My own', page } }
    writeFileSync(join(folder, 'en.json'), JSON.stringify({ generators }))
    const { lines } = await startInProcess(t, { LOCALES_DIR: folder })
    const warnings = lines.filter(({ level }) => level === 'warn').map(({ message }) => message)
    assert.deepEqual(warnings, [
      `en: the page address "${page}" of "zalgo" is already that of "reverse"; "zalgo" gets "zalgo"`,
    ])
  })
})

describe('a stop', () => {
  test('closes connections and port, writes the checkpoint, and happens once', async (t) => {
    const folder = temporaryFolder(t)
    const { port, lines, stop } = await startInProcess(t, { DATA_DIR: folder })
    assertStatus(await send(port, generate), 200)
    const idle = converse(port)
    idle.write(formatRequest({ target: '/health' }))
    await idle.until(/\}$/)
    const first = stop('enough')
    assert.equal(stop('again'), first)
    await first
    await idle.closed()
    await assert.rejects(send(port, stats))
    const saved = JSON.parse(readFileSync(join(folder, 'checkpoint.json'), 'utf8'))
    assert.deepEqual([saved.uses, saved.characters], [1, 3])
    assert.deepEqual(lines.map(({ message }) => message), ['Listening', 'Stopping', 'Stopped'])
    assert.equal(lines[1]?.['signal'], 'enough')
  })

  test('logs the refused requests that no line has counted yet', async (t) => {
    const { port, lines, stop } = await startInProcess(t, { RATE_LIMIT: '1' })
    for (const status of [200, 429, 429]) assertStatus(await send(port, stats), status)
    await stop('enough')
    const found = lines.find(({ message }) => message === 'Requests over the limit were refused')
    assert.deepEqual([found?.['requests'], found?.['clients']], [2, 1])
  })

  test('leaves nothing that keeps the process from ending', async (t) => {
    const before = activeResources()
    const { port, stop } = await startInProcess(t)
    assertStatus(await send(port, stats), 200)
    await stop('enough')
    assertNoMore(before)
  })

  test('ends well although the data folder is gone, and does not create it again', async (t) => {
    const folder = join(temporaryFolder(t), 'data')
    const { port, lines, stop } = await startInProcess(t, { DATA_DIR: folder })
    rmSync(folder, { recursive: true, maxRetries: 20 })
    // The service looks once a second.
    await until(async () => (await send(port, { target: '/health' })).status === 503)
    assertStatus(await send(port, generate), 200)
    await stop('enough')
    assert.equal(lines.at(-1)?.message, 'Stopped')
    assert.equal(existsSync(folder), false)
  })
})

/** Resolves when deferred work has been done. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** Resolves when libuv has released closed handles. */
async function closedHandles(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await nextTurn()
}

/** Checks that nothing is open that was not before: what other tests leave may close meanwhile. */
function assertNoMore(before: readonly string[]): void {
  const left = activeResources()
  for (const name of before) if (left.includes(name)) left.splice(left.indexOf(name), 1)
  assert.deepEqual(left, [])
}

/** Lists the ports and timers in use, which keep this process from ending. */
function activeResources(): string[] {
  return process
    .getActiveResourcesInfo()
    .filter((name) => name.startsWith('TCP') || name === 'Timeout')
}

describe('a start in the process of its caller', () => {
  test('that is refused leaves nothing open, and creates no data folder', async (t) => {
    const folder = temporaryFolder(t)
    const [path, dataFolder] = [join(folder, 'a'), join(folder, 'data')]
    const blockers = [createServer().listen(0, '127.0.0.1'), createServer().listen(path)]
    t.after(() => blockers.forEach((blocker) => blocker.close()))
    await Promise.all(blockers.map((blocker) => once(blocker, 'listening')))
    await closedHandles()
    const { port } = blockers[0]?.address() as AddressInfo
    const before = activeResources()
    for (const [environment, reason] of [
      [{ PORT: String(port) }, `PORT=${port}: another program listens there; stop it, `],
      [{ HOST: '192.0.2.1' }, 'HOST=192.0.2.1: this machine does not have this address; '],
      [{ HOST: 'name.invalid' }, 'HOST=name.invalid: '],
      [{ HOST: path }, `HOST=${path}: another process listens there`],
      [{ HOST: join(folder, 'none', 'a') }, `HOST=${join(folder, 'none', 'a')}: the socket needs `],
      [{ LOCALES_DIR: join(folder, 'none') }, `LOCALES_DIR=${join(folder, 'none')} cannot be read: `],
      [{ DATA_DIR: path }, `DATA_DIR=${path} cannot be used: `],
    ] as const) {
      const host = createHost()
      const starting = startInProcess(t, { DATA_DIR: dataFolder, ...environment }, host)
      await assert.rejects(starting, (error) => {
        assert.ok(error instanceof StartError && error.message.startsWith(reason), String(error))
        return true
      })
      assert.deepEqual([host.failures, host.lines], [0, []])
      await closedHandles()
      assertNoMore(before)
      assert.equal(existsSync(dataFolder), false, reason)
    }
  })

  test('answers a client that connects before the data folder is open, once it is', async (t) => {
    const folder = join(temporaryFolder(t), 'data')
    let answered: Promise<Answer> | undefined
    let wasOpen: boolean | undefined
    const { http, ...host } = createHost()
    const createServer = (...options: Parameters<Http['createServer']>): Server => {
      const server = http.createServer(...options)
      server.once('listening', () => {
        wasOpen = existsSync(folder)
        answered = send((server.address() as AddressInfo).port, generate)
      })
      return server
    }
    const early = { ...host, http: { ...http, createServer } as Http }
    await startInProcess(t, { DATA_DIR: folder }, { ...createHost(), ...early })
    const answer = await answered
    assert.equal(wasOpen, false)
    assert.equal(answer?.status, 200)
  })
})
