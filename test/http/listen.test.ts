import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmodSync, existsSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import type { Server } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import {
  chooseTarget,
  defaultSiteUrl,
  formatAddress,
  listen,
  removeLeftSocket,
  takeInherited,
} from '../../lib/http/listen.ts'
import type { ListenTarget, ListeningAddress } from '../../lib/http/listen.ts'
import { StartError } from '../../lib/log.ts'
import { temporaryFolder } from '../support/folders.ts'

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

describe('removeLeftSocket', () => {
  test('removes nothing but sockets', async (t) => {
    const folder = temporaryFolder(t)
    const path = join(folder, 'a')
    writeFileSync(path, 'kept')
    symlinkSync(path, join(folder, 'link'))
    for (const taken of [path, join(folder, 'link'), folder]) {
      const message = `HOST=${taken}: there is a file that is not a socket`
      await assert.rejects(removeLeftSocket(taken), new StartError(message))
      assert.ok(existsSync(taken), taken)
    }
    await removeLeftSocket(join(folder, 'nothing'))
  })

  test('removes the socket of a dead process, and none that has replaced it', async (t) => {
    const folder = temporaryFolder(t)
    const [path, other] = [join(folder, 'a'), join(folder, 'b')]
    const listenAt = async (place: string): Promise<Server> => {
      const server = createServer((socket) => socket.end()).listen(place)
      t.after(() => server.close())
      await once(server, 'listening')
      return server
    }
    /** Leaves a socket that nobody listens on, as a killed process does. */
    const leave = async (): Promise<void> => {
      const dead = await listenAt(other)
      renameSync(other, path)
      await new Promise((resolve) => dead.close(resolve))
    }
    await leave()
    await removeLeftSocket(path)
    assert.equal(existsSync(path), false)

    // `connect` has already failed when these happen, but this is not known yet.
    await leave()
    await listenAt(other)
    const removal = removeLeftSocket(path)
    renameSync(other, path)
    await removal
    await once(connect({ path }), 'connect')

    rmSync(path)
    await leave()
    const second = removeLeftSocket(path)
    // The number of a file that is removed may be used again at once: its time tells them apart.
    chmodSync(path, 0o700)
    await second
    assert.ok(existsSync(path))
    const third = removeLeftSocket(path)
    rmSync(path)
    writeFileSync(path, 'kept')
    await third
    assert.ok(existsSync(path))
  })
})

describe('an endpoint', () => {
  test('is a socket for a host with a slash in front, and a port otherwise', () => {
    const shared = { readableAll: true, writableAll: true }
    assert.deepEqual(chooseTarget('/run/a.sock', 80), { path: '/run/a.sock', ...shared })
    assert.deepEqual(chooseTarget('::1', 80), { host: '::1', port: 80 })
  })

  const rows: Array<[address: ListeningAddress, shown: string, siteUrl: string]> = [
    [null, 'unix:inherited', 'http://localhost'],
    ['/run/a.sock', 'unix:/run/a.sock', 'http://localhost'],
    [
      { address: '127.0.0.1', family: 'IPv4', port: 81 },
      'http://127.0.0.1:81/api',
      'http://localhost:81',
    ],
    [{ address: '::', family: 'IPv6', port: 82 }, 'http://[::]:82/api', 'http://localhost:82'],
  ]
  for (const [address, shown, siteUrl] of rows) {
    test(`is shown as ${shown}`, () => {
      assert.equal(formatAddress(address, '/api'), shown)
      assert.equal(defaultSiteUrl(address), siteUrl)
    })
  }
})

describe('listen', () => {
  const unix = { path: '/a/b', readableAll: true, writableAll: true } as const
  const rows: Array<[title: string, endpoint: ListenTarget, code: string, hint: string]> = [
    ['a low port', { host: '::1', port: 80 }, 'EACCES', 'PORT=80: this user may not listen there;'],
    ['an unknown name', { host: 'a', port: 1 }, 'ENOTFOUND', 'HOST=a: this name is unknown;'],
    ['no name server', { host: 'a', port: 1 }, 'EAI_AGAIN', 'HOST=a: no name server responds; set'],
    ['anything else', { host: 'a', port: 1 }, 'EINVAL', 'HOST=a, PORT=1: cannot listen here ('],
    ['a missing folder', unix, 'ENOENT', 'HOST=/a/b: the socket needs an existing folder'],
    ['a socket of no use', { fd: 3 }, 'EAFNOSUPPORT', 'The inherited socket cannot be used'],
  ]
  for (const [title, endpoint, code, hint] of rows) {
    test(`explains ${title} in one line`, async () => {
      const server = createServer()
      server.listen = () => {
        queueMicrotask(() => server.emit('error', Object.assign(new Error(`listen ${code}`), { code })))
        return server
      }
      await assert.rejects(listen(server, endpoint), (error) => {
        assert.ok(error instanceof StartError)
        assert.ok(error.message.startsWith(hint), error.message)
        assert.ok(error.message.endsWith(` (listen ${code})`), error.message)
        return true
      })
    })
  }

  test('leaves later errors to other listeners', async (t) => {
    const server = createServer()
    t.after(() => server.close())
    await listen(server, { host: '127.0.0.1', port: 0 })
    assert.equal(server.listenerCount('error'), 0)
  })
})
