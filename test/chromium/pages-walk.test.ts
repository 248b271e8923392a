import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { send } from '../support/client.ts'
import { Connection } from '../support/kept-connection.ts'
import { readMemory, readTicks, untilIdle } from '../support/process-usage.ts'
import { rounds } from '../support/rounds.ts'
import { startService } from '../support/service.ts'
import type { Service } from '../support/service.ts'
import { readUnitOptions } from '../support/unit-options.ts'

const isWhole = rounds(1) > 1

describe('a walk through the sitemap', () => {
  test('does not delay new connections: they wait less than a third of a page', async (t) => {
    const service = await startService(t)
    const paths = await readPaths(service)
    let next = 0
    const pageMs: number[] = []
    const healthMs: number[] = []
    const walkers = Array.from({ length: 64 }, async () => {
      const connection = new Connection(service.port)
      for (let count = 0; count < 6; count++) {
        const start = performance.now()
        const target = paths[(next++ * 7) % paths.length] ?? ''
        assert.equal((await connection.send({ target })).status, 200)
        pageMs.push(performance.now() - start)
      }
      connection.close()
    })
    let isOver = false
    const walk = Promise.all(walkers).finally(() => (isOver = true))
    while (!isOver) {
      const start = performance.now()
      assert.equal((await send(service.port, { target: '/health' })).status, 200)
      healthMs.push(performance.now() - start)
    }
    await walk
    const [health, page] = [median(healthMs), median(pageMs)]
    t.diagnostic(`${health.toFixed(0)} ms, a page ${page.toFixed(0)} ms`)
    assert.ok(health < page / 3, `${health} ms, a page ${page} ms`)
  })

  const skip = !isWhole && 'LEFT OUT: it takes a minute; ROUNDS=many runs it'
  test('costs little the second time, and little memory', { skip }, async (t) => {
    const service = await startService(t, readUnitOptions())
    const paths = await readPaths(service)
    const walk = async (coding: string): Promise<number> => {
      const before = readTicks(service)
      for (let start = 0; start < paths.length; start += 900) {
        const connection = new Connection(service.port)
        for (const target of paths.slice(start, start + 900)) {
          const headers = [`Accept-Encoding: ${coding}`, 'Connection: keep-alive']
          assert.equal((await connection.send({ target, headers })).status, 200)
        }
        connection.close()
      }
      return readTicks(service) - before
    }
    const first = await walk('gzip')
    for (const coding of ['gzip', 'br', 'identity']) {
      const again = await walk(coding)
      t.diagnostic(`${coding}: ${again} of ${first} ticks`)
      assert.ok(again < first / 4, `${coding}: ${again} of ${first}`)
    }
    await untilIdle(service)
    const { resident } = readMemory(service)
    t.diagnostic(`${resident} MiB`)
    assert.ok(resident < 200, `${resident} MiB`)
  })
})

async function readPaths({ port }: Service): Promise<readonly string[]> {
  const { text } = await send(port, { target: '/sitemap.xml' })
  return Array.from(text.matchAll(/<loc>http:\/\/localhost([^<]+)</g), ([, path = '']) => path)
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? NaN
}
