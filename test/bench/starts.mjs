// From the start of a process to its first answer, and its memory then.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { memoryMiB } from './accounting.mjs'
import { ask } from './ask.mjs'
import { kinds } from './kinds.mjs'
import { median } from './numbers.mjs'
import { startOurs, startScript } from './server.mjs'

/** By name: all times in milliseconds, their median, and that of the memory in MiB. */
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
      if (time >= 0) found.get(name).push({ milliseconds, ...memoryMiB(server.pids) })
      await server.stop()
    }
  }
  const fields = ([name, rows]) => {
    const milliseconds = rows.map((row) => row.milliseconds)
    const [resident, anonymous] = ['resident', 'anonymous'].map((field) =>
      median(rows.map((row) => row[field])),
    )
    return [name, { milliseconds, median: median(milliseconds), resident, anonymous }]
  }
  return Object.fromEntries([...found].map(fields))
}
