import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Block, writeBlock } from '../../lib/usage/journal-block.ts'
import { beginJournal, readState, writeState } from '../../lib/usage/journal-state.ts'
import type { Windows } from '../../lib/usage/windows.ts'
import { readEntries } from '../support/journal.ts'
import { firstTime, windowsWith } from '../support/limiter.ts'
import { MemoryRecords } from '../support/records.ts'
import { rounds } from '../support/rounds.ts'
import { SimulatedProcess } from '../support/simulated-process.ts'
import type { Asked, Fault, Machine } from '../support/simulated-process.ts'

// Tries everything that two processes with a shared journal can do, and everything that can happen
// to them, in every order. The real recorder, limiter and journal run over a store in memory. From
// reading the state until the commit, no other process has a turn. The gate, a lock of the kernel,
// ensures this, and other tests check it with real processes. Anything else can happen in between:
// before a transaction, between transactions that each read a part of the tail (here, a record),
// and between a commit and the change in memory. A fault can come before each read and write.

const depth = rounds(1, 3)
const settings = windowsWith({ limit: 2, windowMs: 4, maxClients: 2 })
const { limit, windowMs, maxClients } = settings
const clients = ['a', 'b', 'c']

type Action = Readonly<
  | { kind: 'ask'; by: number; clients: readonly string[]; fault?: Fault; meanwhile?: Action }
  | { kind: 'keep up'; by: number; fault?: Fault }
  | { kind: 'wait'; ms: number }
  | { kind: 'another file'; isFilled: boolean }
>

const actions = listActions()

/** The actions that paths begin with: none, or some that leave entries that will expire. */
const beginnings: readonly Action[][] = [
  [
    { kind: 'ask', by: 0, clients: ['a'] },
    { kind: 'ask', by: 1, clients: ['b', 'a'] },
    { kind: 'wait', ms: windowMs / 2 },
    { kind: 'keep up', by: 1 },
    { kind: 'ask', by: 0, clients: ['b', 'c'] },
  ],
  [],
  [{ kind: 'ask', by: 0, clients: ['a', 'b'] }],
]

describe('two processes that share a journal', () => {
  test(`do not lose or duplicate admissions or admit too many, steps: ${depth}`, async (t) => {
    const seen = new Set<string>()
    const begun = beginnings.slice(0, rounds(beginnings.length))
    let paths: readonly Action[][] = begun
    let transitions = 0
    for (let step = 0; step < depth; step++) {
      const next: Action[][] = []
      for (const path of paths) {
        for (const action of actions) {
          const world = new World()
          transitions++
          try {
            for (const each of [...path, action]) await world.perform(each)
            const state = world.describe()
            await world.finish()
            if (seen.has(state)) continue
            seen.add(state)
            next.push([...path, action])
          } catch (error) {
            const trail = [...path, action].map((each) => JSON.stringify(each)).join('\n')
            assert.fail(`${String(error)} after\n${trail}`)
          }
        }
      }
      paths = next
    }
    t.diagnostic(`${seen.size} states by ${transitions} transitions of ${actions.length} kinds`)
    assert.ok(seen.size > 10 * begun.length * depth)
  })
})

/** An entry of the journal, as the test knows it. */
interface Entry {
  readonly client: string
  readonly time: number
}

/** Two processes, their machine, and what must always be true of them. */
class World implements Machine {
  file = new MemoryRecords()
  now = firstTime
  journals = 0
  readonly #processes: Array<SimulatedProcess | undefined> = [undefined, undefined]
  // The committed entries of this journal, by index.
  #entries: Entry[] = []
  readonly #failures: unknown[] = []
  // The processes that have not used the present file yet.
  #unaware = new Set<SimulatedProcess>()

  async perform(action: Action): Promise<void> {
    this.#act(action)
    await this.#checkAnswers('meanwhile' in action)
  }

