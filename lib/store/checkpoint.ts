import {
  closeSync,
  existsSync,
  fstat,
  fsync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import { badSuffix, createOwnFile, draftOf, readText, setAside } from './durable-file.ts'
import { files, refuseFolder } from './folder.ts'

/** The contents of the checkpoint file: the totals, and the boot in which they were counted. */
export interface Checkpoint {
  readonly boot: string
  readonly uses: number
  readonly characters: number
}

/**
 * Reads the checkpoint of a data folder. A damaged one is set aside and counts as none. Throws a
 * StartError if it can neither be read nor set aside.
 */
export function readCheckpoint(folder: string, log: Log): Checkpoint | undefined {
  const path = join(folder, files.checkpoint)
  try {
    if (!existsSync(path)) return undefined
    const checkpoint = parseCheckpoint(readText(path))
    if (checkpoint === undefined) setAside(path, badSuffix(), 'it is not a checkpoint', log)
    return checkpoint
  } catch (error) {
    throw refuseFolder(folder, error)
  }
}

/**
 * Replaces the checkpoint so that a power cut leaves the old one or the new one. The rename runs in
 * `alone`, which keeps the processes that share the folder apart, and is skipped if another process
 * has written a newer checkpoint in the meantime.
 */
export async function writeCheckpoint(
  folder: string,
  checkpoint: Checkpoint,
  alone: (work: () => void) => void,
): Promise<void> {
  const path = join(folder, files.checkpoint)
  const draft = draftOf(path)
  try {
    await syncAndClose(writeDraft(draft, `${JSON.stringify(checkpoint)}\n`))
    alone(() => {
      const present = parseCheckpoint(readText(path))
      if (present === undefined || present.uses <= checkpoint.uses) renameSync(draft, path)
    })
  } finally {
    rmSync(draft, { force: true })
  }
  await syncAndClose(openSync(folder, 'r'))
}

/** Writes a file without waiting for the disk, and returns its descriptor. */
function writeDraft(draft: string, text: string): number {
  const file = createOwnFile(draft)
  try {
    writeSync(file, text)
    return file
  } catch (error) {
    closeSync(file)
    throw error
  }
}

/** How long all threads of the pool may be busy before the checkpoint no longer waits for one. */
const patienceMs = 50

/**
 * Closes a file or folder once it is on the disk. A thread of the pool waits for the disk, so that
 * requests do not have to. If all threads are busy, for example with compression, this one waits.
 */
function syncAndClose(file: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let hasBegun = false
    const syncHere = (): void => {
      if (hasBegun) return
      try {
        fsyncSync(file)
        resolve()
      } catch (error) {
        reject(error)
      }
    }
    // After a long turn of the event loop, what the pool has done is known only in the next phase.
    const impatience = setTimeout(setImmediate, patienceMs, syncHere)
    const stopWaiting = (): void => {
      hasBegun = true
      clearTimeout(impatience)
    }
    // The pool works in order: when this is done, a thread has begun to wait for the disk.
    fstat(file, stopWaiting)
    fsync(file, (error) => {
      stopWaiting()
      closeSync(file)
      if (error === null) resolve()
      else reject(error)
    })
  })
}

function parseCheckpoint(text = ''): Checkpoint | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isCheckpoint(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isCheckpoint(value: unknown): value is Checkpoint {
  if (typeof value !== 'object' || value === null) return false
  const { boot, uses, characters } = value as Partial<Record<keyof Checkpoint, unknown>>
  const isCount = (count: unknown): boolean => Number.isSafeInteger(count) && Number(count) >= 0
  return typeof boot === 'string' && isCount(uses) && isCount(characters)
}
