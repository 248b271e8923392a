import { randomInt } from 'node:crypto'
import type { Log } from '../log.ts'
import { readCheckpoint } from '../store/checkpoint.ts'
import { refuseFolder } from '../store/folder.ts'
import { assertAddressSpace, mapBytes, readBootId, recordBytes } from '../store/machine.ts'
import { openStore } from '../store/store.ts'
import type { Store } from '../store/store.ts'
import { RateLimiter } from './rate-limiter.ts'
import type { LimiterSettings, RateLimitSettings } from './rate-limiter.ts'
import { Recorder } from './recorder.ts'
import { Refusals } from './refusals.ts'
import { findStateFault } from './state.ts'
import { openStatistics } from './statistics.ts'
import { startUpkeep } from './upkeep.ts'
import type { Evictions } from './upkeep.ts'

/** Everything that limits and counts requests, open and running. */
export interface Usage {
  readonly store: Store
  readonly recorder: Pick<Recorder, 'record' | 'flush'>
  /** `undefined` if the limit is switched off. */
  readonly limiter: Pick<RateLimiter, 'recall'> | undefined
  readonly rateLimit: RateLimitSettings
  readonly refusals: Refusals
  readonly evictions: Readonly<Evictions>
  /** Returns how many clients and requests the records have, or had less than a second ago. */
  readonly count: () => { readonly clients: number; readonly times: number }
  /**
   * Records waiting requests, writes the last checkpoint, and closes the store. Resolves to whether
   * the checkpoint was written.
   */
  close(): Promise<boolean>
}

/** What to open, and for which limit. */
export interface UsageOptions {
  /** The data folder. */
  readonly folder: string
  readonly rateLimit: RateLimitSettings
  /** Whole milliseconds of a monotonic clock that all processes of the machine share. */
  readonly now: () => number
  readonly log: Log
}

// Another version's process may still be stopping.
const patienceMs = 10_000

/**
 * Opens the data folder, and starts the upkeep. Throws a StartError if the folder cannot be used;
 * then nothing stays open.
 */
export function openUsage({ folder, rateLimit, now, log }: UsageOptions): Usage {
  assertAddressSpace(mapBytes)
  const bootId = readBootId()
  const checkpointBoot = readCheckpoint(folder, log)?.boot
  const findFault = findStateFault
  const store = openStore({ folder, bootId, checkpointBoot, findFault, patienceMs, log })
  try {
    // Opening may have waited for a process, whose last checkpoint this is.
    const saved = readCheckpoint(folder, log)
    const statistics = openStatistics({ store, bootId, saved, log })
    const { maxClients, windowMs } = rateLimit
    const bounds = { maxClients, maxBytes: recordBytes }
    const settings: LimiterSettings = { ...rateLimit, bounds, random: (end) => randomInt(end) }
    const limiter = rateLimit.limit === 0 ? undefined : new RateLimiter(settings)
    const evictions = { windows: 0 }
    const defer = setImmediate
    const recorder = new Recorder({ store, statistics, limiter, evictions, now, defer })
    const stopUpkeep = startUpkeep({ store, statistics, windowMs, evictions, now, log })
    const refusals = new Refusals(log)
    return {
      store,
      recorder,
      limiter,
      rateLimit,
      refusals,
      evictions,
      count: statistics.latest,
      async close() {
        recorder.flush()
        refusals.flush()
        const isSaved = await stopUpkeep()
        store.close()
        return isSaved
      },
    }
  } catch (error) {
    store.close()
    throw refuseFolder(folder, error)
  }
}
