// Measures the resident memory of the service at its bounds, also after visits of all pages in each
// coding and after three reloads. Its data folder is first filled; by default, with the most that is kept.
//
//   node test/bench/memory.mjs [clients [requests]]      (after npm run build)
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ask, kinds, memoryMiB } from './load.mjs'
import { root, scratchFolder, startOurs } from './servers.mjs'

const [clients = 1_000_000, requests = 10 * clients] = process.argv.slice(2).map(Number)
const folder = join(scratchFolder(), 'data')
mkdirSync(folder, { mode: 0o700 })
await fill()
const server = await startOurs(folder)
while ((await ask(server.port, kinds.stats)).status !== 200) await pause(200)
await pause(3_000)
report('after the first answer')
const { body } = await ask(server.port, { ...kinds.stats, target: '/sitemap.xml' })
const paths = [...`${body}`.matchAll(/<loc>http:\/\/localhost([^<]*)/g)].map(([, path]) => path)
await visit('identity', 'gzip', 'br')
report(`after ${paths.length} pages in three codings`)
for (let reload = 0; reload < 3; reload++) {
  process.kill(server.pid, 'SIGHUP')
  await pause(3_000)
  await visit('br')
}
report('after three reloads')
await server.stop()

/** Fills the journal as the service does, in transactions of 500 requests. */
async function fill() {
  const load = (name) => import(join(root, 'dist', 'lib', `${name}.js`))
  const [log, bootId] = [{ warn: console.error }, (await load('store/machine')).readBootId()]
  const store = (await load('store/store')).openStore({ folder, bootId, log })
  const statistics = (await load('usage/statistics')).openStatistics({ store, folder, bootId, log })
  const bounds = { limit: 100, windowMs: 3_600_000, maxClients: clients, maxEntries: requests }
  const seeds = Int32Array.from({ length: 2560 }, () => Math.random() * 2 ** 32)
  const { RateLimiter } = await load('usage/rate-limiter')
  const limiter = new RateLimiter({ ...bounds, nameBytes: 9, seeds })
  let [sent, work] = [0, () => {}]
  const parts = { store, statistics, limiter, defer: (one) => (work = one) }
  const now = () => Math.floor(Number(process.hrtime.bigint() / 1_000_000n) - 100_000 + sent / 1e3)
  const recorder = (await load('usage/recorder')).createRecorder({ ...parts, now })
  for (; sent < requests; sent += 500) {
    const names = Array.from({ length: 500 }, () => Buffer.alloc(9, 6))
    for (const [n, name] of names.entries()) {
      name.writeUInt32BE(Math.imul((sent + n) % clients, 2_654_435_761) >>> 0)
    }
    const use = { uses: 1, characters: 9 }
    const turn = names.map((name) => recorder.record(name.toString('latin1'), use))
    work()
    await Promise.all(turn)
  }
  store.close()
}

async function visit(...codings) {
  for (const coding of codings) {
    for (const target of paths) {
      await ask(server.port, { ...kinds.stats, target }, { 'Accept-Encoding': coding })
    }
  }
}

function report(when) {
  const [all, most, own] = Object.values(memoryMiB(server.pid)).map((figure) => Math.round(figure))
  console.log(`${when}: ${all} MiB resident, at most ${most}; without file pages ${own}`)
}
