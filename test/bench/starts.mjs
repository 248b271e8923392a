// From the start of a process to its first answer, and its memory then.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { cpuMicroseconds, memoryMiB } from './accounting.mjs'
import { ask } from './ask.mjs'
import { kinds } from './kinds.mjs'
import { median } from './numbers.mjs'
import { startOurs, startScript } from './server.mjs'

/** By name and field, what each start took: milliseconds, those of CPU, memory in MiB. */
export async function measureStarts({ folder, times }) {
  const data = join(folder, 'starts')
  mkdirSync(data)
  return startInTurn(times, {
    ours: () => startOurs(data),
    'bare-lmdb': () => startScript('bare-lmdb', { DATA_FILE: join(data, 'bare.mdb') }),
  })
}

/** The same for any functions that start a server; each starts in turn. */
export async function startInTurn(times, starts) {
  const found = new Map(Object.keys(starts).map((name) => [name, []]))
  // The first start of each finds neither its files in memory nor its data folder made.
  for (let time = -1; time < times; time++) {
    for (const [name, start] of Object.entries(starts)) {
      const server = await start()
      await ask(server.port, kinds.generate)
      const milliseconds = performance.now() - server.spawnedAt
      const cpu = cpuMicroseconds(server.pids) / 1000
      if (time >= 0) found.get(name).push({ milliseconds, cpu, ...memoryMiB(server.pids) })
      await server.stop()
    }
  }
  return Object.fromEntries(
    [...found].map(([name, rows]) => {
      const columns = ['milliseconds', 'cpu', 'resident', 'anonymous'].map((field) => [
        field,
        rows.map((row) => row[field]),
      ])
      return [name, Object.fromEntries(columns)]
    }),
  )
}
