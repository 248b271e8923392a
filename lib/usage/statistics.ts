import { writeCheckpoint } from '../store/checkpoint.ts'
import type { Checkpoint } from '../store/checkpoint.ts'
import { StartError } from '../start-error.ts'
import type { Records, Store } from '../store/store.ts'
import { keyOf } from './keys.ts'

/** How often texts were transformed, and how many code points they had. */
export interface Totals {
  readonly uses: number
  readonly characters: number
}

/** The totals of all processes that share a data folder. */
export interface Statistics {
  /** Adds to the totals, inside a transaction, and returns them. */
  add(records: Records, more: Totals): Totals
  /** Writes the totals to the checkpoint file where they have changed since the last time. */
  checkpoint(): Promise<void>
}

/** Where the totals are kept, and where they are kept once more for a reboot. */
export interface StatisticsOptions {
  readonly store: Store
  readonly folder: string
  readonly bootId: string
  /** What the checkpoint file said at the start: the totals where the store has none. */
  readonly saved: Checkpoint | undefined
}

const key = keyOf('statistics')

/** Opens the statistics that the store keeps. Throws a StartError where it cannot be written. */
export function openStatistics(options: StatisticsOptions): Statistics {
  const { store, folder, bootId, saved } = options
  try {
    store.transact((records) => {
      if (records.get(key) !== undefined) return
      write(records, { uses: saved?.uses ?? 0, characters: saved?.characters ?? 0 })
    })
  } catch (error) {
    throw new StartError(`DATA_DIR=${folder} cannot be used: ${String(error)}`)
  }
  let written = saved?.boot === bootId ? saved.uses : -1
  return {
    add(records, more) {
      const before = read(records)
      if (more.uses === 0) return before
      const totals = {
        uses: before.uses + more.uses,
        characters: before.characters + more.characters,
      }
      write(records, totals)
      return totals
    },
    async checkpoint() {
      const totals = store.transact(read)
      if (totals.uses === written) return
      await writeCheckpoint(folder, { boot: bootId, ...totals }, store.alone)
      written = totals.uses
    },
  }
}

function read(records: Records): Totals {
  const value = records.get(key)
  if (value === undefined) return { uses: 0, characters: 0 }
  return { uses: value.readDoubleLE(0), characters: value.readDoubleLE(8) }
}

function write(records: Records, { uses, characters }: Totals): void {
  const value = Buffer.allocUnsafe(16)
  value.writeDoubleLE(uses, 0)
  value.writeDoubleLE(characters, 8)
  records.put(key, value)
}
