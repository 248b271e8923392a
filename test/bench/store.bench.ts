// What the store costs: microseconds a turn, bytes a client, the steps of the sweep, the time to
// open. `node --import tsx test/bench/store.bench.ts` takes a minute or two; numbers of stored
// clients behind it replace 1,000, 100,000 and 1,000,000. Time of CPU is what a busy machine cannot
// spoil: it is the mean, the time that passes the median.

import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../../lib/log.ts'
import { createDraw } from '../../lib/engine/seeded-random.ts'
import { createRateLimiter } from '../../lib/usage/rate-limiter.ts'
import { createRecorder } from '../../lib/usage/recorder.ts'
import { openStatistics } from '../../lib/usage/statistics.ts'
import { openStore } from '../../lib/store/store.ts'
import type { Store } from '../../lib/store/store.ts'

const windowMs = 3_600_000
const turnSizes = [1, 32, 256]
const sizes = process.argv.slice(2).map(Number)
const draw = createDraw('bench')
const settings = { limit: 1_000_000, windowMs, maxClients: 10_000_000 }
let now = 5_000_000

for (const clients of sizes.length > 0 ? sizes : [1_000, 100_000, 1_000_000]) measureTurns(clients)
for (const requests of [1, 100]) measureBytes(20_000, requests)

function measureTurns(clients: number): void {
  withFolder((folder) => {
    const store = open(folder)
    const { fillMs, bytes } = fill(store, folder, clients, 1)
    const bytesEach = `${Math.round(bytes / clients)} bytes each`
    report(`${clients} clients`, `filled in ${fillMs} ms`, bytesEach)
    for (const size of turnSizes) measureTurn(store, folder, clients, size)
    store.close()

    for (let time = 0; time < 3; time++) {
      const start = performance.now()
      const cpu = createCpuClock()
      const reopened = open(folder)
      const passed = (performance.now() - start).toFixed(1)
      report(`  opened in ${passed} ms`, `${(cpu() / 1000).toFixed(1)} ms of CPU`)
      if (time === 2) measureSweep(reopened)
      reopened.close()
    }
  })
}

/** Turns of `size` requests of random clients among those that are stored. */
function measureTurn(store: Store, folder: string, clients: number, size: number): void {
  const limiter = createRateLimiter(settings)
  const statistics = openStatistics({ store, folder, bootId: 'b', saved: undefined })
  const recorder = createRecorder({ store, statistics, limiter, now: () => now, defer: () => {} })
  const adds = { uses: 1, characters: 10 }
  let cpuSum = 0
  // A window holds some fifty requests at most, half of what the service admits by default.
  let clock = now
  const turn = (): number => {
    clock += (size * windowMs) / (50 * clients)
    now = Math.floor(clock)
    for (let index = 0; index < size; index++) {
      void recorder.record(clientAt(draw(clients)), adds)
    }
    const start = performance.now()
    const cpu = createCpuClock()
    recorder.flush()
    cpuSum += cpu()
    return (performance.now() - start) * 1000
  }
  const count = Math.max(500, Math.round(20_000 / size))
  for (let warm = 0; warm < count / 4; warm++) turn()
  cpuSum = 0
  const times = Array.from({ length: count }, turn).toSorted((one, other) => one - other)
  const at = (part: number): number => Math.round(times[Math.floor(part * times.length)] ?? 0)
  const cpu = cpuSum / count
  report(
    `  turn of ${size}`,
    `median ${at(0.5)} µs, p99 ${at(0.99)} µs, of CPU ${cpu.toFixed(0)} µs`,
    `of CPU ${(cpu / size).toFixed(1)} µs each`,
  )
}

/** Microseconds of CPU since it was made. */
function createCpuClock(): () => number {
  const start = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(start)
    return user + system
  }
}

function measureSweep(store: Store): void {
  const limiter = createRateLimiter(settings)
  const later = now + windowMs
  const times: number[] = []
  for (let hasMore = true; hasMore; ) {
    const cpu = createCpuClock()
    hasMore = store.transact((records) => limiter.sweep(records, later))
    times.push(cpu() / 1000)
  }
  const total = times.reduce((sum, time) => sum + time, 0)
  times.sort((one, other) => one - other)
  const last = times.length - 1
  const at = (part: number): string => (times[Math.floor(part * last)] ?? 0).toFixed(1)
  report(
    `  swept in ${times.length} steps`,
    `${Math.round(total)} ms of CPU in all`,
    `median ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`,
  )
}

function measureBytes(clients: number, requests: number): void {
  withFolder((folder) => {
    const store = open(folder)
    const { bytes } = fill(store, folder, clients, requests)
    store.close()
    report(`${requests} requests a client`, `${Math.round(bytes / clients)} bytes each`)
  })
}

function fill(
  store: Store,
  folder: string,
  clients: number,
  requests: number,
): { fillMs: number; bytes: number } {
  const limiter = createRateLimiter(settings)
  const start = performance.now()
  for (let request = 0; request < requests; request++) {
    for (let first = 0; first < clients; first += 512) {
      const length = Math.min(512, clients - first)
      const batch = Array.from({ length }, (_, index) => clientAt(first + index))
      store.transact((records) => limiter.admit(records, batch, now))
      now += 1
    }
  }
  const fillMs = Math.round(performance.now() - start)
  return { fillMs, bytes: statSync(join(folder, 'live.mdb')).size }
}

/** The key of an IPv6 client, far from that of the next one. */
function clientAt(index: number): string {
  const key = Buffer.alloc(9, 6)
  key.writeUInt32BE(Math.imul(index, 2_654_435_761) >>> 0, 1)
  key.writeUInt32BE(index, 5)
  return key.toString('latin1')
}

function open(folder: string): Store {
  const log = createLog('warn', (line) => process.stderr.write(line))
  return openStore({ folder, bootId: 'b', checkpointBoot: undefined, log })
}

function withFolder(work: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'decoration-bench-'))
  try {
    work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function report(...cells: string[]): void {
  process.stdout.write(`${cells.join(': ')}\n`)
}
