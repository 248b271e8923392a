import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createLog } from '../../lib/log.ts'
import { mostMapBytes, planStore } from '../../lib/store/machine.ts'
import { openStore } from '../../lib/store/store.ts'
import { fileBytesOf } from '../../lib/usage/journal-block.ts'
import { send } from '../support/client.ts'
import { temporaryFolder } from '../support/folders.ts'
import { SharedLimiter } from '../support/limiter.ts'
import { rounds } from '../support/rounds.ts'
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
  const least = rounds(1) > 1 ? 1 : 64
  for (const [requests, length] of [[least, 'short'], [16, 'long'], [512, 'short']] as const) {
    test(`plans for no more records than fit, of ${requests} requests, names ${length}`, (t) => {
      const { mapBytes, recordBytes } = planStore(32 * 2 ** 20)
      const folder = temporaryFolder(t)
      const log = createLog('error', assert.fail)
      const store = openStore({ folder, bootId: 'b', checkpointBoot: undefined, mapBytes, log })
      t.after(() => store.close())
      const nameBytes = length === 'long' ? 17 : 5
      const maxEntries = Math.floor(recordBytes / fileBytesOf(nameBytes))
      const settings = { windowMs: 1e9, nameBytes, maxEntries, maxClients: 1e9 }
      const limiter = new SharedLimiter((work) => store.transact(work), settings)
      let clients = 0
      // Until half of the requests have been removed again.
      for (let now = 5_000_000; limiter.limiter.windows.evicted <= clients / 2; now++) {
        const names = Array.from({ length: requests }, () => `${clients++}`.padStart(nameBytes, 'c'))
        limiter.admit(names.map((name) => name.slice(-nameBytes)), now)
      }
      const { size } = statSync(join(folder, 'live.mdb'))
      t.diagnostic(`${Math.round((100 * size) / mapBytes)} % of the map`)
      assert.ok(size > mapBytes / 3, `${size} bytes are too few`)
      assert.ok(size <= mapBytes, `${size} bytes in a map of ${mapBytes}`)
    })
  }
})
