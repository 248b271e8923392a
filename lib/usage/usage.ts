import { randomFillSync } from 'node:crypto'
import type { Log } from '../log.ts'
import { readCheckpoint } from '../store/checkpoint.ts'
import { refuseFolder } from '../store/folder.ts'
import { mostMapBytes, planStore, readBootId, readFreeAddressSpace } from '../store/machine.ts'
import { openStore } from '../store/store.ts'
import type { Store } from '../store/store.ts'
import { fileBytesOf } from './journal-block.ts'
import { findJournalFault } from './journal-state.ts'
import { RateLimiter } from './rate-limiter.ts'
import type { RateLimitSettings } from './rate-limiter.ts'
import { Recorder } from './recorder.ts'
import { Refusals } from './refusals.ts'
import { openStatistics } from './statistics.ts'
import { startUpkeep } from './upkeep.ts'

/** Everything that limits and counts requests, open and running. */
export interface Usage {
  readonly store: Store
  readonly recorder: Pick<Recorder, 'record' | 'flush'>
  /** `undefined` if the limit is switched off. */
  readonly limiter: RateLimiter | undefined
  readonly rateLimit: RateLimitSettings
  readonly refusals: Refusals
  /** Records waiting requests, writes the last checkpoint, and closes the store. */
  close(): Promise<void>
}

/** What to open, and for which limit. */
export interface UsageOptions {
  /** The data folder. */
  readonly folder: string
  readonly rateLimit: RateLimitSettings
  /** The length of the longest name of a client. */
  readonly nameBytes: number
  /** Whole milliseconds of a monotonic clock that all processes of the machine share. */
  readonly now: () => number
  readonly log: Log
}

// As many as come in an hour at 2,778 requests a second.
const usualEntries = 10_000_000

/**
 * Opens the data folder, and starts the upkeep. Throws a StartError if the folder cannot be used;
 * then nothing stays open.
 */
export function openUsage({ folder, rateLimit, nameBytes, now, log }: UsageOptions): Usage {
  const bootId = readBootId()
  const saved = readCheckpoint(folder, log)
  const { mapBytes, recordBytes } = planStore(readFreeAddressSpace())
  if (mapBytes < mostMapBytes) {
    const hint = 'MALLOC_ARENA_MAX=1 in the environment leaves more of it'
    log.info('The address space is limited', { recordBytes, hint })
  }
  const limiter = createLimiter(rateLimit, nameBytes, recordBytes)
  const checkpointBoot = saved?.boot
  const findFault = findJournalFault
  const store = openStore({ folder, bootId, checkpointBoot, mapBytes, findFault, log })
  try {
    const statistics = openStatistics({ store, folder, bootId, saved, log })
    const recorder = new Recorder({ store, statistics, limiter, now, defer: setImmediate })
    const stopUpkeep = startUpkeep({ store, statistics, recorder, limiter, now, log })
    const refusals = new Refusals(log)
    return {
      store,
      recorder,
      limiter,
      rateLimit,
      refusals,
      async close() {
        recorder.flush()
        refusals.flush()
        await stopUpkeep()
        store.close()
      },
    }
  } catch (error) {
    store.close()
    throw refuseFolder(folder, error)
  }
}

/** Creates a limiter that keeps as many entries as fit into `recordBytes` of the store. */
function createLimiter(
  rateLimit: RateLimitSettings,
  nameBytes: number,
  recordBytes: number,
): RateLimiter | undefined {
  const { limit, maxClients } = rateLimit
  if (limit === 0) return undefined
  const wanted = Math.min(maxClients * limit, Math.max(10 * maxClients, usualEntries))
  const maxEntries = Math.min(wanted, Math.floor(recordBytes / fileBytesOf(nameBytes)))
  const seeds = randomFillSync(new Int32Array(256 * (nameBytes + 1)))
  return new RateLimiter({ ...rateLimit, maxEntries, nameBytes, seeds })
}
