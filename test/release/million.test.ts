import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { readBootId, recordBytes } from '../../lib/store/machine.ts'
import { parseAddress } from '../../lib/http/address.ts'
import { clientKey } from '../../lib/http/client.ts'
import { createLog } from '../../lib/log.ts'
import { readState } from '../../lib/usage/state.ts'
import { openStore } from '../../lib/store/store.ts'
import type { Store } from '../../lib/store/store.ts'
import { temporaryFolder } from '../support/folders.ts'
import { Connection } from '../support/kept-connection.ts'
import { assertCounted, SharedLimiter } from '../support/limiter.ts'
import { readMemory } from '../support/process-usage.ts'
import { startService } from '../support/service.ts'

// Each client is a /64 of IPv6. The sizes are those of lib/store/README.md.

const million = 1_000_000
const mostFileMiB = 160
const mostResidentMiB = 250
const windowMs = 3_600_000
const limit = 100

describe('a million clients', () => {
  test('are the most that are kept, and their file does not grow', (t) => {
    const folder = temporaryFolder(t)
    const store = open(folder)
    const limiter = limiterOf(store)
    let now = 5_000_000
    const fill = (first: number, count: number, times = 1): number => {
      for (let start = first; start < first + count; start += 500, now++) {
        const length = Math.min(500, first + count - start)
        const keys = Array.from({ length }, (_, index) => keyOf(start + index))
        limiter.admit(keys.flatMap((key) => new Array<string>(times).fill(key)), now)
      }
      assert.equal(clientsOf(store), million)
      return statSync(join(folder, 'live.mdb')).size / 2 ** 20
    }

    const first = fill(0, million)
    const second = fill(million, million)
    const third = fill(2 * million, million)
    const fourth = fill(3 * million, million / 4)
    let most = fourth
    // As many requests as are kept.
    for (let round = 0; round < 5; round++) most = fill(2.25 * million, million, 2)
    store.transact(assertCounted)
    const sizes = [first, second, third, fourth, most].map((size) => size.toFixed(1))
    t.diagnostic(`live.mdb: ${sizes.join(', ')} MiB; ${limiter.evicted} windows removed`)
    assert.ok(fourth < 1.05 * second, `${second} MiB, then ${fourth} MiB`)
    assert.ok(most < mostFileMiB, `${most} MiB`)
    store.close()
  })

  test('over HTTP need bounded memory, and are removed when they have expired', async (t) => {
    const folder = temporaryFolder(t)
    // Long enough that none has expired when the last request arrives.
    const windowSeconds = 600
    const environment = { DATA_DIR: folder, RATE_WINDOW_SECONDS: String(windowSeconds) }
    const service = await startService(t, environment)
    await sendFromEach(service.port, 1.1 * million)
    const { resident, peak } = readMemory(service)
    const { size } = statSync(join(folder, 'live.mdb'))
    t.diagnostic(`${resident} MiB resident, peak ${peak} MiB; live.mdb: ${size / 2 ** 20} MiB`)
    assert.ok(peak < mostResidentMiB, `${peak} MiB`)
    assert.ok(size / 2 ** 20 < mostFileMiB, `${size} bytes`)
    assert.equal(await service.stop(), 0)

    // A start reads none of them.
    const startsMs: number[] = []
    for (const settings of [environment, {}]) {
      const beganAt = performance.now()
      const { stop } = await startService(t, settings)
      startsMs.push(performance.now() - beganAt)
      assert.equal(await stop(), 0)
    }
    t.diagnostic(`starts with a million clients, and with none: ${startsMs.join(', ')} ms`)

    // The steps of the sweep, for which a request may have to wait.
    const store = open(folder)
    assert.equal(clientsOf(store), million)
    const limiter = limiterOf(store)
    for (const [what, now] of [
      ['passed over', clock()],
      ['removed', clock() + windowMs],
    ] as const) {
      const steps: number[] = []
      for (let waitMs = 0; waitMs < 60_000; ) {
        const before = process.cpuUsage()
        waitMs = limiter.sweep(now).waitMs
        const { user, system } = process.cpuUsage(before)
        steps.push((user + system) / 1000)
      }
      steps.sort((one, other) => one - other)
      const at = (part: number): number => steps[Math.floor(part * (steps.length - 1))] ?? NaN
      t.diagnostic(
        `${what} in ${steps.length} steps: median ${at(0.5)} ms of CPU, p99 ${at(0.99)} ms, ` +
          `longest ${at(1)} ms`,
      )
      const average = steps.reduce((sum, step) => sum + step, 0) / steps.length
      assert.ok(at(0.99) < 8 * average, `${at(0.99)} ms of CPU, ${average} on average`)
      assert.equal(clientsOf(store), what === 'removed' ? 0 : million)
    }
    // The list of free pages needs some pages itself.
    assert.ok(statSync(join(folder, 'live.mdb')).size < 1.05 * size, 'the file grew')
    store.close()
  })
})

function keyOf(client: number): string {
  return clientKey(parseAddress(addressOf(client)) ?? assert.fail(), 64)
}

/** An address in its own /64; those of neighbours are far apart. */
function addressOf(client: number): string {
  const bits = Math.imul(client, 2_654_435_761) >>> 0
  return `2001:db8:${(bits >>> 16).toString(16)}:${(bits & 0xffff).toString(16)}::1`
}

function open(folder: string): Store {
  const log = createLog('warn', (line) => process.stderr.write(line))
  return openStore({ folder, patienceMs: 10_000, bootId: readBootId(), checkpointBoot: undefined, log })
}

function limiterOf(store: Store): SharedLimiter {
  const settings = { limit, windowMs, maxClients: million, maxBytes: recordBytes }
  return new SharedLimiter((work) => store.transact(work), settings)
}

function clock(): number {
  return Math.floor(Number(process.hrtime.bigint() / 1_000_000n))
}

function clientsOf(store: Store): number {
  return store.transact((records) => readState(records)?.clients ?? 0)
}

/** Sends a request of each client, many at once. */
async function sendFromEach(port: number, clients: number): Promise<void> {
  let next = 0
  const sendSome = async (): Promise<void> => {
    while (next < clients) {
      const first = next
      // A connection carries at most 1,000 requests.
      const end = Math.min(clients, next + 1000)
      next = end
      const connection = new Connection(port)
      // With more at once in all connections, the service closes some of these.
      for (let start = first; start < end; start += 100) {
        const requests = Array.from({ length: Math.min(100, end - start) }, (_, index) => {
          const headers = [`X-Forwarded-For: ${addressOf(start + index)}`]
          return connection.send({ target: '/api?action=stats', headers })
        })
        for (const { status } of await Promise.all(requests)) assert.equal(status, 200)
      }
      connection.close()
    }
  }
  await Promise.all(Array.from({ length: 16 }, sendSome))
}
