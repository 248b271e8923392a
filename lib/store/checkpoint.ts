import { renameSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import { badSuffix, draftOf, readText, setAside, setAsideForeign } from './durable-file.ts'
import { refuseFolder } from './folder.ts'
import { createFlags, ownerOnly, restrict, statNoFollow } from './own-file.ts'
import { files } from './prepare-folder.ts'

/** What the checkpoint file keeps: the totals, and the boot in which they were counted. */
export interface Checkpoint {
  readonly boot: string
  readonly uses: number
  readonly characters: number
}

/**
 * Reads the checkpoint of a data folder; a damaged one is set aside and counts as none. Throws a
 * StartError where it can neither be read nor be set aside.
 */
export function readCheckpoint(folder: string, log: Log): Checkpoint | undefined {
  const path = join(folder, files.checkpoint)
  try {
    setAsideForeign(path, log)
    if (statNoFollow(path) === undefined) return undefined
    const checkpoint = parseCheckpoint(readText(path) ?? '')
    if (checkpoint === undefined) setAside(path, badSuffix(), 'it is no checkpoint', log)
    return checkpoint
  } catch (error) {
    throw refuseFolder(folder, error)
  }
}

/**
 * Replaces the checkpoint so that a power cut leaves the old one or the new one. The step that puts
 * the file in place runs in `alone`, which keeps processes that share the folder apart, and is left
 * out where another process has written a newer one meanwhile.
 */
export async function writeCheckpoint(
  folder: string,
  checkpoint: Checkpoint,
  alone: (work: () => void) => void,
): Promise<void> {
  const path = join(folder, files.checkpoint)
  const draft = draftOf(path)
  try {
    await writeDraft(draft, `${JSON.stringify(checkpoint)}\n`)
    alone(() => {
      const there = parseCheckpoint(readText(path) ?? '')
      if (there === undefined || there.uses <= checkpoint.uses) renameSync(draft, path)
    })
  } finally {
    await rm(draft, { force: true })
  }
  // The other threads wait for the disk: a request must not.
  const names = await open(folder, 'r')
  try {
    await names.sync()
  } finally {
    await names.close()
  }
}

async function writeDraft(draft: string, text: string): Promise<void> {
  const file = await open(draft, createFlags, ownerOnly)
  try {
    restrict(file.fd)
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

function parseCheckpoint(text: string): Checkpoint | undefined {
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
  return typeof boot === 'string' && isCount(uses) && isCount(characters)
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
