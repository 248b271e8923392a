import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import { isMarkedClean, removeCleanMark } from './clean-mark.ts'
import { moveAside, readText, replaceFile, setAside, syncFolder } from './durable-file.ts'
import { assertOpenable, createEnvironment, useDraft } from './environment.ts'
import type { Environment } from './environment.ts'
import { files } from './folder.ts'
import { readInode } from './health.ts'
import { isSameBoot, mapBytes } from './machine.ts'
import { rewriteRecords } from './rewrite.ts'

/** The records of the store inside a transaction. Keys and values are bytes. */
export interface Records {
  get(key: Buffer): Buffer | undefined
  put(key: Buffer, value: Buffer): void
  remove(key: Buffer): void
  /** Returns at most `limit` records from `start` on and before `end`, ordered by key. */
  range(start: Buffer, end: Buffer, limit: number): Array<{ key: Buffer; value: Buffer }>
}

/** Which folder is opened, and how to recognize records of this boot. */
export interface StoreOptions {
  /** The data folder. It is created with mode 0700. */
  readonly folder: string
  readonly bootId: string
  /** The boot that the checkpoint names, in case `live.boot` is missing. */
  readonly checkpointBoot: string | undefined
  /** Returns why records cannot be used, such as another version's. They are then set aside. */
  readonly findFault?: (records: Records) => string | undefined
  /** How long to wait for other processes that use such records. */
  readonly patienceMs: number
  readonly log: Log
}

/** Which processes may have the file open. */
export interface Users {
  /** Whether any process has, or this one. */
  readonly areAny: boolean
  readonly areOthers: boolean
}

/** Opens an existing file. */
type OpenEnvironment = (path: string, mapBytes: number) => Environment

/** Records that cannot be used, and must not be set aside while another process uses them. */
export class InUseError extends Error {}

/**
 * Opens the file of this boot. A file of another boot, or with a fault, is set aside. If there is
 * no file, an empty one is created. A file that another process may have open is opened as it is;
 * throws an InUseError if it has a fault.
 */
export function openLiveFile(
  options: StoreOptions,
  users: Users,
  open: OpenEnvironment,
): LiveFile {
  const { folder, findFault = () => undefined, log } = options
  const path = join(folder, files.live)
  setOldFileAside(path, options)
  if (!users.areAny && existsSync(path) && !isMarkedClean(folder)) renew(path, options)
  removeCleanMark(folder)
  const live = openOrCreate(path, options, open)
  const [fault] = live.transact(findFault)
  if (fault === undefined) return live
  live.close()
  if (users.areOthers) {
    throw new InUseError(`another process must be stopped first, which uses ${path}: ${fault}`)
  }
  setAside(path, fault, log)
  return openOrCreate(path, options, open)
}

function setOldFileAside(path: string, options: StoreOptions): void {
  const { folder, bootId, checkpointBoot, log } = options
  if (!existsSync(path)) return
  const boot = readText(join(folder, files.boot)) ?? checkpointBoot
  if (boot !== undefined && isSameBoot(boot, bootId)) return
  const target = moveAside(path, 'previous-boot')
  if (target === undefined) return
  log.info('The machine was restarted: rate limits start from zero, totals continue', { target })
}

/** Writes the records of a file that no process has open into a new file, or sets it aside. */
function renew(path: string, { log }: StoreOptions): void {
  // A file that this process may not open is not damaged.
  assertOpenable(path)
  useDraft(path, (draft) => {
    const { outcome, reason } = rewriteRecords(path, draft)
    if (outcome === 'written') {
      renameSync(draft, path)
      rmSync(`${path}-lock`, { force: true })
      log.info('The last end was not clean: all records were written into a new file', { path })
    } else if (outcome === 'damaged') {
      setAside(path, `its records cannot be read: ${reason}`, log)
    } else {
      // The disk may be full. Nothing suggests that the file is damaged.
      const hint = 'free space and memory: the next start after a crash tries it again'
      log.warn('A file could not be written anew, and is used as it is', { path, reason, hint })
    }
  })
}

function openOrCreate(
  path: string,
  { folder, bootId, log }: StoreOptions,
  open: OpenEnvironment,
): LiveFile {
  if (!existsSync(path)) {
    // A process that still uses a file that was set aside keeps the lock of that file.
    rmSync(`${path}-lock`, { force: true })
    // The old file must be gone from the folder before its name belongs to another boot.
    syncFolder(folder)
    replaceFile(join(folder, files.boot), `${bootId}\n`)
    syncFolder(folder)
    createEnvironment(path, mapBytes)
  }
  return useFile(path, () => open(path, mapBytes), log)
}

// If a header cannot be written, LMDB gives the file up: every transaction fails (MDB_PANIC, or
// EINVAL from the lmdb package) until the file is opened again.
const givenUpCodes: readonly unknown[] = [22, -30_795]

/** The open file with the records. */
type LiveFile = ReturnType<typeof useFile>

/** Opens a file with `open`. Everything but `tidy` is called inside the gate. */
function useFile(path: string, open: () => Environment, log: Log) {
  const inode = readInode(path)
  let environment: Environment | undefined = open()
  let isClosed = false

  const openAgain = (): Environment => {
    // The file is not set aside here: the totals would be lost. A start has the checkpoint's.
    if (readInode(path) !== inode) throw new Error(`${path} cannot be opened again: it is gone`)
    log.debug('The store is opened again')
    return open()
  }
  // Without asynchronous writes, this closes at once, and the promise says nothing more.
  const leave = (): void => {
    void environment?.close()
    environment = undefined
  }
  return {
    /**
     * Runs `work` in one write transaction, and returns its result and whether it wrote anything.
     * Opens the file again if LMDB has given it up.
     */
    transact<Result>(work: (records: Records) => Result): readonly [Result, hasWritten: boolean] {
      for (let isAgain = false; ; isAgain = true) {
        if (isClosed) throw new Error('The store is closed')
        try {
          environment ??= openAgain()
          let hasWritten = false
          const records = recordsOf(environment, () => (hasWritten = true))
          const result = environment.transactionSync(() => work(records))
          return [result, hasWritten]
        } catch (error) {
          const code = error instanceof Error && 'code' in error ? error.code : undefined
          if (isAgain || !givenUpCodes.includes(code)) throw error
          leave()
        }
      }
    },
    /** Frees what processes that were killed while reading have left. */
    tidy: () => void environment?.readerCheck(),
    /** Releases the memory of the pages that were read, which otherwise stay until the end. */
    unmap() {
      if (environment === undefined) return
      leave()
      environment = open()
    },
    /** Closes the file. Returns false if it was not open, or is no longer in its place. */
    close(): boolean {
      const wasOpen = environment !== undefined && readInode(path) === inode
      isClosed = true
      leave()
      return wasOpen
    },
  }
}

function recordsOf(live: Environment, whenWritten: () => void): Records {
  return {
    get: (key) => live.getBinary(key),
    put(key, value) {
      void live.put(key, value)
      whenWritten()
    },
    remove: (key) => void live.remove(key),
    // With the package's own `asArray`, an error cannot be caught.
    range: (start, end, limit) =>
      Array.from(live.getRange({ start, end, limit }), ({ key, value }) => ({ key, value })),
  }
}
