import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createDraw } from '../../lib/engine/draft.ts'
import { send } from '../support/client.ts'
import { temporaryFolder } from '../support/folders.ts'
import {
  assertRefusal,
  countAdmitted,
  generate,
  Load,
  readTotals,
  warnings,
} from '../support/load.ts'
import { rounds } from '../support/rounds.ts'
import { startService } from '../support/service.ts'
import type { Service } from '../support/service.ts'

/** How often a process comes or goes. */
const faultRounds = rounds(3, 50)
const limit = 100
const windowSeconds = 3600

describe('one client with 1,000 requests at once', () => {
  for (const processes of [1, 3]) {
    test(`passes 100 times in ${processes} processes, and its hour outlasts restarts`, async (t) => {
      const folder = join(temporaryFolder(t), 'data')
      const start = (): Promise<Service> => startService(t, { DATA_DIR: folder })
      // Several processes create the folder at the same moment.
      const services = await Promise.all(Array.from({ length: processes }, start))
      const sentAt = performance.now()
      assert.equal(await countAdmitted(services, 1000), limit)
      const answeredAt = performance.now()
      for (const { port } of services) {
        assert.deepEqual(await readTotals(port), { uses: limit, characters: 2 * limit })
      }
      let uses = limit
      for (const [index, ending] of (['stop', 'kill', 'kill'] as const).entries()) {
        const ended = services[index % processes] ?? assert.fail()
        await ended[ending]()
        assert.deepEqual(warnings(ended), [])
        const { port } = (services[index % processes] = await start())
        const askedAt = performance.now()
        const answer = await send(port, generate('192.0.2.1'))
        assertRefusal(answer)
        // The first of the hundred was admitted between these times.
        const { retry_after: wait } = JSON.parse(answer.text)
        assert.ok(wait >= windowSeconds - (performance.now() - sentAt) / 1000, `${wait} s`)
        assert.ok(wait <= windowSeconds - (askedAt - answeredAt) / 1000 + 1, `${wait} s`)
        assert.equal((await send(port, generate('192.0.2.2'))).status, 200)
        uses++
      }
      for (const service of services) {
        assert.deepEqual(await readTotals(service.port), { uses, characters: 2 * uses })
        assert.deepEqual(warnings(service), [])
      }
    })
  }
})

describe('processes that come and go', () => {
  test(`keep one limit and one total, ${faultRounds} times`, async (t) => {
    const folder = temporaryFolder(t)
    const draw = createDraw('come and go')
    const few = 20
    const environment = { DATA_DIR: folder, RATE_LIMIT: String(few), RATE_WINDOW_SECONDS: '1' }
    const services: Array<Service | undefined> = [undefined, undefined, undefined, undefined]
    const choosePort = (): number | undefined => {
      const running = services.flatMap((service) => service?.port ?? [])
      return running[draw(running.length)]
    }
    const load = new Load(t, 3, choosePort, 10)
    for (let round = 0; round < faultRounds; round++) {
      const slot = round < 2 ? round : draw(services.length)
      const service = services[slot]
      services[slot] = service === undefined ? await startService(t, environment) : undefined
      await service?.[draw(2) === 0 ? 'stop' : 'kill']()
      assert.deepEqual(service === undefined ? [] : warnings(service), [])
      await pause(draw(400))
    }
    // In the end, clients must reach the limit.
    services[0] ??= await startService(t, environment)
    await pause(1500)
    await load.end()
    load.assertFair(few, 1000, 1)
    const last = await startService(t, { DATA_DIR: folder })
    const { uses } = await readTotals(last.port)
    const admitted = load.clients
      .flatMap(({ sent }) => sent)
      .filter(({ answer }) => answer?.status === 200).length
    const most = admitted + load.faults.length
    assert.ok(admitted <= uses && uses <= most, `${admitted} to ${most}, ${uses} uses`)
  })
})
