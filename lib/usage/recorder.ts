import type { Records, Store } from '../store/store.ts'
import { writeState } from './journal.ts'
import type { Admission, RateLimiter } from './rate-limiter.ts'
import type { Statistics, Totals } from './statistics.ts'

/** The result of recording a request. */
export interface Recorded {
  /** `undefined` if there is no limit. */
  readonly admission: Admission | undefined
  /** The totals, including this request and those recorded with it. */
  readonly totals: Totals
}

export interface Recorder {
  /**
   * Records a request of a client, and adds `adds` to the statistics if it is admitted. Resolves
   * after the commit; to `undefined` if nothing could be recorded.
   */
  record(client: string, adds: Totals): Promise<Recorded | undefined>
  /** Records waiting requests now, unless much of the journal must be read first. */
  flush(): void
}

export interface RecorderOptions {
  readonly store: Store
  readonly statistics: Pick<Statistics, 'read'>
  /** Without a limiter, every request is admitted. */
  readonly limiter: RateLimiter | undefined
  /** Whole milliseconds of the limiter's clock. */
  readonly now: () => number
  /** Calls back when the current turn of the event loop is over. */
  readonly defer: (callback: () => void) => void
}

interface Recording {
  readonly client: string
  readonly adds: Totals
  readonly settle: (result: Recorded | undefined) => void
}

// Other processes wait for the commit.
const mostPerCommit = 512

/**
 * Records the admissions and the statistics of all requests of one event-loop turn in one
 * transaction, and settles them after the commit: answered means recorded. If the journal has grown
 * a lot, a turn reads only a part of it, and the requests wait for the next turn.
 */
export function createRecorder(options: RecorderOptions): Recorder {
  let waiting: Recording[] = []
  const flush = (): void => {
    const requests = waiting
    waiting = []
    for (let start = 0; start < requests.length; start += mostPerCommit) {
      if (settleBatch(requests.slice(start, start + mostPerCommit), options)) continue
      waiting = requests.slice(start)
      options.defer(flush)
      return
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

/** Records and settles a batch. Returns false if it has to wait. */
function settleBatch(batch: readonly Recording[], options: RecorderOptions): boolean {
  const { store, limiter } = options
  let decisions: Decisions | undefined
  try {
    decisions = store.transact((records) => decide(records, batch, options))
  } catch {
    limiter?.discard()
    for (const request of batch) request.settle(undefined)
    return true
  }
  if (decisions === undefined) return false
  limiter?.commit()
  const { admissions, totals } = decisions
  batch.forEach((request, index) => request.settle({ admission: admissions?.[index], totals }))
  return true
}

interface Decisions {
  readonly admissions: readonly Admission[] | undefined
  readonly totals: Totals
}

// Keeps nothing between two calls, because the transaction may run again.
function decide(
  records: Records,
  batch: readonly Recording[],
  { limiter, statistics, now: readNow }: RecorderOptions,
): Decisions | undefined {
  // Read inside the transaction: times that another process has stored before it must not be later.
  const now = readNow()
  const state = statistics.read(records)
  const { first, next, totals } = state
  if (limiter?.follow(records, state, now) === false) return undefined
  limiter?.trim(records, state, now, batch.length)
  const clients = batch.map((request) => request.client)
  const admissions = limiter?.admit(records, state, clients, now)
  let { uses, characters } = totals
  batch.forEach(({ adds }, index) => {
    if (admissions?.[index]?.isAdmitted === false) return
    uses += adds.uses
    characters += adds.characters
  })
  if (uses !== totals.uses) state.totals = { uses, characters }
  const hasChanged = state.first !== first || state.next !== next || state.totals !== totals
  if (hasChanged) writeState(records, state)
  return { admissions, totals: state.totals }
}
