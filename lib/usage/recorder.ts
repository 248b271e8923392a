import type { Records, Store } from '../store/store.ts'
import type { Admission, RateLimiter } from './rate-limiter.ts'
import type { Statistics, Totals } from './statistics.ts'

/** What is known of a request once it is recorded. */
export interface Recorded {
  /** `undefined` where there is no limit. */
  readonly admission: Admission | undefined
  /** The totals, this request and those recorded with it included. */
  readonly totals: Totals
}

export interface Recorder {
  /**
   * Records a request of a client, and what it adds to the statistics if it is admitted. Resolves
   * once that is committed; to `undefined` where nothing could be recorded.
   */
  record(client: string, adds: Totals): Promise<Recorded | undefined>
  /** Records at once what waits. */
  flush(): void
}

export interface RecorderOptions {
  readonly store: Store
  readonly statistics: Statistics
  /** Without a limiter every request is admitted and none is counted. */
  readonly limiter: RateLimiter | undefined
  /** Whole milliseconds of the limiter's clock. */
  readonly now: () => number
  /** Calls back when the present turn of the event loop is over. */
  readonly defer: (callback: () => void) => void
}

interface Recording {
  readonly client: string
  readonly adds: Totals
  readonly settle: (result: Recorded | undefined) => void
}

// No process must wait long for the others that share the store.
const mostPerCommit = 512

/**
 * Records the admission and the statistics of all requests of one event-loop turn in one
 * transaction, and settles them once it is committed: answered means recorded.
 */
export function createRecorder(options: RecorderOptions): Recorder {
  let waiting: Recording[] = []
  const flush = (): void => {
    const requests = waiting
    waiting = []
    for (let start = 0; start < requests.length; start += mostPerCommit) {
      settleBatch(requests.slice(start, start + mostPerCommit), options)
    }
  }
  return {
    record(client, adds) {
      return new Promise((settle) => {
        waiting.push({ client, adds, settle })
        if (waiting.length === 1) options.defer(flush)
      })
    },
    flush,
  }
}

function settleBatch(batch: readonly Recording[], options: RecorderOptions): void {
  let decisions: Decisions
  try {
    decisions = options.store.transact((records) => decide(records, batch, options))
  } catch {
    for (const request of batch) request.settle(undefined)
    return
  }
  const { now, admissions, totals } = decisions
  batch.forEach((request, index) => {
    const admission = admissions?.[index]
    if (admission?.isAdmitted === false) options.limiter?.remember(request.client, admission, now)
    request.settle({ admission, totals })
  })
}

interface Decisions {
  readonly now: number
  readonly admissions: readonly Admission[] | undefined
  readonly totals: Totals
}

// Runs again if the transaction does: it keeps nothing between two runs.
function decide(
  records: Records,
  batch: readonly Recording[],
  { limiter, statistics, now: readNow }: RecorderOptions,
): Decisions {
  // Only inside the transaction: while another process had its turn the clock went on, and what
  // that one stored must not lie in the future of this one.
  const now = readNow()
  const clients = batch.map((request) => request.client)
  const admissions = limiter?.admit(records, clients, now)
  const sum = { uses: 0, characters: 0 }
  batch.forEach(({ adds }, index) => {
    if (admissions?.[index]?.isAdmitted === false) return
    sum.uses += adds.uses
    sum.characters += adds.characters
  })
  return { now, admissions, totals: statistics.add(records, sum) }
}
