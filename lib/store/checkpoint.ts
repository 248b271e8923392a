import { closeSync, fsync, openSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Log } from '../log.ts'
import { createOwnFile, readText, setAside, temporaryPathOf } from './durable-file.ts'
import { files, readFileStats, refuseFolder } from './folder.ts'

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
    if (readFileStats(path) === undefined) return undefined
    const checkpoint = parseCheckpoint(readText(path))
    if (checkpoint === undefined) setAside(path, 'it is not a checkpoint', log)
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
  const draft = temporaryPathOf(path)
  try {
    createOwnFile(draft, `${JSON.stringify(checkpoint)}\n`)
    await sync(draft)
    alone(() => {
      const present = parseCheckpoint(readText(path))
      if (present === undefined || present.uses <= checkpoint.uses) renameSync(draft, path)
    })
  } finally {
    rmSync(draft, { force: true })
  }
  await sync(folder)
}

/** Waits until a file or folder is on the disk, on a thread of the pool. */
async function sync(path: string): Promise<void> {
  const file = openSync(path, 'r')
  try {
    await promisify(fsync)(file)
  } finally {
    closeSync(file)
  }
}

function parseCheckpoint(text = ''): Checkpoint | undefined {
  try {
    const { boot, uses, characters } = JSON.parse(text)
    const areCounts = [uses, characters].every((count) => Number.isSafeInteger(count) && count >= 0)
    return typeof boot === 'string' && areCounts ? { boot, uses, characters } : undefined
  } catch {
    return undefined
  }
}
