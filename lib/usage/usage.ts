import type { Log } from '../log.ts'
import { planStore, readFreeAddressSpace } from '../store/address-space.ts'
import { readBootId } from '../store/boot.ts'
import { readCheckpoint } from '../store/checkpoint.ts'
import { openStore } from '../store/store.ts'
import type { Store } from '../store/store.ts'
import { startCheckpointLoop } from './checkpoint-loop.ts'
import { createRateLimiter } from './rate-limiter.ts'
import type { RateLimiter, RateLimitSettings } from './rate-limiter.ts'
import { createRecorder } from './recorder.ts'
import type { Recorder } from './recorder.ts'
import { openStatistics } from './statistics.ts'
import type { Statistics } from './statistics.ts'
import { startUpkeep } from './upkeep.ts'

/** What counts the requests, opened and at work. */
export interface Usage {
  readonly store: Store
  readonly recorder: Recorder
  /** `undefined` where the limit is switched off. */
  readonly limiter: RateLimiter | undefined
  /** The limit with as many clients as find room. */
  readonly rateLimit: RateLimitSettings
  /** Records what waits, writes the last checkpoint, and closes the store. */
  close(): Promise<void>
}

/** What is opened, for which limit and by whom. */
export interface UsageOptions {
  /** The data folder. */
  readonly folder: string
  readonly rateLimit: RateLimitSettings
  /** Whole milliseconds of a clock that all processes of the machine share. */
  readonly now: () => number
  readonly log: Log
}

const checkpointMs = 1_000

/**
 * Opens the data folder and starts what is done beside the requests. Throws a StartError where the
 * folder cannot be used; then nothing stays open.
 */
export function openUsage(options: UsageOptions): Usage {
  const { now, log } = options
  const { store, statistics, maxClients } = openStorage(options)
  const rateLimit = { ...options.rateLimit, maxClients }
  const limiter = rateLimit.limit === 0 ? undefined : createRateLimiter(rateLimit)
  const recorder = createRecorder({ store, statistics, limiter, now, defer: setImmediate })
  const checkpoints = startCheckpointLoop({ statistics, periodMs: checkpointMs, log })
  const upkeep = startUpkeep({ store, limiter, now })
  return {
    store,
    recorder,
    limiter,
    rateLimit,
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
  /** Windows that are wanted and certainly find room. */
  readonly maxClients: number
}

function openStorage({ folder, rateLimit, log }: UsageOptions): Storage {
  const bootId = readBootId()
  const saved = readCheckpoint(folder, log)
  const room = planStore(readFreeAddressSpace(), rateLimit.limit)
  const maxClients = Math.min(rateLimit.maxClients, room.maxClients)
  if (maxClients < rateLimit.maxClients) {
    const hint = 'MALLOC_ARENA_MAX=1 in the environment leaves more of it'
    log.info('The address space is limited', { maxClients, hint })
  }
  const { mapBytes } = room
  const store = openStore({ folder, bootId, checkpointBoot: saved?.boot, mapBytes, log })
  try {
    return {
      store,
      statistics: openStatistics({ store, folder, bootId, saved }),
      maxClients,
    }
  } catch (error) {
    store.close()
    throw error
  }
}
