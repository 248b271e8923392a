import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createDraw } from '../../lib/engine/seeded-random.ts'
import { createLog } from '../../lib/log.ts'
import { planStore } from '../../lib/store/address-space.ts'
import { openStore } from '../../lib/store/store.ts'
import { createRateLimiter } from '../../lib/usage/rate-limiter.ts'
import { send } from '../support/client.ts'
import { temporaryFolder } from '../support/folders.ts'
import { startCommand, startService } from '../support/service.ts'

describe('the service under a limit of its address space', () => {
  test('serves in 1.5 GiB, with as many clients as fit', async (t) => {
    const limited = ['sh', '-c', 'ulimit -v 1572864; exec "$0" "$@"', ...startCommand()]
    // Without it the C library takes 64 MiB for each thread, of which Node 24 leaves no room.
    const { port, lines, stop } = await startService(t, { MALLOC_ARENA_MAX: '1' }, limited)
    assert.equal(lines[0]?.message, 'The address space is limited')
    assert.ok(Number(lines[0]?.['maxClients']) > 10_000, JSON.stringify(lines[0]))
    const text = 'é😀'.repeat(5000)
    for (let round = 0; round < 20; round++) {
      const headers = ['Content-Type: application/x-www-form-urlencoded']
      const body = `slug=box-rounded&text=${text}`
      const target = '/api?action=generate'
      assert.equal((await send(port, { method: 'POST', target, headers, body })).status, 200)
      assert.equal((await send(port, { target: '/api?action=list_generators' })).status, 200)
    }
    assert.equal(await stop(), 0)
  })
})

describe('the plan of a store, whose windows take seconds to fill,', () => {
  for (const limit of [1, 100, 5_000]) {
    test(`plans for no more clients than fit, with ${limit} requests each`, (t) => {
      const { mapBytes, maxClients } = planStore(32 * 2 ** 20, limit)
      const folder = temporaryFolder(t)
      const log = createLog('error', assert.fail)
      const store = openStore({ folder, bootId: 'b', checkpointBoot: undefined, mapBytes, log })
      t.after(() => store.close())
      const limiter = createRateLimiter({ limit, windowMs: 1e9, maxClients })
      const draw = createDraw(`${limit}`)
      // Windows grow in steps and in any order, so that no page stays as it was.
      const clients = Math.ceil(1.2 * maxClients)
      const step = Math.ceil(limit / 4)
      for (let turn = 0; turn < (6 * clients) / 16; turn++) {
        const some = Array.from({ length: 16 }, () => `${draw(clients)}`)
        const requests = some.flatMap((client) => Array<string>(step).fill(client))
        store.transact((records) => limiter.admit(records, requests, turn))
      }
      const { size } = statSync(join(folder, 'live.mdb'))
      t.diagnostic(`${Math.round((100 * size) / mapBytes)} % of the map`)
      assert.ok(size > mapBytes / 8, `${size} bytes are no test`)
      assert.ok(size <= mapBytes, `${size} bytes in a map of ${mapBytes}`)
    })
  }
})
