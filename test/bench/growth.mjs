// Whether the cost of a request grows with the clients.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { kinds } from './kinds.mjs'
import { median } from './numbers.mjs'
import { here } from './paths.mjs'
import { startOurs } from './server.mjs'

/** Requests that each client has made in its window before. */
const timesBefore = 10

/** Clients outside of all windows, whose requests make a new process fast. */
const strangers = { from: 2_000_000, spread: 1_000 }

export async function measureGrowth({ folder, loader, quick }) {
  const rounds = quick ? 2 : 5
  const measureMs = quick ? 250 : 600
  const warming = { ...strangers, requests: quick ? 5_000 : 15_000 }
  const few = 1_000
  const many = quick ? 100_000 : 1_000_000
  const clients = await growClients({ folder, loader, rounds, measureMs, warming, few, many })
  return { few, many, clients }
}

async function growClients({ folder, loader, rounds, measureMs, warming, few, many }) {
  const fewFolder = fill(folder, few)
  const largeServer = await startOurs(fill(folder, many))
  await measure(loader, largeServer, warming)
  const costs = { few: [], many: [] }
  let memory
  let first = 0
  for (let round = 0; round < rounds; round++) {
    // A few clients soon have long windows, so they start anew each time.
    const copy = `${fewFolder}-${round}`
    cpSync(fewFolder, copy, { recursive: true })
    const smallServer = await startOurs(copy)
    await measure(loader, smallServer, warming)
    const small = await measure(loader, smallServer, { spread: few, measureMs })
    await smallServer.stop()
    const large = await measure(loader, largeServer, { spread: many, measureMs, first })
    first += large.sent
    costs.few.push(small.cpuMicroseconds)
    costs.many.push(large.cpuMicroseconds)
    memory = large.memory
  }
  await largeServer.stop()
  return { ...compare(costs.few, costs.many), memory }
}

function fill(folder, clients) {
  const data = join(folder, `clients-${clients}`)
  mkdirSync(data)
  execFileSync(process.execPath, [join(here, 'fill.mjs'), data, String(clients), `${timesBefore}`])
  return data
}

function measure(loader, { name, port, pids }, job) {
  return loader.run({ name, port, pids, kind: kinds.generate, warmMs: 100, ...job })
}

function compare(few, many) {
  return {
    few: median(few),
    many: median(many),
    ratio: median(many.map((cost, index) => cost / few[index])),
  }
}
