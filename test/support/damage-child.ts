import { readFileSync } from 'node:fs'
import type { Totals } from '../../lib/usage/statistics.ts'
import { openFolder, totalsOf } from './data-folder.ts'
import { SharedLimiter } from './limiter.ts'

/** What came of opening a folder: the totals that were found, and what failed. */
export interface Outcome {
  readonly totals: Totals | undefined
  readonly failures: readonly string[]
}

const windowMs = 1000

/** Opens a data folder as the service does, in boot `boot`; then these clients send requests. */
async function attempt(folder: string, clients: readonly string[]): Promise<Outcome> {
  const failures: string[] = []
  try {
    const { store, statistics, lines } = openFolder(folder)
    // Then nothing was found out about the file, and reading it may end this process.
    const unread = lines.filter(({ message }) => message.includes('could not be written anew'))
    if (unread.length > 0) return { totals: undefined, failures: [JSON.stringify(unread)] }
    const totals = totalsOf(statistics)
    const limiter = new SharedLimiter((work) => store.transact(work), { limit: 3, windowMs })
    // Twice, the second time when every window has expired: each page is read, most are written.
    for (const now of [5_000_000, 5_000_000 + 2 * windowMs]) {
      for (let start = 0; start < clients.length; start += 300) {
        const batch = clients.slice(start, start + 300)
        try {
          limiter.admit(batch, now)
          limiter.sweepAll(now)
        } catch (error) {
          failures.push(String(error))
        }
      }
    }
    await statistics.checkpoint()
    store.close()
    return { totals, failures }
  } catch (error) {
    return { totals: undefined, failures: [...failures, String(error)] }
  }
}

const [, , clientsPath = '', ...folders] = process.argv
const clients: readonly string[] = JSON.parse(readFileSync(clientsPath, 'utf8'))
for (const folder of folders) {
  // At once: the next folder may end this process.
  process.stdout.write(`${JSON.stringify(await attempt(folder, clients))}\n`)
}
process.exit(0)
