import type { Records } from '../../lib/store/store.ts'
import { beginJournal, idBytes, readState } from '../../lib/usage/journal-state.ts'
import type { JournalState } from '../../lib/usage/journal-state.ts'
import type { WindowSettings } from '../../lib/usage/windows.ts'
import { RateLimiter } from '../../lib/usage/rate-limiter.ts'
import { Recorder } from '../../lib/usage/recorder.ts'
import type { Recorded } from '../../lib/usage/recorder.ts'
import type { Windows } from '../../lib/usage/windows.ts'
import { MemoryRecords } from './records.ts'

/**
 * What happens to one transaction. `before` counts the reads and writes of records: the fault comes
 * before the one of that number, or before the commit, or after it, when the gate has been left
 * and memory has not yet changed.
 */
export interface Fault {
  readonly kind: 'fails' | 'is killed' | 'runs again'
  readonly before: number | 'commit' | 'apply'
}

/** The file that processes share, and the clock of their machine. */
export interface Machine {
  file: MemoryRecords
  now: number
  /** How many journals were begun: their ids. */
  journals: number
  /** Each transaction that was committed: what the file held before it, and by whom. */
  readonly onCommit: (before: MemoryRecords, by: SimulatedProcess) => void
}

/** A request, and what it was answered: `undefined` where it could not be recorded. */
export interface Asked {
  readonly client: string
  answer: Recorded | 'none' | 'unrecorded'
  isChecked: boolean
}

// A block has one, two or three entries.
const steps = { read: 1, evict: 1, trim: 1, block: 12 }

/** The real recorder, limiter and journal of one process, over a store in memory. */
export class SimulatedProcess {
  readonly windows: Windows
  readonly limiter: RateLimiter
  readonly asked: Asked[] = []
  /** It does nothing any more: what it was asked is not answered. */
  isKilled = false
  /** Entries that it has committed, and how many of them it does not know. */
  committed = 0
  unknown = 0
  /** What happens to the next transaction. */
  fault: Fault | undefined
  /** Called after the commit of the next transaction, before memory changes. */
  meanwhile = (): void => {}
  readonly #machine: Machine
  readonly #recorder: Recorder
  #deferred: (() => void) | undefined

  constructor(machine: Machine, settings: WindowSettings) {
    this.#machine = machine
    this.limiter = new RateLimiter(settings, steps)
    this.windows = this.limiter.windows
    this.#recorder = new Recorder({
      store: { transact: (work) => this.#transact(work) },
      statistics: { read: (records) => this.#read(records) },
      limiter: this.limiter,
      now: () => machine.now,
      defer: (callback) => (this.#deferred = callback),
    })
  }

  /** Whether requests wait for a turn. */
  get waits(): boolean {
    return this.#deferred !== undefined
  }

  /** Receives requests. Those that memory refuses are answered at once. */
  ask(clients: readonly string[]): void {
    for (const client of clients) {
      const asked: Asked = { client, answer: 'none', isChecked: false }
      this.asked.push(asked)
      const refusal = this.limiter.recall(client, this.#machine.now)
      if (refusal !== undefined) {
        asked.answer = { admission: refusal, totals: { uses: NaN, characters: NaN } }
        continue
      }
      this.#recorder.record(client, { uses: 1, characters: 1 }, (answer) => {
        asked.answer = answer ?? 'unrecorded'
      })
    }
  }

  /** Ends a turn of the event loop. */
  turn(): void {
    const deferred = this.#deferred
    this.#deferred = undefined
    deferred?.()
  }

  /** What the process does beside requests: one step of it. Returns whether there is more. */
  keepUp(): boolean {
    try {
      return this.#recorder.keepUp()
    } catch {
      // The service continues, too.
      return true
    }
  }

  #read(records: Records): JournalState {
    const id = (): string => String(this.#machine.journals++).padStart(idBytes, '0')
    return readState(records) ?? beginJournal(records, id(), { uses: 0, characters: 0 })
  }

  #transact<Result>(work: (records: Records) => Result): Result {
    const { fault, meanwhile } = this
    this.fault = undefined
    this.meanwhile = () => {}
    const before = this.#machine.file
    let draft = before.clone()
    let result: Result
    try {
      result = work(fault === undefined ? draft : faulty(draft, fault))
      if (fault?.before === 'commit') strike(fault)
    } catch (error) {
      this.isKilled ||= fault?.kind === 'is killed'
      if (!(error instanceof RunAgain)) throw error
      draft = before.clone()
      result = work(draft)
    }
    const { committed } = this
    this.#machine.file = draft
    this.#machine.onCommit(before, this)
    meanwhile()
    if (fault?.before !== 'apply') return result
    this.unknown += this.committed - committed
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
    append: (key, value) => (step(), records.append(key, value)),
    remove: (key) => (step(), records.remove(key)),
    range: (start, end, limit) => (step(), records.range(start, end, limit)),
  }
}
