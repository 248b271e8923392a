import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Log } from '../log.ts'
import { isSameBoot } from './boot.ts'
import { badSuffix, readText, replaceFile, setAside, syncFolder } from './durable-file.ts'
import { createEnvironment, findFileFault, openEnvironment } from './environment.ts'
import type { Environment } from './environment.ts'
import type { Parts } from './lmdb-file.ts'
import { statNoFollow } from './own-file.ts'
import { readPlace } from './place.ts'

/** The records of the store, inside a transaction. Keys and values are bytes. */
export interface Records {
  get(key: Buffer): Buffer | undefined
  put(key: Buffer, value: Buffer): void
  /** Puts a record behind all others, where LMDB leaves no room in the pages before it. */
  append(key: Buffer, value: Buffer): void
  remove(key: Buffer): void
  /** At most `limit` records from `start` on, before `end`, in the order of their keys. */
  range(start: Buffer, end: Buffer, limit: number): Array<{ key: Buffer; value: Buffer }>
}

/** Where the file lies, and what tells whether it is of this boot. */
export interface LiveFileOptions {
  readonly path: string
  /** The file that names the boot in which the records were written. */
  readonly bootPath: string
  readonly bootId: string
  /** The boot of which the checkpoint speaks: asked where the boot file is gone. */
  readonly checkpointBoot: string | undefined
  readonly mapBytes: number
  /** Tells why the records cannot be used although LMDB can open them. */
  readonly findFault: (records: Records) => string | undefined
  /** Lets the file be read in parts: each call but the last one throws Unfinished. */
  readonly parts?: Parts | undefined
  readonly log: Log
}

/**
 * Opens the file of this boot; one of another boot, or with a fault, is set aside by name, and
 * where there is none an empty one is made. `open` opens one that is there and has no fault.
 */
export function openLiveFile(options: LiveFileOptions, open = openEnvironment): LiveFile {
  setBadFileAside(options)
  const live = openOrCreate(options, open)
  const fault = live.transact(options.findFault)
  if (fault === undefined) return live
  live.close()
  setAside(options.path, badSuffix(), fault, options.log)
  return openOrCreate(options, open)
}

function openOrCreate(options: LiveFileOptions, open: typeof openEnvironment): LiveFile {
  if (statNoFollow(options.path) === undefined) createLiveFile(options)
  const openAgain = (): Environment => open(options.path, options.mapBytes)
  const environment = openAgain()
  const place = readPlace(options.path)
  return new LiveFile(environment, openAgain, () => assertSame(options, place))
}

function setBadFileAside(options: LiveFileOptions): void {
  const { path, bootPath, bootId, checkpointBoot, parts, log } = options
  if (statNoFollow(path) === undefined) return
  const boot = readText(bootPath) ?? checkpointBoot
  if (boot === undefined || !isSameBoot(boot, bootId)) {
    setAside(path, 'previous-boot', 'it was written before the machine started', log)
    return
  }
  const fault = findFileFault(path, parts)
  if (fault !== undefined) setAside(path, badSuffix(), fault, log)
}

function createLiveFile({ path, bootPath, bootId, mapBytes }: LiveFileOptions): void {
  const folder = dirname(path)
  // A process that still uses a file that was set aside keeps that file's lock to itself.
  rmSync(`${path}-lock`, { force: true })
  // The old file must be gone from the folder before another boot vouches for this name.
  syncFolder(folder)
  replaceFile(bootPath, `${bootId}\n`)
  syncFolder(folder)
  createEnvironment(path, mapBytes)
}

/** Throws where a file must not be opened anew, be it that another one lies in its place. */
function assertSame({ path, log }: LiveFileOptions, place: string | undefined): void {
  // To set the file aside here would lose the totals; a new start takes them from the checkpoint.
  const fault = readPlace(path) === place ? findFileFault(path) : 'it is gone'
  if (fault !== undefined) throw new Error(`${path} cannot be opened anew: ${fault}`)
  log.debug('The store is opened anew')
}

/** The file with the records, open. Everything but `tidy` is called inside the gate. */
export class LiveFile {
  readonly #open: () => Environment
  readonly #assertSame: () => void
  #environment: Environment | undefined
  #isClosed = false

  constructor(environment: Environment, open: () => Environment, assertSame: () => void) {
    this.#environment = environment
    this.#open = open
    this.#assertSame = assertSame
  }

  /** Runs `work` in one write transaction. A file that LMDB has given up is opened anew for it. */
  transact<Result>(work: (records: Records) => Result): Result {
    try {
      return this.#attempt(work)
    } catch (error) {
      if (!isGivenUp(error)) throw error
      this.#leave()
      return this.#attempt(work)
    }
  }

  /** Frees what processes left behind that were killed while reading. */
  tidy(): void {
    this.#environment?.readerCheck()
  }

  /** Gives the pages back that were read, all of which would stay in memory until the end. */
  unmap(): void {
    if (this.#environment === undefined) return
    this.#leave()
    this.#environment = this.#open()
  }

  close(): void {
    this.#isClosed = true
    this.#leave()
  }

  #attempt<Result>(work: (records: Records) => Result): Result {
    if (this.#isClosed) throw new Error('The store is closed')
    const environment = (this.#environment ??= this.#openAnew())
    return environment.transactionSync(() => work(recordsOf(environment)))
  }

  #openAnew(): Environment {
    this.#assertSame()
    return this.#open()
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

function recordsOf(live: Environment): Records {
  return {
    get: (key) => live.getBinary(key),
    put: (key, value) => void live.put(key, value),
    append(key, value) {
      const isLast: unknown = live.putSync(key, value, { append: true })
      // A damaged key comes after all others.
      if (isLast !== true) void live.put(key, value)
    },
    remove: (key) => void live.remove(key),
    // The package's own `asArray` makes a fault of the file one that nobody can catch.
    range: (start, end, limit) =>
      Array.from(live.getRange({ start, end, limit }), ({ key, value }) => ({ key, value })),
  }
}
