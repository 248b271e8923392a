import { openFolder, totalsOf } from './data-folder.ts'
import { SharedLimiter } from './limiter.ts'
import type { Outcome, Trial } from './try-out.ts'

const windowMs = 1000

async function attempt({ folder, bootId, clients }: Trial): Promise<Outcome> {
  const failures: string[] = []
  try {
    const { store, statistics, lines } = openFolder(folder, bootId)
    const totals = totalsOf(store, statistics)
    const limiter = new SharedLimiter((work) => store.transact(work), { limit: 3, windowMs })
    // Twice, the second time when every window has expired: each page is read, most are written.
    for (const now of [5_000_000, 5_000_000 + 2 * windowMs]) {
      for (let start = 0; start < clients.length; start += 300) {
        const batch = clients.slice(start, start + 300)
        try {
          limiter.admit(batch, now)
          while (limiter.keepUp(now));
        } catch (error) {
          failures.push(String(error))
        }
      }
    }
    await statistics.checkpoint()
    store.close()
    return { totals, lines, failures }
  } catch (error) {
    return { totals: undefined, lines: [], failures: [...failures, String(error)] }
  }
}

process.on('message', (trial: Trial) => {
  void attempt(trial).then((outcome) => process.send?.(outcome))
})
process.on('disconnect', () => process.exit(0))
