import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createDraw } from '../../lib/engine/draft.ts'
import { createLog } from '../../lib/log.ts'
import { mostMapBytes, planStore } from '../../lib/store/machine.ts'
import { openStore } from '../../lib/store/store.ts'
import { send } from '../support/client.ts'
import { temporaryFolder } from '../support/folders.ts'
import { firstTime, SharedLimiter } from '../support/limiter.ts'
import { triesAll } from '../support/rounds.ts'
import { startCommand, startService } from '../support/service.ts'
import type { Service } from '../support/service.ts'

describe('the service under a limit of its address space', () => {
  test('serves in 1.5 GiB, with as many records as fit', async (t) => {
    const limited = ['sh', '-c', 'ulimit -v 1572864; exec "$0" "$@"', ...startCommand()]
    // Otherwise the C library reserves 64 MiB for each thread, which is too much for Node 24.
    const service = await startService(t, { MALLOC_ARENA_MAX: '1' }, limited)
    const { port, lines, stop } = service
    assert.equal(lines[0]?.message, 'The address space is limited')
    assert.ok(Number(lines[0]?.['recordBytes']) > 2 ** 22, JSON.stringify(lines[0]))
    // It uses no more than it has logged.
    assert.ok(mappedBytes(service) < mostMapBytes, `${mappedBytes(service)} bytes`)
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

/** Returns how much of the address space the file of the records occupies. */
function mappedBytes({ process: { pid } }: Service): number {
  const lines = readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')
  const places = lines.filter((line) => line.endsWith('/live.mdb'))
  assert.ok(places.length > 0)
  return places.reduce((sum, line) => {
    const [start = 0, end = 0] = (line.split(' ')[0] ?? '').split('-').map((hex) => parseInt(hex, 16))
    return sum + end - start
  }, 0)
}

describe('the plan of a store', () => {
  const kinds = [[64, 1], [512, 1], [512, 40], [1, 1], [64, 60], [512, 300], [32, 900]] as const
  for (const [requests, times] of triesAll ? kinds : kinds.slice(0, 3)) {
    test(`plans for no more records than fit, ${requests} at once, each client ${times} times`, (t) => {
      const { mapBytes, recordBytes } = planStore(32 * 2 ** 20)
      const folder = temporaryFolder(t)
      const log = createLog('error', assert.fail)
      const store = openStore({ folder, bootId: 'b', checkpointBoot: undefined, mapBytes, log })
      t.after(() => store.close())
      const settings = { windowMs: 1e9, limit: 2_000, maxBytes: recordBytes }
      const limiter = new SharedLimiter((work) => store.transact(work), settings)
      const draw = createDraw(`plan ${times}`)
      const known = Math.ceil((1.2 * recordBytes) / (32 + 6 * times))
      const turns = (1.5 * recordBytes) / (32 + 6 * times) / (requests / times)
      for (let turn = 0; turn < turns; turn++) {
        const names = Array.from({ length: requests }, (_, index) =>
          times === 1 ? `client ${turn * requests + index}` : `client ${draw(known)}`)
        limiter.admit(names, firstTime + turn)
      }
      assert.ok(limiter.evicted > 0)
      const { size } = statSync(join(folder, 'live.mdb'))
      t.diagnostic(`${Math.round((100 * size) / mapBytes)} % of the map`)
      assert.ok(size > mapBytes / 3, `${size} bytes are too few`)
      assert.ok(size <= mapBytes, `${size} bytes in a map of ${mapBytes}`)
    })
  }
})
