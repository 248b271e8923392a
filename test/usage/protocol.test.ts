import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readState } from '../../lib/usage/state.ts'
import { assertCounted, firstTime, settingsWith } from '../support/limiter.ts'
import { MemoryRecords } from '../support/records.ts'
import { rounds } from '../support/rounds.ts'
import { SimulatedProcess } from '../support/simulated-process.ts'
import type { Asked, Fault, Machine } from '../support/simulated-process.ts'

// Tries everything that two processes with one store can do, and everything that can happen to them,
// in every order. The real recorder, limiter and sweep run over a store in memory. Within a
// transaction no other process has a turn: the gate, a lock of the kernel, ensures this, and other
// tests check it with real processes. A fault can come before each read and write, before the
// commit, and between the commit and the change in memory.

const depth = rounds(2, 3)
const limit = 2
const windowMs = 4
const clients = ['a', 'b', 'c']
const maxClients = 2

type Action = Readonly<
  | { kind: 'ask'; by: number; clients: readonly string[]; fault?: Fault }
  | { kind: 'sweep'; by: number; fault?: Fault }
  | { kind: 'start again'; by: number }
  | { kind: 'wait'; ms: number }
  | { kind: 'another file' }
>

const actions = listActions()

describe('two processes that share a store', () => {
  for (const most of [Infinity, maxClients]) {
    test(`lose and duplicate nothing, and admit no more than the limit, clients: ${most}`, (t) => {
      const seen = new Set<string>()
      let paths: readonly Action[][] = [[]]
      let transitions = 0
      for (let step = 0; step < depth; step++) {
        const next: Action[][] = []
        for (const path of paths) {
          for (const action of actions) {
            const world = new World(most)
            transitions++
            try {
              for (const each of [...path, action]) world.perform(each)
              const state = world.describe()
              world.finish()
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
      assert.ok(seen.size > 10 * depth, `${seen.size} states`)
    })
  }
})

/** Two processes, their machine, and what must always be true of them. */
class World implements Machine {
  file = new MemoryRecords()
  now = firstTime
  readonly #most: number
  readonly #processes: SimulatedProcess[]
  // What was admitted and committed, and which of it is still kept.
  #log = new Map<string, number[]>()
  #kept = new Map<string, number[]>()
  #answered = 0
  #committed = 0
  // Commits after which a fault came, so that their requests count, but are not answered as such.
  #unknown = 0
  #isUnknown = false
  #failure: unknown
  // The processes that remember what another file held.
  readonly #unaware = new Set<SimulatedProcess>()

  constructor(most: number) {
    this.#most = most
    this.#processes = [this.#start(), this.#start()]
  }

  perform(action: Action): void {
    switch (action.kind) {
      case 'wait':
        this.now += action.ms
        return
      case 'another file':
        this.file = new MemoryRecords()
        this.#log = new Map()
        this.#kept = new Map()
        this.#processes.forEach((process) => this.#unaware.add(process))
        return
      case 'start again':
        this.#processes[action.by] = this.#start()
        return
      default:
        this.#act(action)
    }
  }

  /** Checks that both processes still decide as the log does. */
  finish(): void {
    for (const [by] of this.#processes.entries()) {
      for (const client of clients) {
        this.#processes[by] = this.#start()
        this.#act({ kind: 'ask', by, clients: [client] })
      }
    }
  }

  /** Describes the present state, to distinguish it from others. */
  describe(): string {
    const ages = [...this.#kept].map(([client, times]) =>
      [client, times.map((time) => Math.min(windowMs, this.now - time))])
    const processes = this.#processes.map((process) => {
      const known = new Map(process.asked.map(({ client, answer }) => [client, JSON.stringify(answer)]))
      return [[...known], this.#unaware.has(process)]
    })
    return JSON.stringify([ages, processes])
  }

  readonly onCommit = (before: MemoryRecords): void => {
    try {
      this.#checkCommit(before)
    } catch (error) {
      // The committing process would mistake it for a fault of the store.
      this.#failure ??= error
    }
  }

  #start(): SimulatedProcess {
    return new SimulatedProcess(this, settingsWith({ limit, windowMs, maxClients: this.#most }))
  }

  #act(action: Extract<Action, { by: number }>): void {
    const process = this.#processes[action.by] ?? assert.fail()
    process.fault = 'fault' in action ? action.fault : undefined
    this.#isUnknown = process.fault?.before === 'apply'
    if (action.kind === 'ask') {
      const { length } = process.asked
      process.ask(action.clients)
      process.turn()
      for (const asked of process.asked.slice(length)) this.#checkAnswer(process, asked)
    } else process.sweep()
    process.fault = undefined
    if (this.#failure !== undefined) throw this.#failure
    assert.equal(this.#committed - this.#unknown, this.#answered, 'an entry for each admission')
    if (process.isKilled) this.#processes[action.by] = this.#start()
  }

  #checkAnswer(process: SimulatedProcess, { client, answer }: Asked): void {
    if (process.isKilled) return
    assert.notEqual(answer, undefined, 'a request is not answered')
    if (answer === 'unrecorded') return
    if (answer?.admission?.isAdmitted === true) this.#answered++
    else if (!this.#unaware.has(process)) {
      const counted = this.#live(this.#log.get(client)).length
      assert.ok(counted >= limit, `${client} is refused without a reason`)
    }
  }

  #checkCommit(before: MemoryRecords): void {
    const windows = assertCounted(this.file)
    const uses = (file: MemoryRecords): number => readState(file)?.totals.uses ?? 0
    let added = 0
    for (const client of clients) {
      const times = windows.get(client) ?? []
      const known = this.#live(this.#kept.get(client))
      const all = this.#live(times)
      const isRemoved = all.length === 0 && known.length > 0
      assert.ok(!isRemoved || this.#most < clients.length, `the window of ${client} was lost`)
      const more = isRemoved ? [] : all.slice(known.length)
      if (!isRemoved) assert.deepEqual(all.slice(0, known.length), known, `the window of ${client}`)
      assert.ok(more.every((time) => time === this.now) && all.length <= limit, `too many of ${client}`)
      this.#log.set(client, [...(this.#log.get(client) ?? []), ...more])
      this.#kept.set(client, all)
      added += more.length
    }
    const most = Math.max(this.#most, 0)
    assert.ok(windows.size <= most, `${windows.size} clients`)
    const used = uses(this.file) - uses(before)
    // A window that was removed in the turn of its first request is not seen.
    assert.ok(this.#most < clients.length ? used >= added : used === added, `${used} uses`)
    this.#committed += used
    if (this.#isUnknown) this.#unknown += used
  }

  #live(times: readonly number[] = []): number[] {
    return times.filter((time) => time > this.now - windowMs)
  }
}

function listActions(): Action[] {
  const kinds = ['fails', 'is killed', 'runs again'] as const
  const faults = kinds.flatMap((kind) =>
    ([0, 1, 2, 3, 4, 5, 6, 'commit', 'apply'] as const)
      // A fault after the commit does not let the transaction run again.
      .filter((before) => kind !== 'runs again' || before !== 'apply')
      .map((before): Fault => ({ kind, before })),
  )
  const ofProcess = (by: number): Action[] => {
    const two = ['b', 'a']
    return [
      ...[['a'], two, ['c'], ['a', 'a', 'a']].map((asking): Action => ({ kind: 'ask', by, clients: asking })),
      ...faults.map((fault): Action => ({ kind: 'ask', by, clients: two, fault })),
      { kind: 'sweep', by },
      ...faults.map((fault): Action => ({ kind: 'sweep', by, fault })),
      { kind: 'start again', by },
    ]
  }
  return [
    ...[0, 1].flatMap(ofProcess),
    { kind: 'wait', ms: windowMs / 2 },
    { kind: 'wait', ms: windowMs },
    { kind: 'another file' },
  ]
}
