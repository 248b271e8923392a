import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { fstatSync } from 'node:fs'
import { Writable } from 'node:stream'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { main } from '../../lib/process/main.ts'
import { send } from '../support/client.ts'
import { temporaryFolder } from '../support/folders.ts'
import { parseLine } from '../support/service.ts'
import type { LogLine } from '../support/service.ts'
import { until } from '../support/until.ts'

describe('the process of a service', () => {
  test('keeps running when the reader of its log goes away', async (t) => {
    const { own, port, exits, stop } = await start(t)
    own.stderr.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
    assert.equal((await send(port, { target: '/health' })).status, 200)
    assert.deepEqual(exits, [])
    await stop()
    assert.deepEqual(exits, [0])
  })

  test('gives each line its priority where standard error is the journal', async (t) => {
    const { dev, ino } = fstatSync(2, { bigint: true })
    const priorities: Readonly<Record<string, string>> = { error: '<3>', warn: '<4>', info: '<6>' }
    for (const journal of [`${dev}:${ino}`, `${dev}:${ino + 1n}`, undefined]) {
      const { events, texts, lines, stop } = await start(t, { JOURNAL_STREAM: journal })
      events.emit('uncaughtException', new Error('a cause'))
      await stop()
      const isThere = journal === `${dev}:${ino}`
      const expected = lines.map(({ level }) => (isThere ? priorities[level] : '{"l'))
      assert.deepEqual(texts.map((text) => text.slice(0, 3)), expected)
      assert.deepEqual(new Set(lines.map(({ level }) => level)), new Set(['info', 'warn', 'error']))
    }
  })

  test('logs an uncaught exception and exits with status 1', async (t) => {
    const { events, lines, exits } = await start(t)
    assert.equal(events.listenerCount('uncaughtException'), 1)
    events.emit('uncaughtException', new Error('a cause'))
    assert.deepEqual(exits, [1])
    const last = lines.at(-1)
    assert.deepEqual([last?.level, last?.message], ['error', 'A fault ended the service'])
    assert.match(String(last?.['reason']), /^Error: a cause\n +at /)
  })

  test('shows its processor time, memory and start in the metrics', async (t) => {
    const { port } = await start(t, { METRICS: 'on' })
    const cpuSeconds = (): number => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1e6
    }
    const before = cpuSeconds()
    const { text } = await send(port, { target: '/metrics' })
    const valueOf = (name: string): number =>
      Number(new RegExp(`^process_${name} (.*)$`, 'm').exec(text)?.[1])
    const cpu = valueOf('cpu_seconds_total')
    assert.ok(before <= cpu && cpu <= cpuSeconds(), `${before} ≤ ${cpu} ≤ ${cpuSeconds()}`)
    const times = valueOf('resident_memory_bytes') / process.memoryUsage.rss()
    assert.ok(times > 0.5 && times < 2, `${times} times its memory`)
    const aliveSeconds = Date.now() / 1e3 - valueOf('start_time_seconds')
    // The clock may have been set.
    assert.ok(Math.abs(aliveSeconds - process.uptime()) < 60, `${aliveSeconds} s after its start`)
  })
})

/** Starts the program in the process of the test, and records what it does to that process. */
async function start(t: TestContext, environment: NodeJS.ProcessEnv = {}) {
  const texts: string[] = []
  const lines: LogLine[] = []
  const exits: unknown[] = []
  const events = new EventEmitter()
  const stderr = new Writable({
    write(line, _encoding, done) {
      texts.push(String(line))
      lines.push(parseLine(String(line).replace(/^<\d>/, '')))
      done()
    },
  })
  const stop = async (): Promise<void> => {
    if (!exits.includes(0)) events.emit('SIGTERM')
    await until(() => exits.length > 0, 'it stops')
  }
  // Before its data folder is removed.
  t.after(stop)
  const parts = {
    argv: ['node', 'server.js'],
    cpuUsage: process.cpuUsage,
    env: { PORT: '0', DATA_DIR: temporaryFolder(t), ...environment },
    exit: (code: unknown) => void exits.push(code),
    hrtime: process.hrtime,
    memoryUsage: process.memoryUsage,
    on: events.on.bind(events),
    pid: process.pid,
    stderr,
    stdout: stderr,
  }
  // Only a complete process object has the type that TypeScript expects.
  const own = parts as unknown as NodeJS.Process
  main(own)
  const findListening = (): LogLine | undefined =>
    lines.find(({ message }) => message === 'Listening')
  await until(() => findListening() !== undefined || exits.length > 0, 'it listens')
  assert.deepEqual(exits, [], JSON.stringify(lines))
  const port = Number(new URL(String(findListening()?.['address'])).port)
  return { own, events, texts, lines, exits, port, stop }
}
