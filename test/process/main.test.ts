import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { Writable } from 'node:stream'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { main } from '../../lib/process/main.ts'
import type { OwnProcess } from '../../lib/process/main.ts'
import { send } from '../support/client.ts'
import { temporaryFolder } from '../support/folders.ts'
import type { LogLine } from '../support/service.ts'
import { until } from '../support/until.ts'

describe('the process of a service', () => {
  test('goes on when whoever reads its log goes away', async (t) => {
    const { own, port, events, exits } = await start(t)
    own.stderr.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
    assert.equal((await send(port, { target: '/health' })).status, 200)
    assert.deepEqual(exits, [])
    await stop(events)
    assert.deepEqual(exits, [0])
  })

  test('ends with 1 on an exception that nobody catches, and logs it', async (t) => {
    const { events, lines, exits } = await start(t)
    assert.equal(events.listenerCount('uncaughtException'), 1)
    events.emit('uncaughtException', new Error('a cause'))
    assert.deepEqual(exits, [1])
    const last = lines.at(-1)
    assert.deepEqual([last?.level, last?.message], ['error', 'A fault ended the service'])
    assert.match(String(last?.['reason']), /^Error: a cause\n +at /)
    await stop(events)
  })

  test('reads its catalogue again on SIGHUP', async (t) => {
    const { events, lines } = await start(t)
    events.emit('SIGHUP')
    await until(() => lines.some(({ message }) => message === 'Reloaded'), 'it has reloaded')
    await stop(events)
  })
})

/** The program in the process of the test, and what it does to the process that it is given. */
async function start(t: TestContext) {
  const lines: LogLine[] = []
  const exits: unknown[] = []
  const events = new EventEmitter()
  const stderr = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)))
      done()
    },
  })
  const exit = (code: unknown): void => {
    exits.push(code)
    events.emit('exit')
  }
  const parts = {
    argv: ['node', 'server.js'],
    env: { PORT: '0', DATA_DIR: temporaryFolder(t) },
    exit,
    hrtime: process.hrtime,
    on: events.on.bind(events),
    pid: process.pid,
    stderr,
    stdout: stderr,
  }
  // TypeScript knows of no process but a whole one.
  const own = parts as unknown as OwnProcess
  main(own)
  const listening = (): LogLine | undefined =>
    lines.find(({ message }) => message === 'Listening')
  await until(() => listening() !== undefined || exits.length > 0, 'it listens or has ended')
  assert.deepEqual(exits, [], JSON.stringify(lines))
  return { own, events, lines, exits, port: Number(new URL(String(listening()?.['address'])).port) }
}

async function stop(events: EventEmitter): Promise<void> {
  const ended = once(events, 'exit')
  events.emit('SIGTERM')
  await ended
}
