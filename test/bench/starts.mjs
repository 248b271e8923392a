// Measures the time from the start of a process to its first answer, with an existing data folder:
//
//   node test/bench/starts.mjs [DIR]      (after npm run build; DIR/dist is another build of ours)
//
// The servers start in turns. It prints medians, and ratios to the first server in the same turn.
// The first is Node's own server, which opens lmdb but does not use it.
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ask, cpuMicroseconds, kinds, median, memoryMiB } from './load.mjs'
import { root, scratchFolder, startOurs, startScript } from './servers.mjs'

const times = 15
const folder = scratchFolder()
const [other] = process.argv.slice(2)
const builds = { ours: root, ...(other === undefined ? {} : { other: resolve(other) }) }
const starts = new Map([['bare', () => startScript('bare', { DATA_FILE: join(folder, 'bare.mdb') })]])
for (const [name, build] of Object.entries(builds)) {
  mkdirSync(join(folder, name))
  starts.set(name, () => startOurs(join(folder, name), build))
}

const found = new Map([...starts.keys()].map((name) => [name, []]))
// Before the first start of each server, neither its files are cached nor its data folder exists.
for (let time = -1; time < times; time++) {
  for (const [name, start] of starts) {
    const server = await start()
    await ask(server.port, kinds.generate)
    const milliseconds = performance.now() - server.spawnedAt
    const cpuMilliseconds = cpuMicroseconds(server.pid) / 1000
    const { resident } = memoryMiB(server.pid)
    if (time >= 0) found.get(name).push({ milliseconds, cpuMilliseconds, resident })
    await server.stop()
  }
}
const [first] = found.values()
for (const [name, rows] of found) {
  const cell = (field) => {
    const ratios = rows.map((row, turn) => row[field] / first[turn][field])
    return `${median(rows.map((row) => row[field])).toFixed(0)} (${median(ratios).toFixed(2)})`
  }
  const [clock, cpu, memory] = ['milliseconds', 'cpuMilliseconds', 'resident'].map(cell)
  console.log(`${name}: ${clock} ms, ${cpu} ms of CPU, ${memory} MiB`)
}
