import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, lstatSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { freePort, send } from '../support/client.ts'
import { compiledPath } from '../support/compiled.ts'
import { temporaryFolder } from '../support/folders.ts'
import { startService } from '../support/service.ts'
import { until } from '../support/until.ts'

const stats = '/api?action=stats'

describe('a service with HOST=/path', () => {
  test('listens on a socket for all users, and removes it when it stops', async (t) => {
    const folder = temporaryFolder(t)
    const path = join(folder, 'a b.sock')
    const service = await startService(t, { HOST: path, PORT: '1', DATA_DIR: join(folder, 'data') })
    assert.equal(service.lines[0]?.['address'], `unix:${path}`)
    assert.equal(statSync(path).mode & 0o666, 0o666)
    const { status, text } = await send(path, { target: '/api?action=get_generator&slug=reverse' })
    assert.equal(status, 200)
    assert.match(JSON.parse(text).generator.url, /^http:\/\/localhost\/en\//)
    assert.equal(await service.stop(), 0)
    assert.equal(existsSync(path), false)
  })

  test('trusts a client of the socket as it trusts 127.0.0.1', async (t) => {
    const path = join(temporaryFolder(t), 'a.sock')
    for (const [trust, statuses] of [
      ['127.0.0.1', [200, 200]],
      ['none', [200, 429]],
    ] as const) {
      const service = await startService(t, { HOST: path, RATE_LIMIT: '1', TRUST_PROXY: trust })
      const seen: number[] = []
      for (const client of ['192.0.2.1', '192.0.2.2']) {
        const headers = [`X-Forwarded-For: ${client}`]
        seen.push((await send(path, { target: stats, headers })).status)
      }
      assert.deepEqual(seen, statuses, trust)
      await service.stop()
    }
  })

  test('replaces the socket of a killed process, but not one that is in use', async (t) => {
    const path = join(temporaryFolder(t), 'a.sock')
    const killed = await startService(t, { HOST: path })
    await killed.kill()
    assert.ok(lstatSync(path).isSocket(), 'a killed process leaves its socket')
    await startService(t, { HOST: path })
    assert.deepEqual(start(path), {
      status: 78,
      stdout: '',
      stderr: `HOST=${path}: another process listens there\n`,
    })
    assert.equal((await send(path, { target: stats })).status, 200)
  })

  test('replaces only sockets', (t) => {
    const path = join(temporaryFolder(t), 'a')
    writeFileSync(path, 'kept')
    assert.equal(start(path).status, 78)
    assert.equal(readFileSync(path, 'utf8'), 'kept')
  })
})

/** Starts a service that is expected to fail. */
function start(path: string): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [compiledPath('server.ts')],
    { env: { PATH: process.env['PATH'], HOST: path }, encoding: 'utf8', timeout: 100_000 },
  )
  return { status, stdout, stderr }
}

const activate = 'systemd-socket-activate'
const skip = spawnSync(activate, ['--version']).status === 0 ? false : `LEFT OUT: no ${activate}`

describe(`a service that ${activate} starts`, { skip }, () => {
  for (const kind of ['tcp', 'unix'] as const) {
    test(`listens on the ${kind} socket that it is passed`, async (t) => {
      const folder = temporaryFolder(t)
      const path = join(folder, 'a.sock')
      const port = await freePort()
      const target = kind === 'tcp' ? port : path
      const settings = Object.entries({
        PATH: process.env['PATH'],
        DATA_DIR: folder,
        // It would not start if it used this.
        HOST: '192.0.2.1',
      }).flatMap(([name, value]) => ['-E', `${name}=${value}`])
      const child = spawn(
        activate,
        [
          ...['-l', kind === 'tcp' ? `127.0.0.1:${port}` : path, '--fdname=web', ...settings],
          ...[process.execPath, compiledPath('server.ts')],
        ],
        { stdio: ['ignore', 'ignore', 'pipe'] },
      )
      const exited = once(child, 'exit')
      t.after(async () => {
        child.kill('SIGKILL')
        await exited
      })
      let log = ''
      child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
      await until(() => /^Listening on/m.test(log), 'it listens')
      const headers = ['X-Forwarded-For: 192.0.2.1']
      const answer = await send(target, { target: stats, headers })
      assert.equal(answer.status, 200)
      const address = kind === 'tcp' ? `http://127.0.0.1:${port}/api` : 'unix:'
      assert.ok(log.includes(`"Listening","address":"${address}`), log)
      child.kill()
      assert.deepEqual(await exited, [0, null])
      assert.ok(log.includes('Stopped'), log)
    })
  }
})
