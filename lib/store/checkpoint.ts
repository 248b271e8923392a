import {
  existsSync,
  linkSync,
  lstatSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import { createOwnFile, readText, setAside } from './durable-file.ts'
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

/** The processes that have a data folder open, by their numbers. */
export interface Processes {
  readonly own: number
  readonly all: readonly number[]
}

/**
 * Returns a function that replaces the checkpoint so that a power cut leaves the old one or the new
 * one. It needs no space on the disk, because a spare file that each process has from its start
 * changes places with the checkpoint. They do so in `alone`, which keeps the processes apart, and
 * not if another process has written a newer checkpoint in the meantime. Called inside the gate.
 */
export function createCheckpointWriter(
  folder: string,
  { own, all }: Processes,
  alone: (work: () => void) => void,
) {
  const path = join(folder, files.checkpoint)
  const spare = `${path}.spare-${own}`
  // Where the old checkpoint is while the two change places.
  const second = `${spare}-old`
  // Until then, a power cut may give a spare its old name back: that of the checkpoint.
  let areNamesSynced = false

  const syncNames = async (): Promise<void> => {
    if (!areNamesSynced) await useFile(folder, 'r', (file) => file.sync())
    areNamesSynced = true
  }
  const isWritten = (checkpoint: Checkpoint): boolean => {
    const present = parseCheckpoint(readText(path))
    if (present === undefined || present.uses < checkpoint.uses) return false
    const { boot, characters } = present
    const isSame = boot === checkpoint.boot && characters >= checkpoint.characters
    return isSame || present.uses > checkpoint.uses
  }
  const exchange = (): void => {
    if (existsSync(path)) linkSync(path, second)
    else createSpare(second)
    renameSync(spare, path)
    renameSync(second, spare)
  }
  try {
    const left = listLeft(folder, all.filter((id) => id !== own))
    makeSpare(spare, [spare, ...left])
  } catch {
    // The first checkpoint tries again.
  }
  return async (checkpoint: Checkpoint): Promise<void> => {
    await syncNames()
    areNamesSynced = false
    if (!isWritten(checkpoint)) {
      const text = `${JSON.stringify(checkpoint)}\n`
      makeSpare(spare, [spare, second])
      await useFile(spare, 'r+', async (file) => {
        await file.writeFile(text)
        await file.truncate(Buffer.byteLength(text))
        await file.sync()
      })
      alone(() => {
        if (!isWritten(checkpoint)) exchange()
      })
    }
    await syncNames()
  }
}

/** Returns the spare files in a folder that belong to none of these processes. */
function listLeft(folder: string, users: readonly number[]): string[] {
  const names = readdirSync(folder).filter((name) => {
    const [, user] = spareNames.exec(name) ?? []
    return user !== undefined && !users.includes(Number(user))
  })
  return names.map((name) => join(folder, name))
}

const spareNames = /^checkpoint\.json\.spare-(\d+)(?:-old)?$/

/** Gives the name `spare` to one of some files, removes the others, or creates one. */
function makeSpare(spare: string, found: readonly string[]): void {
  for (const file of found) {
    const stats = lstatSync(file, { throwIfNoEntry: false })
    // A file with another name may be the checkpoint, or a copy of the operator's.
    const isFree = stats?.isFile() === true && stats.nlink === 1
    if (isFree && file === spare) continue
    if (isFree && !existsSync(spare)) renameSync(file, spare)
    else rmSync(file, { force: true })
  }
  if (!existsSync(spare)) createSpare(spare)
}

/** Creates a file with room for any checkpoint. */
function createSpare(path: string): void {
  createOwnFile(path, ' '.repeat(spareBytes))
}

const spareBytes = 256

/** Runs `work` on an open file or folder, which waits for the disk on a thread of the pool. */
async function useFile(
  path: string,
  flag: string,
  work: (file: Awaited<ReturnType<typeof open>>) => Promise<void>,
): Promise<void> {
  const file = await open(path, flag)
  try {
    await work(file)
  } finally {
    await file.close()
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
