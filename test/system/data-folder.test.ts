import assert from 'node:assert/strict'
import { readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { send } from '../support/client.ts'
import { temporaryFolder } from '../support/folders.ts'
import { countAdmitted, generate, readTotals, warnings } from '../support/load.ts'
import { startService } from '../support/service.ts'
import type { Service } from '../support/service.ts'
import { until } from '../support/until.ts'

const health = { target: '/health' }

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
      warnings(service).filter((line) => line === lost || line === found)
    const lost = 'error: A file of the store was moved, deleted or replaced'
    const found = 'warn: The files of the store are back'
    assert.equal((await send(service.port, generate('192.0.2.1'))).status, 200)
    assert.equal((await send(service.port, health)).status, 200)

    renameSync(folder, `${folder}-away`)
    await untilHealth(service, 503)
    for (let sent = 0; sent < 20; sent++) {
      assert.equal((await send(service.port, generate('192.0.2.1'))).status, 200)
    }
    assert.deepEqual(logged(), [lost])

    // Another process cannot know of the first one, but the first one reports it.
    const second = await startService(t, { DATA_DIR: folder, RATE_LIMIT: '50' })
    assert.equal((await readTotals(second.port)).uses, 0)
    assert.equal((await send(second.port, health)).status, 200)
    await second.kill()
    assert.equal((await send(service.port, health)).status, 503)

    // The first one may be creating a draft there, which it removes again.
    rmSync(folder, { recursive: true, maxRetries: 20 })
    renameSync(`${folder}-away`, folder)
    await untilHealth(service, 200)
    assert.equal((await readTotals(service.port)).uses, 21)
    assert.deepEqual(logged(), [lost, found])
    assert.equal(await service.stop(), 0)
    assert.equal(JSON.parse(readFileSync(join(folder, 'checkpoint.json'), 'utf8')).uses, 21)
  })

  test('and does not come back, neither stops answers nor the stop', async (t) => {
    const folder = join(temporaryFolder(t), 'data')
    const service = await startService(t, { DATA_DIR: folder })
    rmSync(folder, { recursive: true })
    await untilHealth(service, 503)
    assert.equal(await countAdmitted([service], 101), 100)
    assert.equal(await service.stop(), 0)
    assert.throws(() => statSync(folder), { code: 'ENOENT' })
  })
})
