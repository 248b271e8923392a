import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { readBootId } from '../../lib/store/machine.ts'
import { parseAddress } from '../../lib/http/address.ts'
import { clientKey } from '../../lib/http/client.ts'
import { createLog } from '../../lib/log.ts'
import { readState } from '../../lib/usage/journal-state.ts'
import { openStore } from '../../lib/store/store.ts'
import type { Store } from '../../lib/store/store.ts'
import { temporaryFolder } from '../support/folders.ts'
import { readEntries } from '../support/journal.ts'
import { Connection } from '../support/kept-connection.ts'
import { SharedLimiter } from '../support/limiter.ts'
import { readMemory } from '../support/process-usage.ts'
import { startService } from '../support/service.ts'

// Each client is a /64 of IPv6. The sizes are those of lib/store/README.md.

const million = 1_000_000
const mostFileMiB = 160
const mostResidentMiB = 350
const windowMs = 3_600_000
const limit = 100

describe('a million clients', () => {
  test('are the most that are kept, and their file does not grow', (t) => {
    const folder = temporaryFolder(t)
    const store = open(folder)
    const limiter = limiterOf(store)
    const sizeMiB = (): number => statSync(join(folder, 'live.mdb')).size / 2 ** 20
    let now = 5_000_000
    const admit = (clients: readonly string[]): boolean[] =>
      limiter.admit(clients, now).map((one) => one.isAdmitted)
    const fill = (first: number, count: number): void => {
      for (let start = first; start < first + count; start += 500, now++) {
        const length = Math.min(500, first + count - start)
        admit(Array.from({ length }, (_, index) => keyOf(start + index)))
      }
      limiter.keepUp(now)
    }

    const full = keyOf(3 * million)
    assert.deepEqual(admit(new Array<string>(limit + 1).fill(full)).indexOf(false), limit)
    fill(0, million - 1)
    assert.equal(clientsOf(store), million)
    // It is the next client to be removed, but not yet.
    assert.deepEqual(admit([full]), [false])
    const first = sizeMiB()
    fill(million - 1, 1)
    assert.deepEqual(admit([full]), [true])
    fill(million, million)
    assert.equal(clientsOf(store), million)
    const second = sizeMiB()
    fill(2 * million, million / 4)
    assert.equal(clientsOf(store), million)
    const third = sizeMiB()
    const sizes = [first, second, third].map((size) => size.toFixed(1))
    t.diagnostic(`live.mdb: ${sizes.join(', ')} MiB`)
    assert.ok(Math.max(first, second, third) < mostFileMiB, `${first}, ${second}, ${third} MiB`)
    assert.ok(third < 1.02 * second, `${second} MiB, then ${third} MiB`)
    store.close()
  })

  test('over HTTP need bounded memory, and are removed when they have expired', async (t) => {
    const folder = temporaryFolder(t)
    // Long enough that none has expired when the last request arrives.
    const windowSeconds = 600
    const service = await startService(t, {
      DATA_DIR: folder,
      RATE_WINDOW_SECONDS: String(windowSeconds),
    })
    const kept = 1.1 * million
    await sendFromEach(service.port, kept)
    const { resident, peak } = readMemory(service)
    const { size } = statSync(join(folder, 'live.mdb'))
    t.diagnostic(`${resident} MiB resident, peak ${peak} MiB; live.mdb: ${size / 2 ** 20} MiB`)
    assert.ok(peak < mostResidentMiB, `${peak} MiB`)
    assert.ok(size / 2 ** 20 < mostFileMiB, `${size} bytes`)
    assert.equal(await service.stop(), 0)

    // The steps of a start and of the upkeep, for which a request may have to wait.
    const store = open(folder)
    // Those of the last turn are removed with the next one, or within a second.
    assert.ok(clientsOf(store) < million + 512)
    const limiter = limiterOf(store)
    for (const [what, now] of [
      ['read', clock()],
      ['let go', clock() + windowMs],
    ] as const) {
      const steps: number[] = []
      for (let hasMore = true; hasMore; ) {
        const before = process.cpuUsage()
        hasMore = limiter.keepUp(now)
        const { user, system } = process.cpuUsage(before)
        steps.push((user + system) / 1000)
        await new Promise((resolve) => setTimeout(resolve, 0))
      }
      steps.sort((one, other) => one - other)
      const at = (part: number): number => steps[Math.floor(part * (steps.length - 1))] ?? NaN
      t.diagnostic(
        `${what} in ${steps.length} steps: median ${at(0.5)} ms of CPU, p99 ${at(0.99)} ms, ` +
          `longest ${at(1)} ms`,
      )
      const average = steps.reduce((sum, step) => sum + step, 0) / steps.length
      assert.ok(at(0.99) < 8 * average, `${at(0.99)} ms of CPU, ${average} on average`)
      assert.equal(clientsOf(store), what === 'read' ? million : 0)
    }
    // The list of free pages needs some pages itself.
    assert.ok(statSync(join(folder, 'live.mdb')).size < 1.02 * size, 'the file grew')
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
  return openStore({ folder, bootId: readBootId(), checkpointBoot: undefined, log })
}

function limiterOf(store: Store): SharedLimiter {
  const bounds = { maxClients: million, maxEntries: 10 * million }
  const settings = { limit, windowMs, ...bounds, nameBytes: 9 }
  return new SharedLimiter((work) => store.transact(work), settings)
}

function clock(): number {
  return Math.floor(Number(process.hrtime.bigint() / 1_000_000n))
}

/** How many clients the journal names. */
function clientsOf(store: Store): number {
  const names = new Set<string>()
  store.transact((records) => {
    const first = readState(records)?.first ?? 0
    for (const { place, client } of readEntries(records)) if (place >= first) names.add(client)
  })
  return names.size
}

/** Sends a request of each client, many at once. */
async function sendFromEach(port: number, clients: number): Promise<void> {
  let next = 0
  const sendSome = async (): Promise<void> => {
    while (next < clients) {
      const first = next
      // A connection carries at most 1,000 requests.
      next = Math.min(clients, next + 1000)
      const connection = new Connection(port)
      const requests = Array.from({ length: next - first }, (_, index) => {
        const headers = [`X-Forwarded-For: ${addressOf(first + index)}`]
        return connection.send({ target: '/api?action=stats', headers })
      })
      for (const { status } of await Promise.all(requests)) assert.equal(status, 200)
      connection.close()
    }
  }
  await Promise.all(Array.from({ length: 16 }, sendSome))
}
