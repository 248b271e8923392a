import { closeSync, existsSync, mkdirSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { open } from 'lmdb'
import { isSameBoot } from './boot.ts'
import { StartError } from './error.ts'
import { badSuffix, readText, replaceFile, setAside, syncFolder } from './files.ts'
import type { Log } from './log.ts'

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
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const gate = openEnvironment(join(folder, 'gate.mdb'), 2 ** 20, log)
    // Opening an environment while another process commits to it would roll that commit back;
    // every open and every write therefore happens inside the gate, a lock across processes.
    const alone = <Result>(work: () => Result): Result => gate.transactionSync(work, 2)
    const live = alone(() => openLive(options))
    const records = recordsOf(live)
    return {
      transact: watch((work) => alone(() => live.transactionSync(() => work(records))), log),
      alone,
      tidy: () => void live.readerCheck(),
      close() {
        // Without asynchronous writes both close at once; their promises say nothing more.
        void live.close()
        void gate.close()
      },
    }
  } catch (error) {
    throw new StartError(`DATA_DIR=${folder} cannot be used: ${String(error)}`)
  }
}

/** Logs the first failure of a row, and the end of the row: a full disk fails every request. */
function watch(transact: Store['transact'], log: Log): Store['transact'] {
  let isFailing = false
  return (work) => {
    try {
      const result = transact(work)
      if (isFailing) log.warn('The store can be written again')
      isFailing = false
      return result
    } catch (error) {
      if (!isFailing) log.error('The store cannot be written', { reason: String(error) })
      isFailing = true
      throw error
    }
  }
}

type Environment = ReturnType<typeof open<Buffer, Buffer>>

function openEnvironment(path: string, mapSize: number, log: Log): Environment {
  const fault = findHeaderFault(path)
  if (fault !== undefined) setAside(path, badSuffix(), fault, log)
  return open<Buffer, Buffer>({
    path,
    encoding: 'binary',
    keyEncoding: 'binary',
    noSync: true,
    mapSize,
  })
}

// Maps that grow are never unmapped, so the whole address range is taken at the start.
const liveMapBytes = 256 * 2 ** 20

function openLive({ folder, bootId, checkpointBoot, log }: StoreOptions): Environment {
  const path = join(folder, 'live.mdb')
  const bootPath = join(folder, 'live.boot')
  const boot = readText(bootPath) ?? checkpointBoot
  if (existsSync(path) && (boot === undefined || !isSameBoot(boot, bootId))) {
    setAside(path, 'previous-boot', 'it was written before the machine started', log)
  }
  if (!existsSync(path)) {
    rmSync(`${path}-lock`, { force: true })
    // The old file must be gone from the folder before another boot vouches for this name.
    syncFolder(folder)
    replaceFile(bootPath, `${bootId}\n`)
    syncFolder(folder)
  }
  return openEnvironment(path, liveMapBytes, log)
}

function recordsOf(live: Environment): Records {
  return {
    get: (key) => live.getBinary(key),
    put: (key, value) => void live.put(key, value),
    remove: (key) => void live.remove(key),
    range: (start, end, limit) =>
      live.getRange({ start, end, limit }).map(({ key, value }) => ({ key, value })).asArray,
  }
}

// LMDB ends the process where the header of a file is damaged, so its two meta pages are looked
// at first. Offsets within a page, of the data format of lmdb 2.9.4 on 64-bit machines.
const meta = { magic: 24, version: 28, pageSize: 48, lastPage: 144, transaction: 152, end: 160 }

function findHeaderFault(path: string): string | undefined {
  if (!existsSync(path)) return undefined
  const { size } = statSync(path)
  if (size < 2 * meta.end) return `it is cut short: ${size} bytes`
  const head = Buffer.alloc(meta.end)
  const file = openSync(path, 'r')
  try {
    readSync(file, head, 0, meta.end, 0)
    const pageSize = head.readUInt32LE(meta.pageSize)
    if (pageSize < 512 || pageSize > 65_536) return 'its first page is no header'
    let newest = -1n
    let lastPage = 0n
    for (const start of [0, pageSize]) {
      head.fill(0)
      readSync(file, head, 0, meta.end, start)
      const isHeader =
        head.readUInt32LE(meta.magic) === 0xbeefc0de &&
        head.readUInt32LE(meta.version) === 2 &&
        head.readUInt32LE(meta.pageSize) === pageSize
      if (!isHeader) return `its page at ${start} is no header`
      if (head.readBigUInt64LE(meta.transaction) > newest) {
        newest = head.readBigUInt64LE(meta.transaction)
        lastPage = head.readBigUInt64LE(meta.lastPage)
      }
    }
    const least = newest === 0n ? 2n : lastPage + 1n
    return BigInt(size) < least * BigInt(pageSize) ? `it is cut short: ${size} bytes` : undefined
  } finally {
    closeSync(file)
  }
}
