// What the store costs, apart from HTTP: `node test/bench/store.mjs [what] [root of another build]`.
//
//   turns    CPU of a turn of 1, 32 and 256 requests at 1,000, 100,000 and a million clients,
//            the longest turn until there are so many, and what a start reads
//   memory   file and resident memory of a million clients with two requests each
//   bound    the same, when more has come than is kept
//
// Both tidy the store as often as a service does: each second, at 20,000 requests a second, and
// each 64 steps of a start.
// Another build, of any version with the same recorder, is measured beside this one in turn. CPU is
// the process's own time, which a busy machine spoils least.
import { fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { dist } from './paths.mjs'

const windowMs = 3_600_000
const million = 1_000_000
const [what = 'turns', other, ...rest] = process.argv.slice(2)
const roots = other === undefined ? [dist] : [resolve(other, 'dist'), dist]

if (what === 'turns') for (const clients of [1_000, 100_000, million]) await measureTurns(clients)
else if (what === 'fill') await fill(other, ...rest.map(Number))
else if (what === 'memory') await measureFills(million, 2 * million)
else if (what === 'bound') await measureFills(million, 11 * million)
else throw new Error(`There is no measurement ${what}`)

async function measureTurns(clients) {
  const usages = []
  for (const root of roots) usages.push(await openUsage(root, mkdtempSync(join(tmpdir(), 'store-'))))
  for (const usage of usages) {
    let longest = 0
    const start = process.cpuUsage()
    for (let first = 0; first < clients; first += 500) {
      const names = Array.from({ length: 500 }, (_, index) => nameOf(first + index))
      longest = Math.max(longest, await usage.turn(names))
    }
    const seconds = cpuSince(start) / 1e6
    const [mebibytes] = [statSync(usage.path).size / 2 ** 20]
    const parts = [`filled in ${seconds.toFixed(2)} s of CPU`, `${mebibytes.toFixed(1)} MiB`]
    report(usage, `${clients} clients`, ...parts, `longest turn ${(longest / 1000).toFixed(1)} ms`)
  }
  for (const size of [1, 32, 256]) {
    const sums = usages.map(() => [])
    const turns = Math.ceil(2_000 / size)
    for (let round = 0; round < 12; round++) {
      for (const [index, usage] of usages.entries()) {
        let sum = 0
        for (let turn = 0; turn < turns; turn++) {
          usage.clock += (size * windowMs) / (50 * clients)
          const names = Array.from({ length: size }, () => nameOf(draw(clients)))
          sum += await usage.turn(names)
        }
        // What runs first is not compiled yet.
        if (round > 1) sums[index].push(sum / turns)
      }
    }
    for (const [index, usage] of usages.entries()) {
      report(usage, `  turn of ${size}`, `${median(sums[index]).toFixed(1)} µs of CPU`)
    }
  }
  for (const usage of usages) {
    await usage.reopen()
    rmSync(usage.folder, { recursive: true })
  }
}

async function measureFills(clients, requests) {
  for (const size of [32, 1]) {
    for (const root of roots) {
      const child = fork(import.meta.filename, ['fill', root, clients, requests, size])
      await new Promise((end) => child.once('exit', end))
    }
  }
}

/** In a process of its own: so many requests of so many clients in turn, in turns of one size. */
async function fill(root, clients, requests, size) {
  const usage = await openUsage(root, mkdtempSync(join(tmpdir(), 'store-')))
  const start = process.cpuUsage()
  let longest = 0
  for (let first = 0; first < requests; first += size) {
    usage.clock += 0.2
    const names = Array.from({ length: size }, (_, index) => nameOf((first + index) % clients))
    longest = Math.max(longest, await usage.turn(names))
    if (first % 20_000 < size) usage.tidy()
  }
  const parts = [`turns of ${size}`, `${requests} requests of ${clients} clients`]
  parts.push(`${(cpuSince(start) / 1e6).toFixed(1)} s of CPU`)
  parts.push(`longest turn ${(longest / 1000).toFixed(1)} ms`)
  report(usage, ...parts, ...sizes(usage))
  await usage.reopen()
  report(usage, '  after a start', ...sizes(usage))
  rmSync(usage.folder, { recursive: true })
}

/** Opens recorder and limiter of a build, without timers. */
async function openUsage(root, folder) {
  const load = (name) => import(join(root, 'lib', `${name}.js`))
  const { createLog } = await load('log')
  const { openStore } = await load('store/store')
  const { planStore } = await load('store/address-space')
  const { openStatistics } = await load('usage/statistics')
  const { RateLimiter, createRateLimiter } = await load('usage/rate-limiter')
  const { createRecorder } = await load('usage/recorder')
  const log = createLog('warn', (line) => process.stderr.write(line))
  const settings = {
    ...{ limit: 100, windowMs, maxClients: million, maxEntries: 10 * million, nameBytes: 9 },
    // Of a build that counts the bytes of its records.
    maxBytes: planStore(Infinity).recordBytes,
    seeds: Int32Array.from({ length: 2560 }, () => draw(2 ** 32)),
  }
  const open = () => {
    const store = openStore({ folder, bootId: 'b', checkpointBoot: undefined, log })
    const statistics = openStatistics({ store, folder, bootId: 'b', saved: undefined, writer: '1' })
    const limiter = RateLimiter ? new RateLimiter(settings) : createRateLimiter(settings)
    let deferred
    const now = () => Math.floor(usage.clock)
    const defer = (callback) => (deferred = callback)
    const recorder = createRecorder({ store, statistics, limiter, now, defer })
    return { store, recorder, flush: () => deferred?.() }
  }
  let opened
  const usage = {
    ...{ root, folder, clock: 5_000_000, path: join(folder, 'live.mdb') },
    /** The CPU in µs of a turn with a request of each client named, without what waits for it. */
    async turn(names) {
      const answers = names.map((name) => opened.recorder.record(name, { uses: 1, characters: 9 }))
      const start = process.cpuUsage()
      opened.flush()
      const microseconds = cpuSince(start)
      await Promise.all(answers)
      return microseconds
    },
    tidy: () => opened.store.tidy(),
    /** Closes everything, opens it as a start does, and says what that took until an answer. */
    async reopen() {
      opened.store.close()
      const start = process.cpuUsage()
      opened = open()
      const openedIn = cpuSince(start) / 1000
      const steps = []
      let answered = false
      void opened.recorder.record(nameOf(0), { uses: 1, characters: 9 }).then(() => (answered = true))
      while (!answered) {
        const before = process.cpuUsage()
        opened.flush()
        steps.push(cpuSince(before) / 1000)
        if (steps.length % 64 === 0) usage.tidy()
        await new Promise(setImmediate)
      }
      const read = steps.reduce((sum, step) => sum + step, 0)
      const parts = [`opened in ${openedIn.toFixed(0)} ms of CPU`, `read in ${read.toFixed(0)} ms`]
      const longest = Math.max(...steps).toFixed(1)
      report(usage, '  a start', ...parts, `in ${steps.length} steps, the longest ${longest} ms`)
    },
  }
  opened = open()
  return usage
}

/** The key of an IPv6 client, far from that of the next one. */
function nameOf(index) {
  const key = Buffer.alloc(9, 6)
  key.writeUInt32BE(Math.imul(index, 2_654_435_761) >>> 0, 1)
  key.writeUInt32BE(index, 5)
  return key.toString('latin1')
}

function draw(count) {
  return Math.floor(Math.random() * count)
}

function cpuSince(start) {
  const { user, system } = process.cpuUsage(start)
  return user + system
}

function median(values) {
  return values.toSorted((one, another) => one - another)[values.length >> 1] ?? NaN
}

function sizes({ path }) {
  const status = readFileSync('/proc/self/status', 'utf8')
  const read = (name) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
  const file = Math.round(statSync(path).size / 2 ** 20)
  return [`file ${file} MiB`, `resident ${read('VmRSS')} MiB`, `peak ${read('VmHWM')} MiB`]
}

function report({ root }, ...cells) {
  const build = root === dist ? 'this ' : 'other'
  process.stdout.write(`${build} ${cells.join(', ')}\n`)
}
