import { Recorder } from '../../lib/usage/recorder.ts'
import type { Recorded } from '../../lib/usage/recorder.ts'
import { RateLimiter } from '../../lib/usage/rate-limiter.ts'
import type { LimiterSettings } from '../../lib/usage/rate-limiter.ts'
import type { Records } from '../../lib/store/store.ts'
import { withState } from '../../lib/usage/state.ts'
import type { State } from '../../lib/usage/state.ts'
import { sweep, sweepStart } from '../../lib/usage/sweep.ts'
import { noTotals } from './limiter.ts'
import { MemoryRecords } from './records.ts'

/**
 * What happens to one transaction. `before` counts the reads and writes of records: the fault comes
 * before the one of that number, or before the commit, or after it, before memory has changed.
 */
export interface Fault {
  readonly kind: 'fails' | 'is killed' | 'runs again'
  readonly before: number | 'commit' | 'apply'
}

/** The file that processes share, and the clock of their machine. */
export interface Machine {
  file: MemoryRecords
  now: number
  /** Called after each commit with what the file held before it. */
  readonly onCommit: (before: MemoryRecords) => void
}

/** A request, and its answer: `undefined` if there is none yet. */
export interface Asked {
  readonly client: string
  answer: Recorded | 'unrecorded' | undefined
}

/** The real recorder, limiter and sweep of one process, over a store in memory. */
export class SimulatedProcess {
  readonly asked: Asked[] = []
  /** It does nothing any more: what it was asked is not answered. */
  isKilled = false
  /** What happens to the next transaction. */
  fault: Fault | undefined
  readonly #machine: Machine
  readonly #settings: LimiterSettings
  readonly #limiter: RateLimiter
  readonly #recorder: Recorder
  #position = sweepStart

  constructor(machine: Machine, settings: LimiterSettings) {
    this.#machine = machine
    this.#settings = settings
    this.#limiter = new RateLimiter(settings)
    this.#recorder = new Recorder({
      statistics: { transact: (work) => this.#transact(work) },
      limiter: this.#limiter,
      now: () => machine.now,
      // Turns end when the test flushes.
      defer: () => {},
      evictions: { windows: 0 },
    })
  }

  /** Receives requests. Those that memory refuses are answered at once. */
  ask(clients: readonly string[]): void {
    for (const client of clients) {
      const asked: Asked = { client, answer: undefined }
      this.asked.push(asked)
      const admission = this.#limiter.recall(client, this.#machine.now)
      if (admission !== undefined) asked.answer = { admission, totals: noTotals }
      else {
        this.#recorder.record(client, { uses: 1, characters: 1 }, (answer) => {
          if (!this.isKilled) asked.answer = answer ?? 'unrecorded'
        })
      }
    }
  }

  /** Ends a turn of the event loop. */
  turn(): void {
    this.#recorder.flush()
  }

  /** Does a step of the sweep: a look. */
  sweep(): void {
    try {
      const { position } = this.#transact((records, state) =>
        sweep(records, state, this.#position, this.#machine.now, this.#settings, () => Infinity),
      )
      this.#position = position
    } catch {
      // The service continues, too.
    }
  }

  #transact<Result>(work: (records: Records, state: State) => Result): Result {
    const { fault } = this
    this.fault = undefined
    const before = this.#machine.file
    let draft = before.clone()
    const attempt = (records: Records): Result => withState(records, noTotals, work)[0]
    let result: Result
    try {
      result = attempt(fault === undefined ? draft : faulty(draft, fault))
      if (fault?.before === 'commit') strike(fault)
    } catch (error) {
      this.isKilled ||= fault?.kind === 'is killed'
      if (!(error instanceof RunAgain)) throw error
      draft = before.clone()
      result = attempt(draft)
    }
    this.#machine.file = draft
    this.#machine.onCommit(before)
    if (fault?.before !== 'apply') return result
    this.isKilled ||= fault.kind === 'is killed'
    throw new Error('Input/output error')
  }
}

/** LMDB has given the file up: it is opened again, and the transaction begins again. */
class RunAgain extends Error {}

function strike({ kind }: Fault): never {
  if (kind === 'runs again') throw new RunAgain()
  throw new Error('Input/output error')
}

function faulty(records: MemoryRecords, fault: Fault): Records {
  let count = 0
  const step = (): void => {
    if (count++ === fault.before) strike(fault)
  }
  return {
    get: (key) => (step(), records.get(key)),
    put: (key, value) => (step(), records.put(key, value)),
    remove: (key) => (step(), records.remove(key)),
    range: (start, end, limit) => (step(), records.range(start, end, limit)),
  }
}
