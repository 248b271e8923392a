import assert from 'node:assert/strict'
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { send } from '../support/client.ts'
import { temporaryFolder } from '../support/folders.ts'
import { startService } from '../support/service.ts'
import type { Service } from '../support/service.ts'
import { until } from '../support/until.ts'

const health = { target: '/health' }
const stats = { target: '/api?action=stats' }
const generate = { method: 'POST', target: '/api?action=generate&slug=reverse&text=abc' }

async function usesOf({ port }: Service): Promise<number> {
  return JSON.parse((await send(port, stats)).text).statistics.uses
}

/** Waits until /health has a status. The service looks once a second. */
async function untilHealth({ port }: Service, status: number): Promise<void> {
  const isReached = async (): Promise<boolean> => (await send(port, health)).status === status
  await until(isReached, `/health is ${status}`)
}

describe('a data folder that is moved while the service runs', () => {
  test('is reported by /health and once by the log, and requests are answered', async (t) => {
    const folder = join(temporaryFolder(t), 'data')
    const service = await startService(t, { DATA_DIR: folder, RATE_LIMIT: '50' })
    const logged = (): string[] =>
      service.lines.slice(1).map(({ level, message }) => `${level}: ${message}`)
    const lost = 'error: A file of the store was moved, deleted or replaced'
    const found = 'warn: The files of the store are back'
    assert.equal((await send(service.port, generate)).status, 200)
    assert.equal((await send(service.port, health)).status, 200)

    renameSync(folder, `${folder}-away`)
    await untilHealth(service, 503)
    for (let sent = 0; sent < 20; sent++) {
      assert.equal((await send(service.port, generate)).status, 200)
      assert.equal((await send(service.port, health)).status, 503)
    }
    assert.equal(await usesOf(service), 21)
    assert.deepEqual(logged().filter((line) => line === lost), [lost])

    // Another process cannot know of the first one, but the first one reports it.
    const second = await startService(t, { DATA_DIR: folder, RATE_LIMIT: '50' })
    assert.equal(await usesOf(second), 0)
    assert.equal((await send(second.port, health)).status, 200)
    await second.kill()
    assert.equal((await send(service.port, health)).status, 503)

    // The first one may be creating a draft there, which it removes again.
    rmSync(folder, { recursive: true, maxRetries: 20 })
    renameSync(`${folder}-away`, folder)
    await untilHealth(service, 200)
    assert.equal(await usesOf(service), 21)
    assert.deepEqual(logged().filter((line) => line === lost || line === found), [lost, found])
    assert.equal(await service.stop(), 0)
    assert.equal(JSON.parse(readFileSync(join(folder, 'checkpoint.json'), 'utf8')).uses, 21)
  })

  test('and does not come back hinders neither requests nor the stop', async (t) => {
    const folder = join(temporaryFolder(t), 'data')
    const service = await startService(t, { DATA_DIR: folder })
    rmSync(folder, { recursive: true })
    for (let uses = 1; uses <= 100; uses++) {
      assert.equal((await send(service.port, generate)).status, 200)
    }
    assert.equal((await send(service.port, generate)).status, 429)
    await untilHealth(service, 503)
    assert.equal(await service.stop(), 0)
    assert.throws(() => statSync(folder), { code: 'ENOENT' })
  })
})

describe('a data folder with an older live.mdb', () => {
  test('keeps the totals of the checkpoint, in two processes that start at once', async (t) => {
    const folder = temporaryFolder(t)
    const environment = { DATA_DIR: folder, RATE_LIMIT: '1000' }
    const live = join(folder, 'live.mdb')
    let older: Buffer | undefined
    for (const requests of [5, 5]) {
      const service = await startService(t, environment)
      for (let sent = 0; sent < requests; sent++) await send(service.port, generate)
      assert.equal(await service.stop(), 0)
      older ??= readFileSync(live)
    }
    writeFileSync(live, older ?? '')
    const services = await Promise.all([1, 2].map(() => startService(t, environment)))
    for (const service of services) assert.equal(await usesOf(service), 10)
    for (const { port } of services) await send(port, generate)
    for (const service of services) assert.equal(await usesOf(service), 12)
    const warned = services.map(({ lines }) => lines.filter(({ level }) => level === 'warn').length)
    assert.deepEqual(warned.toSorted(), [0, 1])
  })
})
