import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { send } from '../support/client.ts'
import { temporaryFolder } from '../support/folders.ts'
import { Connection } from '../support/kept-connection.ts'
import {
  assertRefusal,
  countAdmitted,
  generate,
  generous,
  readTotals,
  warnings,
} from '../support/load.ts'
import { rounds } from '../support/rounds.ts'
import { startCommand, startService } from '../support/service.ts'
import type { Service } from '../support/service.ts'
import { until } from '../support/until.ts'

/** Ten more than the number of writes that fail. */
const faultRounds = rounds(3, 50)

describe('a service that runs out of something', () => {
  const hasLimits = spawnSync('prlimit', ['--version']).status === 0
  const skip = hasLimits ? false : 'LEFT OUT: prlimit is not installed'
  const setLimit = (service: Service, name: 'fsize' | 'nofile', value: number | string): void => {
    const { status } = spawnSync('prlimit', [`--pid=${service.process.pid}`, `--${name}=${value}:`])
    assert.equal(status, 0)
  }

  test('answers 503 while the disk is full, counts nothing then, and recovers', { skip }, async (t) => {
    const folder = temporaryFolder(t)
    const service = await startService(t, { DATA_DIR: folder })
    const health = async (): Promise<number> => {
      return (await send(service.port, { target: '/health' })).status
    }
    // One client reaches its limit before the disk is full.
    assert.equal(await countAdmitted([service], 101), 100)
    let uses = 100
    let client = 0
    let connection = new Connection(service.port)
    t.after(() => connection.close())
    const sendOne = async (): Promise<number> => {
      const request = generate(`198.18.${client >> 8}.${client++ & 255}`)
      const answer = await connection.send(request)
      if (answer.headers['connection'] === 'close') connection = new Connection(service.port)
      if (answer.status === 200) uses++
      else {
        assert.equal(JSON.parse(answer.text).error, 'Service unavailable')
        assert.equal(answer.headers['retry-after'], '10')
      }
      return answer.status
    }
    for (let round = 0; round < 3; round++) {
      setLimit(service, 'fsize', statSync(join(folder, 'live.mdb')).size)
      while ((await sendOne()) === 200) assert.ok(client < 20_000, 'the disk is never full')
      // What still fits into a page is recorded.
      for (let sent = 0; sent < 20; sent++) await sendOne()
      assert.equal(await health(), 503)
      assertRefusal(await send(service.port, generate('192.0.2.1')))
      setLimit(service, 'fsize', 'unlimited')
      assert.equal(await sendOne(), 200)
      const again = 'warn: The store can be written again'
      await until(() => warnings(service).filter((line) => line === again).length === round + 1, again)
      assert.equal(await health(), 200)
      assert.equal((await readTotals(service.port)).uses, uses)
    }
    const logged = service.lines.filter(({ message }) => message.startsWith('The store can'))
    assert.deepEqual(
      logged.map(({ message, path }) => [message, path]),
      Array.from({ length: 6 }, (_, index) => {
        return [`The store can${index % 2 === 0 ? 'not be written' : ' be written again'}`, folder]
      }),
    )
    await service.kill()
    const next = await startService(t, { DATA_DIR: folder })
    assert.equal((await readTotals(next.port)).uses, uses)
  })

  const hasTracer = spawnSync('strace', ['-D', '-o', '/dev/null', 'true']).status === 0

  test(
    'answers and loses nothing when any single write fails',
    { skip: hasTracer ? false : 'LEFT OUT: strace is not installed, or not allowed' },
    async (t) => {
      for (let when = 1; when <= Math.max(3, faultRounds - 10); when++) {
        const folder = temporaryFolder(t)
        const failing = startService(t, { DATA_DIR: folder }, [
          ...['strace', '-D', '-f', '-o', '/dev/null', '-P', join(folder, 'live.mdb')],
          ...['-e', 'trace=pwrite64', '-e', `inject=pwrite64:error=EIO:when=${when}`],
          ...startCommand(),
        ])
        const service = await failing.catch((error: Error) => error)
        if (service instanceof Error) {
          // The totals are written before it listens.
          assert.ok(when <= 2, `write ${when}: ${service.message}`)
          assert.match(service.message, /"DATA_DIR=.* cannot be used: Error: Input.output error"}]$/)
          continue
        }
        const statuses: number[] = []
        for (let client = 0; client < 25; client++) {
          statuses.push((await send(service.port, generate(`192.0.2.${client}`))).status)
        }
        const uses = statuses.filter((status) => status === 200).length
        const failed = statuses.filter((status) => status === 503).length
        assert.deepEqual([uses, failed], [24, 1], `write ${when}: ${statuses.join()}`)
        assert.equal((await readTotals(service.port)).uses, uses)
        await service.kill()
        const next = await startService(t, { DATA_DIR: folder })
        assert.equal((await readTotals(next.port)).uses, uses)
        await next.kill()
      }
    },
  )

  test('continues without spare file descriptors', { skip }, async (t) => {
    const service = await startService(t, generous)
    // Once a page is made, all code is loaded.
    assert.equal((await send(service.port, { target: '/en/' })).status, 200)
    const files = readdirSync(`/proc/${service.process.pid}/fd`).length
    setLimit(service, 'nofile', files + 10)
    const connections = Array.from({ length: 40 }, () => new Connection(service.port))
    t.after(() => connections.forEach((connection) => connection.close()))
    const statuses: number[] = []
    const answers = connections.map(async (connection) => {
      statuses.push((await connection.send(generate('192.0.2.1'))).status)
      connection.close()
    })
    // Connections without a descriptor may wait or be closed, but must not affect the others.
    await Promise.allSettled(answers)
    assert.ok(statuses.length >= 10)
    assert.ok(statuses.every((status) => status === 200))
    setLimit(service, 'nofile', 1000)
    assert.equal((await send(service.port, generate('192.0.2.1'))).status, 200)
    assert.equal(await service.stop(), 0)
  })
})
