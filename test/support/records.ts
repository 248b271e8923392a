import type { TestContext } from 'node:test'
import { createLog } from '../../lib/log.ts'
import { openStore } from '../../lib/store/store.ts'
import type { Records } from '../../lib/store/store.ts'
import { fastFolder } from './folders.ts'

/** Records in memory that behave like those of the store, and count reads and writes. */
export class MemoryRecords implements Records {
  /** Records written and removed. */
  writes = 0
  /** Records read, one at a time or in a range. */
  reads = 0
  #values = new Map<string, Buffer>()
  #keys: string[] = []

  clone(): MemoryRecords {
    const copy = new MemoryRecords()
    copy.#values = new Map(this.#values)
    copy.#keys = [...this.#keys]
    return copy
  }

  get(key: Buffer): Buffer | undefined {
    this.reads++
    const value = this.#values.get(key.toString('latin1'))
    return value === undefined ? undefined : Buffer.from(value)
  }

  put(key: Buffer, value: Buffer): void {
    this.writes++
    const name = key.toString('latin1')
    if (!this.#values.has(name)) this.#keys.splice(this.#indexOf(name), 0, name)
    this.#values.set(name, Buffer.from(value))
  }

  remove(key: Buffer): void {
    this.writes++
    const name = key.toString('latin1')
    if (this.#values.delete(name)) this.#keys.splice(this.#indexOf(name), 1)
  }

  range(start: Buffer, end: Buffer, limit: number): Array<{ key: Buffer; value: Buffer }> {
    const [first, last] = [start, end].map((key) => this.#indexOf(key.toString('latin1')))
    const found = this.#keys.slice(first, Math.min(last ?? 0, (first ?? 0) + limit))
    this.reads += found.length
    return found.map((key) => ({
      key: Buffer.from(key, 'latin1'),
      value: Buffer.from(this.#values.get(key) ?? ''),
    }))
  }

  /** Returns the index of a key among the sorted ones, or where it would be. */
  #indexOf(key: string): number {
    let [low, high] = [0, this.#keys.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#keys[middle] ?? '') < key) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Runs work on records as one transaction. */
export type Transact = <Result>(work: (records: Records) => Result) => Result

/** Where records can be kept: in memory, and in the store itself. Each `open` starts empty. */
export const places: ReadonlyArray<{
  readonly name: string
  open(t: Pick<TestContext, 'after'>): Transact
}> = [
  {
    name: 'in memory',
    open() {
      let records = new MemoryRecords()
      return (work) => {
        const draft = records.clone()
        const result = work(draft)
        records = draft
        return result
      }
    },
  },
  {
    name: 'in the store',
    open(t) {
      const folder = fastFolder(t)
      // Tests let transactions fail.
      const log = createLog('error', () => {})
      const store = openStore({ folder, patienceMs: 10_000, bootId: 'boot', checkpointBoot: undefined, log })
      t.after(() => store.close())
      return (work) => store.transact(work)
    },
  },
]
