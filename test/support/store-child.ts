import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { createLog } from '../../lib/log.ts'
import { openStore } from '../../lib/store/store.ts'
import type { Records } from '../../lib/store/store.ts'

/** What a process does for a test: opens a store, adds to its count, and closes it. */
export interface Task {
  readonly folder: string
  /** How often it opens the store, and how much it adds each time. */
  readonly times: number
  readonly adds: number
  readonly leavesOpen?: boolean | undefined
  /** Whether it writes a checkpoint of its count each time. */
  readonly saves?: boolean
  /** How many files this process may open from then on, besides those that it has open. */
  readonly spare?: number
}

/** The last count, what was logged, and why opening or adding failed. */
export interface Answer {
  readonly count: number
  readonly lines: readonly string[]
  readonly failures: readonly string[]
}

async function perform(task: Task): Promise<Answer> {
  const { folder, times, adds, leavesOpen = false, saves = false, spare } = task
  const lines: string[] = []
  const failures: string[] = []
  const log = createLog('info', (line) => lines.push(line))
  let count = 0
  if (spare !== undefined) crowd(spare)
  for (let time = 0; time < times; time++) {
    try {
      const store = openStore({ folder, patienceMs: 10_000, bootId: 'boot', checkpointBoot: undefined, log })
      for (let add = 0; add < adds; add++) {
        count = store.transact(addOne)
        if (saves) await store.save({ boot: 'boot', uses: count, characters: count })
      }
      if (!leavesOpen) store.close()
    } catch (error) {
      failures.push(String(error))
    }
  }
  return { count, lines, failures }
}

/** Adds one, and a record of its own, so that the file grows and pages are split. */
function addOne(records: Records): number {
  const key = Buffer.from('count')
  const count = (records.get(key)?.readDoubleLE() ?? 0) + 1
  const value = Buffer.alloc(8)
  value.writeDoubleLE(count)
  records.put(key, value)
  records.put(Buffer.from(`record ${count % 10_000}`), Buffer.alloc(100, count))
  return count
}

/** Files that are open only to leave no more descriptors than a test allows. */
const crowded: number[] = []

function crowd(spare: number): void {
  for (const descriptor of crowded.splice(0)) closeSync(descriptor)
  spawnSync('prlimit', [`--pid=${process.pid}`, '--nofile=100:'])
  try {
    for (;;) crowded.push(openSync('/dev/null', 'r'))
  } catch {
    for (const descriptor of crowded.splice(0, spare)) closeSync(descriptor)
  }
}

process.on('message', async (task: Task) => process.send?.(await perform(task)))
process.on('disconnect', () => process.exit(0))

const [, , folder, adds] = process.argv
if (folder !== undefined) {
  process.stdout.write(JSON.stringify(await perform({ folder, times: 1, adds: Number(adds) })))
  process.exit(0)
}
