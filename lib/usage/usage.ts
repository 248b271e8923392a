import type { Log } from '../log.ts'
import { readCheckpoint } from '../store/checkpoint.ts'
import { mostMapBytes, planStore, readBootId, readFreeAddressSpace } from '../store/machine.ts'
import { openStore } from '../store/store.ts'
import type { Store } from '../store/store.ts'
import { findJournalFault } from './journal.ts'
import { planWindows, RateLimiter } from './rate-limiter.ts'
import type { RateLimitSettings } from './rate-limiter.ts'
import { createRecorder } from './recorder.ts'
import type { Recorder } from './recorder.ts'
import { openStatistics, startCheckpointLoop } from './statistics.ts'
import type { Statistics } from './statistics.ts'
import { startUpkeep } from './upkeep.ts'
import type { WindowSettings } from './windows.ts'

/** Everything that limits and counts requests, open and running. */
export interface Usage {
  readonly store: Store
  readonly recorder: Recorder
  /** `undefined` if the limit is switched off. */
  readonly limiter: RateLimiter | undefined
  readonly rateLimit: RateLimitSettings
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

const checkpointMs = 1_000

/**
 * Opens the data folder, and starts the checkpoints and the upkeep. Throws a StartError if the
 * folder cannot be used; then nothing stays open.
 */
export function openUsage(options: UsageOptions): Usage {
  const { now, log } = options
  const { store, statistics, windows } = openStorage(options)
  const limiter = windows.limit === 0 ? undefined : new RateLimiter(windows)
  const recorder = createRecorder({ store, statistics, limiter, now, defer: setImmediate })
  const checkpoints = startCheckpointLoop({ statistics, periodMs: checkpointMs, log })
  const upkeep = startUpkeep({ store, statistics, limiter, now, log })
  return {
    store,
    recorder,
    limiter,
    rateLimit: options.rateLimit,
    async close() {
      upkeep.stop()
      recorder.flush()
      await checkpoints.stop()
      store.close()
    },
  }
}

interface Storage {
  readonly store: Store
  readonly statistics: Statistics
  readonly windows: WindowSettings
}

function openStorage({ folder, rateLimit, nameBytes, log }: UsageOptions): Storage {
  const bootId = readBootId()
  const saved = readCheckpoint(folder, log)
  const { mapBytes, recordBytes } = planStore(readFreeAddressSpace())
  const windows = planWindows(rateLimit, nameBytes, recordBytes)
  if (mapBytes < mostMapBytes) {
    const hint = 'MALLOC_ARENA_MAX=1 in the environment leaves more of it'
    log.info('The address space is limited', { recordBytes, hint })
  }
  const checkpointBoot = saved?.boot
  const findFault = findJournalFault
  const store = openStore({ folder, bootId, checkpointBoot, mapBytes, findFault, log })
  try {
    const statistics = openStatistics({ store, folder, bootId, saved, log })
    return { store, statistics, windows }
  } catch (error) {
    store.close()
    throw error
  }
}
