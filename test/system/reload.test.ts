import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { generatorWith } from '../support/catalogue-copy.ts'
import { converse, formatRequest, send } from '../support/client.ts'
import { builtServer } from '../support/built.ts'
import { endWithParent } from '../support/end-with-parent.ts'
import { root, temporaryFolder } from '../support/folders.ts'
import { startService } from '../support/service.ts'
import { until } from '../support/until.ts'

/** What systemd passes to a process that it starts. */
const ofSystemd = { INVOCATION_ID: '0'.repeat(32) }

describe('SIGHUP', () => {
  for (const [title, environment] of [
    ['without systemd', {}],
    // Shells in the terminal of a desktop are like this.
    ['in a process below one that systemd has started', { ...ofSystemd, SYSTEMD_EXEC_PID: '1' }],
  ] as const) {
    test(`${title} logs a line, and changes nothing`, async (t) => {
      const service = await startService(t, environment)
      for (let times = 1; times <= 2; times++) {
        service.process.kill('SIGHUP')
        await until(() => service.lines.length > times, 'it logs a line')
      }
      for (const { level, message } of service.lines.slice(1)) {
        assert.equal(level, 'info')
        assert.match(message, /^SIGHUP changes nothing: restart the service to read generators and/)
      }
      assert.equal((await send(service.port, { target: '/health' })).status, 200)
      assert.equal(await service.stop(), 0)
    })
  }

  test('under systemd stops the service as SIGTERM does, however often it comes', async (t) => {
    const service = await startService(t, ofSystemd)
    const slow = converse(service.port)
    const request = formatRequest({ method: 'POST', target: '/api', body: 'action=generate&slug=reverse&text=abc' })
    slow.write(request.subarray(0, -1))
    // It has read the head.
    await send(service.port, { target: '/health' })
    for (let times = 0; times < 3; times++) {
      service.process.kill('SIGHUP')
      await setTimeout(250)
    }
    slow.write(request.subarray(-1))
    assert.match(await slow.until(/\}$/), /^HTTP\/1\.1 200 [^]*"output":"cba"/)
    await until(() => service.process.exitCode !== null, 'it ends')
    assert.equal(service.process.exitCode, 0)
    assert.deepEqual(
      service.lines.map(({ message, signal }) => [message, signal]),
      [['Listening', undefined], ['Stopping', 'SIGHUP'], ['Stopped', undefined]],
    )
  })

  test('by the unit is only sent if the check finds no fault', async (t) => {
    const folder = temporaryFolder(t)
    const file = join(folder, 'my-own.json')
    const good = generatorWith({ type: 'reverse', units: 'words' })
    writeFileSync(file, good)
    const service = await startService(t, { GENERATORS_DIR: folder, ...ofSystemd })
    const unit = readFileSync(join(root, 'systemd/text-decoration.service'), 'utf8')
    const [, words = ''] = /^ExecReload=\/bin\/sh -c '(.*)'$/m.exec(unit) ?? []
    const installed = '/usr/bin/node /opt/text-decoration/dist/server.js'
    assert.ok(words.includes(installed), words)
    const command = words.replace(installed, `'${process.execPath}' '${builtServer()}'`)
    const env = {
      GENERATORS_DIR: folder,
      DATA_DIR: temporaryFolder(t),
      MAINPID: String(service.process.pid),
    }
    const run = () => spawnSync('sh', ['-c', command], { env, encoding: 'utf8' })
    writeFileSync(file, '{')
    const { status, stdout, stderr } = run()
    assert.deepEqual([status, stdout], [78, ''])
    assert.ok(stderr.startsWith(`${file}: is not JSON`), stderr)
    assert.equal((await send(service.port, { target: '/health' })).status, 200)
    assert.deepEqual(service.lines.map(({ message }) => message), ['Listening'])
    writeFileSync(file, good)
    assert.equal(run().status, 0)
    await until(() => service.process.exitCode !== null, 'it ends')
    assert.equal(service.process.exitCode, 0)
  })

  test('does not end a service that has just begun to start', async (t) => {
    const child = spawn(...endWithParent(process.execPath, [builtServer()]), {
      env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: temporaryFolder(t) },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const exited = once(child, 'exit')
    t.after(async () => {
      child.kill('SIGKILL')
      await exited
    })
    let log = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
    const isEarly = (): boolean => !catchesHangup(child.pid) && child.exitCode === null
    for (let turns = 0; turns < 1e6 && isEarly(); turns++) await setImmediate()
    // On a busy machine it may listen already when this process has its turn again.
    if (log !== '') t.diagnostic('it was seen too late')
    for (let times = 0; !log.includes('Listening') && child.signalCode === null; times++) {
      child.kill('SIGHUP')
      await setTimeout(1)
    }
    child.kill('SIGTERM')
    assert.deepEqual(await exited, [0, null])
  })
})

/** Returns whether a process handles SIGHUP instead of being ended by it. */
function catchesHangup(pid: number | undefined): boolean {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const caught = /^SigCgt:\t([0-9a-f]+)$/m.exec(status)?.[1] ?? '0'
  return (BigInt(`0x${caught}`) & 1n) === 1n
}
