import assert from 'node:assert/strict'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { send } from '../support/client.ts'
import { temporaryFolder } from '../support/folders.ts'
import { generate, readTotals, warnings } from '../support/load.ts'
import { startService } from '../support/service.ts'
import { until } from '../support/until.ts'

test('a data folder that is moved is reported, and stops neither answers nor the stop', async (t) => {
  const folder = join(temporaryFolder(t), 'data')
  const service = await startService(t, { DATA_DIR: folder })
  const { port } = service
  // The service looks once a second.
  const untilHealth = (status: number): Promise<void> =>
    until(async () => (await send(port, { target: '/health' })).status === status, `${status}`)
  await untilHealth(200)

  renameSync(folder, `${folder}-away`)
  await untilHealth(503)
  for (let sent = 0; sent < 20; sent++) {
    assert.equal((await send(port, generate('192.0.2.1'))).status, 200)
  }
  renameSync(`${folder}-away`, folder)
  await untilHealth(200)
  assert.equal((await readTotals(port)).uses, 20)
  assert.deepEqual(
    warnings(service).filter((line) => !line.includes('checkpoint')),
    [
      'error: A file of the store was moved, deleted or replaced',
      'warn: The files of the store are back',
    ],
  )

  rmSync(folder, { recursive: true, maxRetries: 20 })
  assert.equal(await service.stop(), 0)
  assert.equal(existsSync(folder), false)
})