  /** Lets every process finish: all requests are answered, and all counts agree. */
  async finish(): Promise<void> {
    this.#processes.push(new SimulatedProcess(this, settings))
    for (const process of this.#alive()) {
      for (let turn = 0; process.waits; turn++) {
        assert.ok(turn < 20, 'requests wait forever')
        process.turn()
      }
      await this.#checkAnswers(false)
      assert.ok(process.asked.every(({ answer }) => answer !== 'none'), 'a request is not answered')
    }
    for (const process of [...this.#alive(), ...this.#alive()]) {
      for (let step = 0; process.keepUp() && this.#failures.length === 0; step++) {
        assert.ok(step < 50, 'there is always more')
      }
    }
    await this.#checkAnswers(false)
    const { first } = readState(this.file) ?? { first: 0 }
    for (const { windows } of this.#alive()) {
      assert.ok(windows.first >= first)
      for (const client of clients) {
        const counted = this.#countedFrom(windows.first, client)
        assert.equal(countOf(windows, client), counted, `the count of ${client}`)
      }
    }
  }

  /** Describes the present state, to distinguish it from others. */
  describe(): string {
    const state = readState(this.file)
    const next = state?.next ?? 0
    const kept = [...entriesOf(this.file)].map(([place, { client, time }]) => [
      next - place,
      client,
      Math.min(windowMs, this.now - time),
    ])
    const processes = this.#processes.map((process) => {
      if (process === undefined) return 'none'
      const { windows, asked } = process
      const waiting = asked.filter(({ answer }) => answer === 'none').map(({ client }) => client)
      const counts = clients.map((client) => countOf(windows, client))
      const places = [next - windows.first, next - windows.next, windows.entries, windows.clients]
      return [places, counts, waiting, this.#unaware.has(process)]
    })
    return JSON.stringify([next - (state?.first ?? 0), kept, processes])
  }

  async #checkAnswers(isConcurrent: boolean): Promise<void> {
    // The recorder settles requests in a microtask.
    await new Promise(setImmediate)
    for (const failure of this.#failures) throw failure
    for (const [slot, process] of this.#processes.entries()) {
      if (process === undefined) continue
      if (process.isKilled) {
        this.#processes[slot] = undefined
        continue
      }
      this.#checkRefusals(process, isConcurrent)
      const admitted = process.asked.filter(isAdmitted).length
      assert.equal(process.committed - process.unknown, admitted, 'an entry for each admission')
    }
  }

