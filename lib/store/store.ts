import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { open } from 'lmdb'
import { mostMapBytes } from './address-space.ts'
import { isSameBoot } from './boot.ts'
import { StartError } from '../start-error.ts'
import {
  badSuffix,
  readText,
  replaceFile,
  setAside,
  setAsideNoFile,
  syncFolder,
} from './durable-file.ts'
import { findFault } from './lmdb-format.ts'
import type { Log } from '../log.ts'

/** The records of the store, inside a transaction. Keys and values are bytes. */
export interface Records {
  get(key: Buffer): Buffer | undefined
  put(key: Buffer, value: Buffer): void
  remove(key: Buffer): void
  /** At most `limit` records from `start` on, before `end`, in the order of their keys. */
  range(start: Buffer, end: Buffer, limit: number): Array<{ key: Buffer; value: Buffer }>
}

export interface Store {
  /**
   * Runs `work` in one write transaction, alone among all processes that share the folder, and
   * returns its result once it is committed. What `work` wrote is undone if it throws, or if the
   * commit fails; then this throws. `work` must be synchronous and may run more than once.
   */
  transact<Result>(work: (records: Records) => Result): Result
  /** Throws where a transaction failed within the last three seconds: the next one may, too. */
  assertHealthy(): void
  /** Runs `work` while no other process opens the store or writes to it. */
  alone(work: () => void): void
  /** Frees what processes left behind that were killed while reading. */
  tidy(): void
  close(): void
}

export interface StoreOptions {
  /** The data folder; it is created with mode 0700. */
  readonly folder: string
  readonly bootId: string
  /** The boot of which the checkpoint speaks: asked where the store cannot tell its own. */
  readonly checkpointBoot: string | undefined
  /** Address space that the records take from the start; `mostMapBytes` where it is left out. */
  readonly mapBytes?: number
  readonly log: Log
}

/**
 * Opens the store. `live.mdb` is written without ever waiting for the disk, so it outlives every
 * process but not the machine: one of another boot (`live.boot` names it) is set aside unread.
 * Throws a StartError where the folder cannot be used.
 */
export function openStore(options: StoreOptions): Store {
  const { folder, mapBytes = mostMapBytes, log } = options
  try {
    makeFolder(folder)
    for (const file of [gateFile, liveFile, bootFile, `${gateFile}-lock`, `${liveFile}-lock`]) {
      setAsideNoFile(join(folder, file), log)
    }
    const gate = openGate(join(folder, gateFile), log)
    // Opening an environment while another process commits to it would roll that commit back;
    // every open and every write therefore happens inside the gate, a lock across processes.
    const alone = <Result>(work: () => Result): Result => gate.transactionSync(work, 2)
    const live = new Live(
      alone(() => openLive(options, mapBytes)),
      () => reopenLive(folder, mapBytes, log),
    )
    return {
      ...watch((work) => alone(() => live.transact(work)), log),
      alone,
      tidy: () => live.tidy(),
      // The last process that closes an environment destroys its locks, even under the hands of
      // one that opens it. Inside the gate nobody opens; the gate itself ends with the process.
      close: () => alone(() => live.close()),
    }
  } catch (error) {
    throw new StartError(`DATA_DIR=${folder} cannot be used: ${String(error)}`)
  }
}

function makeFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  // What is synced in a folder is lost with the folder's own name.
  for (let made = folder; made.length >= first.length; made = dirname(made)) {
    syncFolder(dirname(made))
  }
}

/** The environment with the records. Everything but `tidy` is called inside the gate. */
class Live {
  readonly #reopen: () => Environment
  #environment: Environment | undefined
  #isClosed = false

  constructor(environment: Environment, reopen: () => Environment) {
    this.#environment = environment
    this.#reopen = reopen
  }

  transact<Result>(work: (records: Records) => Result): Result {
    try {
      return this.#attempt(work)
    } catch (error) {
      if (!isGivenUp(error)) throw error
      this.#leave()
      return this.#attempt(work)
    }
  }

  tidy(): void {
    this.#environment?.readerCheck()
  }

  close(): void {
    this.#isClosed = true
    this.#leave()
  }

  #attempt<Result>(work: (records: Records) => Result): Result {
    if (this.#isClosed) throw new Error('The store is closed')
    const environment = (this.#environment ??= this.#reopen())
    return environment.transactionSync(() => work(recordsOf(environment)))
  }

  // Without asynchronous writes it is closed at once; the promise says nothing more.
  #leave(): void {
    void this.#environment?.close()
    this.#environment = undefined
  }
}

