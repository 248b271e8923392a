import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { send } from '../support/client.ts'
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