  #checkRefusals(process: SimulatedProcess, isConcurrent: boolean): void {
    // Another process may have evicted entries that the refusing process had in memory.
    const first = isConcurrent ? 0 : Math.min(process.windows.first, this.#entries.length)
    for (const asked of process.asked) {
      if (asked.isChecked || asked.answer === 'none') continue
      asked.isChecked = true
      if (isAdmitted(asked) || asked.answer === 'unrecorded' || this.#unaware.has(process)) continue
      const counted = this.#countedFrom(first, asked.client)
      assert.ok(counted >= limit, `${asked.client} is refused without a reason`)
    }
  }

  readonly onCommit = (before: MemoryRecords, by: SimulatedProcess): void => {
    try {
      this.#checkCommit(before, by)
    } catch (error) {
      // The committing process would mistake it for a fault of the store.
      this.#failures.push(error)
    }
  }

  #checkCommit(before: MemoryRecords, by: SimulatedProcess): void {
    this.#unaware.delete(by)
    const state = readState(this.file) ?? assert.fail('no state')
    const old = readState(before) ?? { first: 0, next: 0 }
    const stored = entriesOf(this.file)
    assert.equal(state.totals.uses, state.next, 'each admission is one use')
    assert.equal(old.next, this.#entries.length)
    // Old entries that are missing had expired, or belonged to too many clients.
    for (let place = old.first; place < state.first; place++) {
      const entry = this.#entries[place] ?? assert.fail(`no entry at ${place}`)
      const kept = clients.filter((client) => this.#countedFrom(place, client) > 0)
      assert.ok(this.#isOld(entry) || kept.length > maxClients, `the entry at ${place} was lost`)
    }
    for (let place = state.first; place < old.next; place++) {
      assert.deepEqual(stored.get(place), this.#entries[place], `the entry at ${place}`)
    }
    // New entries are within the limit, not counting those that the process itself has removed.
    for (let place = old.next; place < state.next; place++) {
      const entry = stored.get(place) ?? assert.fail(`no entry at ${place}`)
      assert.equal(entry.time, this.now)
      const first = Math.max(state.first, by.windows.first)
      assert.ok(this.#countedFrom(first, entry.client) < limit, `one too many of ${entry.client}`)
      this.#entries.push(entry)
      by.committed++
    }
  }

  #act(action: Action): void {
    switch (action.kind) {
      case 'wait':
        this.now += action.ms
        return
      case 'another file':
        this.file = new MemoryRecords()
        this.#entries = []
        this.#unaware = new Set(this.#alive())
        if (action.isFilled) this.#fill()
        return
      case 'keep up': {
        const process = this.#processOf(action.by)
        process.fault = action.fault
        process.keepUp()
        process.fault = undefined
        return
      }
      case 'ask': {
        const { fault, meanwhile } = action
        const process = this.#processOf(action.by)
        process.ask(action.clients)
        this.#checkRefusals(process, true)
        process.fault = fault
        if (meanwhile !== undefined) process.meanwhile = () => this.#act(meanwhile)
        process.turn()
        process.fault = undefined
        process.meanwhile = () => {}
      }
    }
  }

  /** Creates a journal that is not shorter than those at the beginning. */
  #fill(): void {
    const state = beginJournal(this.file, 'another.', { uses: 0, characters: 0 })
    const block = new Block(0, Buffer.alloc(12))
    for (const client of ['c', 'c', 'b']) {
      block.add(this.now, nameOf(client), 0)
      this.#entries.push({ client, time: this.now })
    }
    writeBlock(this.file, block, true)
    state.next = block.next
    const { next } = state
    writeState(this.file, { ...state, totals: { uses: next, characters: next } })
  }

  #alive(): SimulatedProcess[] {
    return this.#processes.filter((process) => process !== undefined)
  }

  #processOf(slot: number): SimulatedProcess {
    return (this.#processes[slot] ??= new SimulatedProcess(this, settings))
  }

  #isOld({ time }: Entry): boolean {
    return time <= this.now - windowMs
  }

  /** Counts the entries of a client, from an index on, that have not expired. */
  #countedFrom(place: number, client: string): number {
    const rest = this.#entries.slice(place)
    return rest.filter((entry) => entry.client === client && !this.#isOld(entry)).length
  }
}

function countOf(windows: Windows, client: string): number {
  return windows.countOf(windows.find(nameOf(client), 0))
}

/** Returns the name of a client as the journal stores it. */
function nameOf(client: string): Buffer {
  return Buffer.from(`\x01${client}`, 'latin1')
}

function isAdmitted({ answer }: Asked): boolean {
  return typeof answer !== 'string' && answer.admission?.isAdmitted === true
}

/** Returns the entries of a journal by index. */
function entriesOf(records: MemoryRecords): Map<number, Entry> {
  const entries = new Map<number, Entry>()
  for (const { place, client, time } of readEntries(records)) {
    assert.ok(!entries.has(place), `the entry at ${place} is there twice`)
    entries.set(place, { client, time })
  }
  return entries
}

function listActions(): Action[] {
  const kinds = ['fails', 'is killed', 'runs again'] as const
  const faults = kinds.flatMap((kind) =>
    ([0, 1, 2, 3, 4, 'commit', 'apply'] as const).map((before): Fault => ({ kind, before })),
  )
  const ofProcess = (by: number): Action[] => {
    const other = 1 - by
    const two = ['b', 'a']
    const meanwhile: Action[] = [
      { kind: 'ask', by: other, clients: ['a'] },
      { kind: 'ask', by: other, clients: ['c'] },
      { kind: 'keep up', by: other },
    ]
    return [
      ...[['a'], two, ['c'], []].map((asking): Action => ({ kind: 'ask', by, clients: asking })),
      ...faults.map((fault): Action => ({ kind: 'ask', by, clients: two, fault })),
      ...meanwhile.map((each): Action => ({ kind: 'ask', by, clients: ['a'], meanwhile: each })),
      { kind: 'keep up', by },
      ...faults.map((fault): Action => ({ kind: 'keep up', by, fault })),
    ]
  }
  return [
    ...[0, 1].flatMap(ofProcess),
    { kind: 'wait', ms: windowMs / 2 },
    { kind: 'wait', ms: windowMs },
    { kind: 'another file', isFilled: false },
    { kind: 'another file', isFilled: true },
  ]
}
