// What the store costs: microseconds a turn, bytes a client, the longest step of the sweep, the
// time to open. `node --import tsx test/bench/store.bench.ts 1000 100000 1000000` takes the
// numbers of stored clients; without any it takes 1,000 and 100,000, and half a minute.

import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../../lib/log.ts'
import { createDraw } from '../../lib/random.ts'
import { createRateLimiter } from '../../lib/rate-limiter.ts'
import { createRecorder } from '../../lib/recorder.ts'
import { openStatistics } from '../../lib/statistics.ts'
import { openStore } from '../../lib/store.ts'
import type { Store } from '../../lib/store.ts'

const windowMs = 3_600_000
const turnSizes = [1, 32, 256]
const sizes = process.argv.slice(2).map(Number)
const draw = createDraw('bench')
const settings = { limit: 1_000_000, windowMs, maxClients: 10_000_000 }
let now = 5_000_000

for (const clients of sizes.length > 0 ? sizes : [1_000, 100_000]) measureTurns(clients)
for (const requests of [1, 100]) measureBytes(20_000, requests)

function measureTurns(clients: number): void {
  withFolder((folder) => {
    const store = open(folder)
    const { fillMs, bytes } = fill(store, folder, clients, 1)
    report(`${clients} clients`, `filled in ${fillMs} ms`, `${Math.round(bytes / clients)} bytes each`)
    for (const size of turnSizes) measureTurn(store, folder, clients, size)
    store.close()

    const start = performance.now()
    const reopened = open(folder)
    report(`  opened in ${(performance.now() - start).toFixed(1)} ms`)
    measureSweep(reopened)
    reopened.close()
  })
}

/** Turns of `size` requests of random clients among those that are stored. */
function measureTurn(store: Store, folder: string, clients: number, size: number): void {
  const limiter = createRateLimiter(settings)
  const statistics = openStatistics({ store, folder, bootId: 'b', saved: undefined, writer: '1' })
  const recorder = createRecorder({ store, statistics, limiter, now: () => now, defer: () => {} })
  const adds = { uses: 1, characters: 10 }
  const turn = (): number => {
    for (let index = 0; index < size; index++) {
      recorder.record({ client: clientAt(draw(clients)), adds, settle: () => {} })
    }
    const start = performance.now()
    recorder.flush()
    return (performance.now() - start) * 1000
  }
  const count = Math.max(500, Math.round(20_000 / size))
  for (let warm = 0; warm < count / 4; warm++) turn()
  const times = Array.from({ length: count }, turn).toSorted((one, other) => one - other)
  const at = (part: number): number => Math.round(times[Math.floor(part * times.length)] ?? 0)
  const mean = at(0.5) / size
  report(`  turn of ${size}`, `median ${at(0.5)} µs, p99 ${at(0.99)} µs`, `${mean.toFixed(1)} µs each`)
}

function measureSweep(store: Store): void {
  const limiter = createRateLimiter(settings)
  const later = now + windowMs
  const first = Buffer.from([2])
  const isDone = (): boolean =>
    store.transact((records) => records.range(first, Buffer.from([3]), 1).length === 0)
  const times: number[] = []
  while (!isDone()) {
    const start = performance.now()
    store.transact((records) => limiter.sweep(records, later))
    times.push(performance.now() - start)
  }
  const total = times.reduce((sum, time) => sum + time, 0)
  const longest = Math.max(...times).toFixed(1)
  report(`  swept in ${times.length} steps`, `${Math.round(total)} ms in all, longest ${longest} ms`)
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
