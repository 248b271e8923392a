import { readCheckpoint } from '../../lib/store/checkpoint.ts'
import { createLog } from '../../lib/log.ts'
import { findJournalFault } from '../../lib/usage/journal.ts'
import { openStatistics } from '../../lib/usage/statistics.ts'
import type { Totals } from '../../lib/usage/statistics.ts'
import { openStore } from '../../lib/store/store.ts'
import { SharedLimiter } from './limiter.ts'
import type { LogLine } from './service.ts'
import type { Outcome, Trial } from './try-out.ts'

const windowMs = 1000

async function attempt({ folder, bootId, clients }: Trial): Promise<Outcome> {
  const lines: LogLine[] = []
  const failures: string[] = []
  const log = createLog('info', (line) => lines.push(JSON.parse(line)))
  let totals: Totals | undefined
  try {
    const saved = readCheckpoint(folder, log)
    const findFault = findJournalFault
    const store = openStore({ folder, bootId, checkpointBoot: saved?.boot, findFault, log })
    const statistics = openStatistics({ store, folder, bootId, saved, log })
    totals = store.transact((records) => statistics.read(records).totals)
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
  } catch (error) {
    failures.push(String(error))
  }
  return { totals, lines, failures }
}

process.on('message', (trial: Trial) => {
  void attempt(trial).then((outcome) => process.send?.(outcome))
})
process.on('disconnect', () => process.exit(0))
