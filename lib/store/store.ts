import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import { mostMapBytes } from './address-space.ts'
import { badSuffix, setAside } from './durable-file.ts'
import { createEnvironment, findFileFault, openEnvironment } from './environment.ts'
import type { Environment } from './environment.ts'
import { refuseFolder } from './folder.ts'
import { openLiveFile } from './live-file.ts'
import type { LiveFile, Records } from './live-file.ts'
import { Parts, Unfinished } from './lmdb-file.ts'
import { statNoFollow } from './own-file.ts'
import { createPlaceWatch, readPlace } from './place.ts'
import { files, prepareFolder } from './prepare-folder.ts'

export type { Records } from './live-file.ts'

/** Records that survive every process, and are shared by those that open the same folder. */
export interface Store {
  /**
   * Runs `work` in one write transaction, alone among all processes that share the folder, and
   * returns its result once it is committed. What `work` wrote is undone if it throws, or if the
   * commit fails; then this throws. `work` must be synchronous and may run more than once.
   */
  transact<Result>(work: (records: Records) => Result): Result
  /**
   * Throws where a transaction failed within the last three seconds, as the next one may, and while
   * the data folder does not hold the files any more that are open.
   */
  assertHealthy(): void
  /**
   * Runs `work` while no other process opens the store or writes to it. Throws where the folder
   * holds another one now.
   */
  alone(work: () => void): void
  /**
   * Frees what processes left behind that were killed while reading, and the memory of the pages
   * of a large file that were read; looks for the files.
   */
  tidy(): void
  close(): void
}

/** Which folder is opened, and what tells whether its records are of this boot. */
export interface StoreOptions {
  /** The data folder; it is created with mode 0700. */
  readonly folder: string
  readonly bootId: string
  /** The boot of which the checkpoint speaks: asked where the store cannot tell its own. */
  readonly checkpointBoot: string | undefined
  /** Address space that the records take from the start; `mostMapBytes` where it is left out. */
  readonly mapBytes?: number
  /** Tells why records cannot be used that LMDB can open; their file is then set aside. */
  readonly findFault?: (records: Records) => string | undefined
  readonly log: Log
}

/**
 * Opens the store. `live.mdb` is written without ever waiting for the disk, so it outlives every
 * process but not the machine: one of another boot (`live.boot` names it) is set aside unread.
 * Throws a StartError where the folder cannot be used.
 */
export function openStore(options: StoreOptions): Store {
  const { folder, log } = options
  try {
    prepareFolder(folder, log)
    const gate = openGate(join(folder, files.gate), log)
    // Opening an environment while another process commits to it would roll that commit back;
    // every open and every write therefore happens inside the gate, a lock across processes.
    const alone = <Result>(work: () => Result): Result => gate.transactionSync(work, 2)
    const live = inParts((parts) => alone(() => openLive(options, parts)))
    const places = [files.gate, files.live].flatMap((file) => [file, `${file}-lock`])
    const paths = places.map((file) => join(folder, file))
    const livePath = join(folder, files.live)
    const now = (): number => performance.now()
    const isInPlace = createPlaceWatch({ paths, readPlace, now, log })
    const { transact, assertHealthy } = watch((work) => alone(() => live.transact(work)), log)
    return {
      transact,
      assertHealthy() {
        assertHealthy()
        if (!isInPlace()) throw lost()
      },
      alone(work) {
        // A process that has come to another folder knows nothing of this gate.
        if (!isInPlace(0)) throw lost()
        alone(work)
      },
      tidy() {
        live.tidy()
        if (isInPlace() && statSync(livePath).size > leastUnmapBytes) alone(() => live.unmap())
      },
      // The last process that closes an environment destroys its locks, even under the hands of
      // one that opens it. Inside the gate nobody opens; the gate itself ends with the process.
      close: () => alone(() => live.close()),
    }
  } catch (error) {
    throw refuseFolder(folder, error)
  }
}

function lost(): Error {
  return new Error('The files of the store are not in their places')
}

// Smaller files may stay in memory whole.
const leastUnmapBytes = 2 ** 25

const gateMapBytes = 2 ** 20

function openGate(path: string, log: Log): Environment {
  const fault = findFileFault(path)
  if (fault !== undefined) setAside(path, badSuffix(), fault, log)
  if (statNoFollow(path) === undefined) createEnvironment(path, gateMapBytes)
  return openEnvironment(path, gateMapBytes)
}

// They take about 2 ms to read.
const leavesPerPart = 512

// More than a file has that is as large as it may be, though others change pages in between.
const mostParts = 1_000

/** Runs work inside the gate until it is through, and lets others in between its parts. */
function inParts<Result>(work: (parts: Parts | undefined) => Result): Result {
  const parts = new Parts(leavesPerPart)
  const clock = new Int32Array(new SharedArrayBuffer(4))
  for (let count = 0; count < mostParts; count++) {
    try {
      return work(parts)
    } catch (error) {
      if (!(error instanceof Unfinished)) throw error
      Atomics.wait(clock, 0, 0, pauseMs)
    }
  }
  return work(undefined)
}

const pauseMs = 2

function openLive(options: StoreOptions, parts: Parts | undefined): LiveFile {
  const { folder, mapBytes = mostMapBytes, findFault = () => undefined } = options
  const [path, bootPath] = [join(folder, files.live), join(folder, files.boot)]
  return openLiveFile({ ...options, path, bootPath, mapBytes, findFault, parts })
}

const quietMs = 10_000
const unhealthyMs = 3_000

/**
 * Logs the first failure of a row, and the end of the row: a full disk fails many requests. As
 * small records may still find room then, a row ends with a write some time after the last failure.
 */
function watch(
  transact: Store['transact'],
  log: Log,
): Pick<Store, 'transact' | 'assertHealthy'> {
  let failedAt: number | undefined
  let unhealthyUntil = -Infinity
  const watched: Store['transact'] = (work) => {
    let hasWritten = false
    try {
      if (failedAt === undefined) return transact(work)
      const result = transact((records) => work(tellWrites(records, () => (hasWritten = true))))
      if (hasWritten && Date.now() - failedAt >= quietMs) {
        log.warn('The store can be written again')
        failedAt = undefined
      }
      return result
    } catch (error) {
      if (failedAt === undefined) {
        log.error('The store cannot be written', { reason: String(error) })
      }
      failedAt = Date.now()
      unhealthyUntil = performance.now() + unhealthyMs
      throw error
    }
  }
  return {
    transact: watched,
    assertHealthy() {
      if (performance.now() < unhealthyUntil) throw new Error('The store could not be written')
    },
  }
}

function tellWrites(records: Records, tell: () => void): Records {
  return {
    ...records,
    put(key, value) {
      records.put(key, value)
      tell()
    },
    append(key, value) {
      records.append(key, value)
      tell()
    },
  }
}
