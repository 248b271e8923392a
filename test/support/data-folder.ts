import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import type { TestContext } from 'node:test'
import { createLog } from '../../lib/log.ts'
import { markClean } from '../../lib/store/clean-mark.ts'
import { readCheckpoint } from '../../lib/store/checkpoint.ts'
import { openStore } from '../../lib/store/store.ts'
import type { Store } from '../../lib/store/store.ts'
import { findStateFault } from '../../lib/usage/state.ts'
import { openStatistics } from '../../lib/usage/statistics.ts'
import type { Statistics, Totals } from '../../lib/usage/statistics.ts'
import { fastFolder } from './folders.ts'
import { parseLine } from './service.ts'
import type { LogLine } from './service.ts'

/** The record that `filledFolder` holds. */
export const key = Buffer.from('key')
export const value = Buffer.from('value')

/** The files of a data folder after a stop, without the spare checkpoint of the process. */
export const storeFiles: readonly string[] = [
  'checkpoint.json',
  'gate.mdb',
  'gate.mdb-lock',
  'live.boot',
  'live.clean',
  'live.mdb',
  'live.mdb-lock',
]

/** An open data folder, and its log. */
export interface Storage {
  readonly store: Store
  readonly statistics: Statistics
  readonly lines: readonly LogLine[]
}

/** Opens a data folder as the service does, in the same order. */
export function openFolder(folder: string, bootId = 'boot'): Storage {
  const lines: LogLine[] = []
  const log = createLog('info', (line) => lines.push(parseLine(line)))
  const saved = readCheckpoint(folder, log)
  const findFault = findStateFault
  const store = openStore({ folder, patienceMs: 10_000, bootId, checkpointBoot: saved?.boot, findFault, log })
  const statistics = openStatistics({ store, bootId, saved, log })
  return { store, statistics, lines }
}

/** A folder as a stopped service leaves it: 7 uses, a record, some pages of others. */
export function filledFolder(t: Pick<TestContext, 'after'>): string {
  const folder = fastFolder(t)
  for (const [file, bytes] of filledFiles()) writeFileSync(join(folder, file), bytes)
  markClean(folder)
  return folder
}

/** Opens such a folder after a change. Returns what it then has, and which files are set aside. */
export function openChanged(
  t: Pick<TestContext, 'after'>,
  change: (folder: string) => void,
  bootId?: string,
) {
  const folder = filledFolder(t)
  change(folder)
  const storage = openFolder(folder, bootId)
  const [totals, record] = [totalsOf(storage.statistics), readRecord(storage.store)]
  return { ...storage, folder, totals, record, aside: listAside(folder) }
}

/** The totals of such a folder. */
export const filledTotals: Totals = { uses: 7, characters: 70 }

let files: ReadonlyMap<string, Buffer> | undefined

/** The files of that folder, made only once, because that waits for the disk several times. */
function filledFiles(): ReadonlyMap<string, Buffer> {
  if (files !== undefined) return files
  const folder = fastFolder({ after: (work) => after(work as Parameters<typeof after>[0]) })
  const { store, statistics } = openFolder(folder)
  addUses(statistics, 7)
  store.transact((records) => {
    records.put(key, value)
    for (let index = 0; index < 1000; index++) {
      records.put(Buffer.from(`filling ${index}`), Buffer.alloc(50, index))
    }
  })
  store.close()
  const checkpoint = Buffer.from(JSON.stringify({ boot: 'boot', uses: 7, characters: 70 }))
  files = new Map([
    ...['gate.mdb', 'live.mdb', 'live.boot'].map(
      (file) => [file, readFileSync(join(folder, file))] as const,
    ),
    ['checkpoint.json', checkpoint],
  ])
  return files
}

/** Adds uses of ten characters each to the totals. */
export function addUses(statistics: Statistics, uses: number): void {
  statistics.transact((_records, state) => {
    const { totals } = state
    state.totals = { uses: totals.uses + uses, characters: totals.characters + 10 * uses }
  })
}

export function totalsOf(statistics: Statistics): Totals {
  return statistics.transact((_records, state) => state.totals)
}

export function readRecord(store: Store, name = 'key'): Buffer | undefined {
  return store.transact((records) => records.get(Buffer.from(name)))
}

/** Returns the files of a folder that are no longer in use. */
export function listAside(folder: string): string[] {
  return readdirSync(folder).filter((file) => /\.(?:bad-.*|previous-boot)$/.test(file))
}
