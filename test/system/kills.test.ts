import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { createDraw } from '../../lib/engine/seeded-random.ts'
import { temporaryFolder } from '../support/folders.ts'
import { generous, Load, warnings } from '../support/load.ts'
import { startService } from '../support/service.ts'

/** How often processes are killed under load. */
const faultRounds = Number(process.env['FAULT_ROUNDS'] ?? 6)

describe('a process that is killed under load', () => {
  test(`loses nothing that was answered, ${faultRounds} times`, async (t) => {
    const folder = temporaryFolder(t)
    const draw = createDraw('kill')
    const load = new Load(20)
    for (let round = 0; round < faultRounds; round++) {
      await killUnderLoad(t, folder, load, 16, 1 + draw(150))
    }
    const service = await startService(t, { DATA_DIR: folder, ...generous })
    assert.deepEqual(warnings(service), [])
    await load.assertStored(service)
  })
})

/** Starts a service, and kills it after this many more answers to this many clients. */
async function killUnderLoad(
  t: TestContext,
  folder: string,
  load: Load,
  clients: number,
  answers: number,
): Promise<void> {
  const service = await startService(t, { DATA_DIR: folder, ...generous })
  const ended = load.run([service], clients)
  await load.answers(answers)
  await service.kill()
  await ended
  assert.deepEqual(warnings(service), [])
}
