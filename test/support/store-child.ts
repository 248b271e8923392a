import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { createLog } from '../../lib/log.ts'
import { openStore } from '../../lib/store/store.ts'
import type { Records, Store } from '../../lib/store/store.ts'

/** What a test asks of a process that has a store open. */
export type Task = Readonly<
  | { kind: 'open'; folder: string }
  /** Adds one to the record `key`, `times` times. */
  | { kind: 'count'; key: string; times: number }
  /** Opens the store, adds one to the record `key`, and closes it, `times` times. */
  | { kind: 'cycle'; folder: string; key: string; times: number }
  /** Adds one to the record `key` all the time, until it may rest. */
  | { kind: 'work'; key: string }
  | { kind: 'rest' }
  | { kind: 'read'; key: string }
  /** Lets this process open no more than `spare` files besides those that it has open. */
  | { kind: 'crowd'; spare: number }
>

/** How often a task succeeded (`rest`: the work before it), or what `read` read; log; failures. */
export interface Answer {
  readonly count: number
  readonly lines: readonly string[]
  readonly failures: readonly string[]
}

let store: Store | undefined
let lines: string[] = []
let worked = 0
let failures: string[] = []
let working: NodeJS.Immediate | undefined

function perform(task: Task): number {
  switch (task.kind) {
    case 'open':
      store = open(task.folder)
      return 1
    case 'count':
      return repeat(task.times, () => addOne(task.key))
    case 'cycle':
      return repeat(task.times, () => {
        store = open(task.folder)
        try {
          addOne(task.key)
        } finally {
          store.close()
        }
      })
    case 'work':
      worked = 0
      working = setImmediate(work, task.key)
      return 0
    case 'rest':
      clearImmediate(working)
      return worked
    case 'read':
      return opened().transact((records) => read(records, task.key))
    case 'crowd':
      crowd(task.spare)
      return 0
  }
}

/** Files that are open for no other reason than to take what there may be. */
const crowded: number[] = []

function crowd(spare: number): void {
  for (const descriptor of crowded.splice(0)) closeSync(descriptor)
  spawnSync('prlimit', [`--pid=${process.pid}`, '--nofile=100:'])
  try {
    for (;;) crowded.push(openSync('/dev/null', 'r'))
  } catch {
    for (const descriptor of crowded.splice(0, spare)) closeSync(descriptor)
  }
}

function open(folder: string): Store {
  const log = createLog('info', (line) => lines.push(line))
  return openStore({ folder, bootId: 'boot', checkpointBoot: undefined, log })
}

function opened(): Store {
  if (store === undefined) throw new Error('no store is open')
  return store
}

function repeat(times: number, work: () => void): number {
  let count = 0
  for (let time = 0; time < times; time++) {
    try {
      work()
      count++
    } catch (error) {
      failures.push(String(error))
    }
  }
  return count
}

function work(key: string): void {
  worked += repeat(20, () => addOne(key))
  working = setImmediate(work, key)
}

/** Adds one, and a record of its own, so that the file grows and pages are split. */
function addOne(key: string): void {
  opened().transact((records) => {
    const count = read(records, key) + 1
    const value = Buffer.alloc(8)
    value.writeDoubleLE(count)
    records.put(Buffer.from(key), value)
    records.put(Buffer.from(`${key} ${count % 10_000}`), Buffer.alloc(100, key))
  })
}

function read(records: Records, key: string): number {
  return records.get(Buffer.from(key))?.readDoubleLE() ?? 0
}

function answer(task: Task): Answer {
  let count = 0
  try {
    count = perform(task)
  } catch (error) {
    failures.push(String(error))
  }
  const result = { count, lines, failures }
  lines = []
  failures = []
  return result
}

process.on('message', (task: Task) => process.send?.(answer(task)))
process.on('disconnect', () => process.exit(0))

const [, , folder, times] = process.argv
if (folder !== undefined) {
  const opening = answer({ kind: 'open', folder })
  const { failures } = answer({ kind: 'count', key: 'key', times: Number(times) })
  process.stdout.write(JSON.stringify({ failures: [...opening.failures, ...failures] }))
  process.exit(0)
}
