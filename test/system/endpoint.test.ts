import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, lstatSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { removeLeftSocket, takeInherited } from '../../lib/http/listen.ts'
import { StartError } from '../../lib/start-error.ts'
import { freePort, send } from '../support/client.ts'
import { root, startService, temporaryFolder } from '../support/service.ts'

const stats = '/api?action=stats'

describe('takeInherited', () => {
  const rows: Array<[title: string, variables: readonly (string | undefined)[], fd?: number]> = [
    ['one socket', ['7', '1', undefined], 3],
    ['one with a name', ['7', '1', 'text-decoration.socket'], 3],
    ['one behind the notify socket', ['7', '2', 'notify:web'], 4],
    ['one before the notify socket', ['7', '2', 'web:notify'], 3],
    ['the notify socket alone', ['7', '1', 'notify']],
    ['none', ['7', '0', '']],
    ['that of another process', ['8', '1', undefined]],
    ['that of another process, damaged', ['', 'x', undefined]],
    ['a process id that only looks the same', ['7.0', '1', undefined]],
    ['no count', ['7', undefined, undefined]],
    ['nothing', [undefined, undefined, undefined]],
  ]
  for (const [title, [LISTEN_PID, LISTEN_FDS, LISTEN_FDNAMES], fd] of rows) {
    test(`finds ${fd ?? 'nothing'} for ${title}, and clears the variables`, () => {
      const environment = { LISTEN_PID, LISTEN_FDS, LISTEN_FDNAMES, LISTEN: 'stays' }
      assert.deepEqual(takeInherited(environment, 7), fd === undefined ? undefined : { fd })
      assert.deepEqual(environment, { LISTEN: 'stays' })
    })
  }

  for (const count of ['2', '-1', '1.0', 'x', '']) {
    test(`refuses LISTEN_FDS=${JSON.stringify(count)}`, () => {
      const environment = { LISTEN_PID: '7', LISTEN_FDS: count }
      assert.throws(() => takeInherited(environment, 7), StartError)
      assert.deepEqual(environment, {})
    })
  }
})

describe('a service with HOST=/path', () => {
  test('answers there, for all on this machine, and removes it at the stop', async (t) => {
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

  test('believes X-Forwarded-For as that of 127.0.0.1', async (t) => {
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

  test('takes the place of one that was killed, and of no other', async (t) => {
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

  test('replaces nothing but sockets', async (t) => {
    const folder = temporaryFolder(t)
    const path = join(folder, 'a')
    writeFileSync(path, 'kept')
    symlinkSync(path, join(folder, 'link'))
    for (const taken of [path, join(folder, 'link'), folder]) {
      await assert.rejects(removeLeftSocket(taken), (error) => {
        assert.ok(error instanceof StartError)
        assert.equal(error.message, `HOST=${taken}: there is something that is no socket`)
        return true
      })
      assert.ok(existsSync(taken), taken)
    }
    assert.equal(start(path).status, 78)
    await removeLeftSocket(join(folder, 'nothing'))
  })
})

/** Starts a service that is not expected to go on. */
function start(path: string): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'dist', 'server.js')],
    { env: { PATH: process.env['PATH'], HOST: path }, encoding: 'utf8', timeout: 20_000 },
  )
  return { status, stdout, stderr }
}

const activate = 'systemd-socket-activate'
const skip = spawnSync(activate, ['--version']).status === 0 ? false : `${activate} is not installed`

describe(`a service that ${activate} starts`, { skip }, () => {
  for (const kind of ['tcp', 'unix'] as const) {
    test(`listens on the ${kind} socket that it is given`, async (t) => {
      const folder = temporaryFolder(t)
      const path = join(folder, 'a.sock')
      const port = await freePort()
      const target = kind === 'tcp' ? port : path
      const settings = Object.entries({
        PATH: process.env['PATH'],
        DATA_DIR: folder,
        // It would not start if it opened this one.
        HOST: '192.0.2.1',
      }).flatMap(([name, value]) => ['-E', `${name}=${value}`])
      const child = spawn(
        activate,
        [
          ...['-l', kind === 'tcp' ? `127.0.0.1:${port}` : path, '--fdname=web', ...settings],
          ...[process.execPath, join(root, 'dist', 'server.js')],
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
      while (!/^Listening on/m.test(log)) await once(child.stderr, 'data')
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