// Where its header could not be written, LMDB gives an environment up: no transaction begins any
// more (MDB_PANIC, of which the lmdb package makes EINVAL) until it is opened anew.
const givenUpCodes: readonly unknown[] = [22, -30_795]

function isGivenUp(error: unknown): boolean {
  return error instanceof Error && 'code' in error && givenUpCodes.includes(error.code)
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
  }
}

type Environment = ReturnType<typeof open<Buffer, Buffer>>

function openGate(path: string, log: Log): Environment {
  const fault = existsSync(path) ? findFileFault(path) : undefined
  if (fault !== undefined) setAside(path, badSuffix(), fault, log)
  if (!existsSync(path)) createEnvironment(path, gateMapBytes)
  return openEnvironment(path, gateMapBytes)
}

function openLive(
  { folder, bootId, checkpointBoot, log }: StoreOptions,
  mapBytes: number,
): Environment {
  const path = join(folder, liveFile)
  const bootPath = join(folder, bootFile)
  if (existsSync(path)) {
    const boot = readText(bootPath) ?? checkpointBoot
    if (boot === undefined || !isSameBoot(boot, bootId)) {
      setAside(path, 'previous-boot', 'it was written before the machine started', log)
    } else {
      const fault = findFileFault(path)
      if (fault !== undefined) setAside(path, badSuffix(), fault, log)
    }
  }
  if (!existsSync(path)) {
    // A process that still uses a file that was set aside keeps that file's lock to itself.
    rmSync(`${path}-lock`, { force: true })
    // The old file must be gone from the folder before another boot vouches for this name.
    syncFolder(folder)
    replaceFile(bootPath, `${bootId}\n`)
    syncFolder(folder)
    createEnvironment(path, mapBytes)
  }
  return openEnvironment(path, mapBytes)
}

function reopenLive(folder: string, mapBytes: number, log: Log): Environment {
  const path = join(folder, liveFile)
  // To set the file aside here would lose the totals; a new start takes them from the checkpoint.
  const fault = existsSync(path) ? findFileFault(path) : 'it is gone'
  if (fault !== undefined) throw new Error(`${path} cannot be opened anew: ${fault}`)
  log.debug('The store is opened anew')
  return openEnvironment(path, mapBytes)
}

/**
 * Makes an empty environment appear under its name at once and whole: another process that starts
 * at the same moment must not take it for a file that is cut short. It never replaces a file, for
 * the lmdb package knows environments by their inodes, and takes one for another if those change.
 */
function createEnvironment(path: string, mapSize: number): void {
  const draftFolder = mkdtempSync(`${path}.new-`)
  const draft = join(draftFolder, 'draft.mdb')
  try {
    void openEnvironment(draft, mapSize).close()
    linkSync(draft, path)
  } catch (error) {
    // Another process was faster.
    if (!existsSync(path)) throw error
  } finally {
    rmSync(draftFolder, { recursive: true })
  }
}

const liveFile = 'live.mdb'
const gateFile = 'gate.mdb'
const bootFile = 'live.boot'

const gateMapBytes = 2 ** 20

function openEnvironment(path: string, mapSize: number): Environment {
  // Where it cannot open its files, the lmdb package goes on with memory that it has given back;
  // where there is no room for its locks, the kernel ends the process.
  const lock = `${path}-lock`
  for (const file of [path, lock].filter(existsSync)) {
    accessSync(file, constants.R_OK | constants.W_OK)
  }
  if (!existsSync(lock)) assertRoom(dirname(path))
  return open<Buffer, Buffer>({
    path,
    encoding: 'binary',
    keyEncoding: 'binary',
    noSync: true,
    mapSize,
  })
}

const leastRoomBytes = 2 ** 18

function assertRoom(folder: string): void {
  const { blocks, bavail, bsize } = statfsSync(folder)
  // Where not even the size is told, the room is not either.
  if (blocks > 0 && bavail * bsize < leastRoomBytes) throw new Error('no space is left')
}

function recordsOf(live: Environment): Records {
  return {
    get: (key) => live.getBinary(key),
    put: (key, value) => void live.put(key, value),
    remove: (key) => void live.remove(key),
    // The package's own `asArray` makes a fault of the file one that nobody can catch.
    range: (start, end, limit) =>
      Array.from(live.getRange({ start, end, limit }), ({ key, value }) => ({ key, value })),
  }
}

function findFileFault(path: string): string | undefined {
  const file = openSync(path, 'r')
  try {
    return findFault(fstatSync(file).size, (start, length) => {
      const bytes = Buffer.allocUnsafe(length)
      return bytes.fill(0, readSync(file, bytes, 0, length, start))
    })
  } finally {
    closeSync(file)
  }
}
