import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import { createCheckpointWriter } from './checkpoint.ts'
import type { Checkpoint } from './checkpoint.ts'
import { markClean } from './clean-mark.ts'
import { setAside } from './durable-file.ts'
import { createEnvironment, isChanged, openEnvironment } from './environment.ts'
import type { Environment } from './environment.ts'
import { files, prepareFolder, refuseFolder } from './folder.ts'
import { createFailureWatch, createFileWatch } from './health.ts'
import { InUseError, openLiveFile } from './live-file.ts'
import type { Records, StoreOptions } from './live-file.ts'
import { readProcessId } from './machine.ts'

export type { Records } from './live-file.ts'

/** Records that outlive every process, and are shared by those that open the same folder. */
export type Store = ReturnType<typeof openStore>

/**
 * Opens the store. `live.mdb` is written without waiting for the disk, so it outlives every process
 * but not the machine: a file of another boot (`live.boot` names the boot) is set aside unread.
 * Throws a StartError if the folder cannot be used.
 */
export function openStore(options: StoreOptions) {
  const { folder, log } = options
  try {
    prepareFolder(folder)
    const gate = openGate(join(folder, files.gate), log)
    // If a file is opened while another process commits to it, LMDB rolls that commit back. So
    // every open and every write happens inside the gate, a lock across processes.
    const alone = <Result>(work: () => Result): Result => gate.transactionSync(work, 2)
    const live = openPatiently(options, () => alone(() => enter(gate, options)))
    const names = [files.gate, files.live].flatMap((file) => [file, `${file}-lock`])
    const isInPlace = createFileWatch(names.map((name) => join(folder, name)), log)
    const assertInPlace = (oldMs?: number): void => {
      if (!isInPlace(oldMs)) throw new Error('The files of the store have been moved or replaced')
    }
    const write = (value: Buffer) =>
      alone(() => live.transact((records) => records.put(probeKey, value)))
    const paths = { records: folder, checkpoint: join(folder, files.checkpoint) }
    const failures = createFailureWatch(paths, log, () => {
      write(Buffer.alloc(probeBytes))
      // The next transactions use the pages that this frees.
      write(smallProbe)
    })
    const transact = <Result>(work: (records: Records) => Result): Result => {
      try {
        const [result, hasWritten] = gate.transactionSync(() => live.transact(work), 2)
        if (hasWritten) failures.succeed('records')
        return result
      } catch (error) {
        failures.fail('records', error)
        throw error
      }
    }
    const aloneInPlace = (work: () => void): void => {
      // A process in another folder of the same name does not wait for this gate.
      assertInPlace(0)
      alone(work)
    }
    const writeCheckpoint = alone(() =>
      createCheckpointWriter(folder, listProcesses(gate), aloneInPlace),
    )
    const fileBytes = (): number =>
      statSync(join(folder, files.live), { throwIfNoEntry: false })?.size ?? 0
    return {
      /**
       * Runs `work` in a write transaction, while no other process that shares the folder runs one,
       * and returns its result once it is committed. If `work` or the commit fails, everything that
       * `work` wrote is undone, and this throws. `work` must be synchronous, and may run again.
       */
      transact,
      /** Returns how many transactions have failed. */
      failures: failures.count,
      /** Returns the size of the file with the records. */
      fileBytes,
      /**
       * Writes a small record, or a larger one after a failed transaction. Throws if that fails, or
       * if a file has disappeared.
       */
      assertHealthy() {
        failures.assertNone()
        assertInPlace()
        transact((records) => records.put(probeKey, smallProbe))
      },
      /** Throws if the last checkpoint could not be written: then no request should be recorded. */
      assertSaved: failures.assertSaved,
      /**
       * Writes the checkpoint, unless another process has written a newer one. Rejects if it cannot
       * be written, or if the files of the folder are not the ones that were opened.
       */
      async save(checkpoint: Checkpoint) {
        assertInPlace(0)
        try {
          await writeCheckpoint(checkpoint)
        } catch (error) {
          if (isInPlace(0)) failures.fail('checkpoint', error)
          throw error
        }
        failures.succeed('checkpoint')
      },
      /**
       * Frees what processes left behind that were killed while they read, and the memory of the
       * pages of a large file. Also looks whether the files are still there.
       */
      tidy() {
        live.tidy()
        if (isInPlace() && fileBytes() > leastUnmapBytes) alone(() => live.unmap())
      },
      // The last process to close a file destroys its locks, even while another one opens it.
      // Inside the gate none does. The gate itself is closed when the process ends.
      close: () =>
        alone(() => {
          if (live.close()) markClean(folder)
        }),
    }
  } catch (error) {
    throw refuseFolder(folder, error)
  }
}

// `usage` uses other keys.
const probeKey = Buffer.from([17])
const smallProbe = Buffer.from([1])

// Eight pages in a row. Pages that are free on a full disk are few and scattered.
const probeBytes = 2 ** 15

// A smaller file may stay in memory as a whole.
const leastUnmapBytes = 2 ** 25

const gateMapBytes = 2 ** 20

/** Opens the gate. Nothing is ever written to it. */
function openGate(path: string, log: Log): Environment {
  if (existsSync(path) && isChanged(path, gateMapBytes)) {
    setAside(path, 'it is damaged', log)
  }
  if (!existsSync(path)) createEnvironment(path, gateMapBytes)
  return openEnvironment(path, gateMapBytes)
}

/**
 * Opens the records, and registers this process in the list of readers of the gate, until it ends.
 * Called inside the gate: each process that may have the records open is in this list. The kernel
 * releases its locks, so a killed process is not in it for long.
 */
function enter(gate: Environment, options: StoreOptions) {
  gate.readerCheck()
  const { own, all } = listProcesses(gate)
  const users = { areAny: all.length > 0, areOthers: all.some((id) => id !== own) }
  const live = openLiveFile(options, users, openEnvironment)
  gate.useReadTransaction().done()
  return live
}

/** Reads the list: a line for each process, which begins with its number. */
function listProcesses(gate: Environment) {
  const all = (gate.readerList().match(/^ *\d+/gm) ?? []).map(Number)
  return { own: readProcessId(), all }
}

const waitMs = 100

/** Tries to open the records until no other process uses those of another version. */
function openPatiently<Result>(options: StoreOptions, open: () => Result): Result {
  const untilMs = performance.now() + options.patienceMs
  for (let isFirst = true; ; isFirst = false) {
    try {
      return open()
    } catch (error) {
      if (!(error instanceof InUseError) || performance.now() >= untilMs) throw error
      if (isFirst) options.log.info('Waiting for another process', { reason: error.message })
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs)
    }
  }
}
