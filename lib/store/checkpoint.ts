import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { badSuffix, readText, setAside, setAsideNoFile } from './durable-file.ts'
import { refuseFolder } from './folder.ts'
import type { Log } from '../log.ts'

/** What the checkpoint file keeps: the totals, and the boot in which they were counted. */
export interface Checkpoint {
  readonly boot: string
  readonly uses: number
  readonly characters: number
}

const file = 'checkpoint.json'

/**
 * Reads the checkpoint of a data folder; a damaged one is set aside and counts as none. Throws a
 * StartError where it can neither be read nor be set aside.
 */
export function readCheckpoint(folder: string, log: Log): Checkpoint | undefined {
  const path = join(folder, file)
  try {
    setAsideNoFile(path, log)
    if (!existsSync(path)) return undefined
    const checkpoint = parseCheckpoint(readText(path) ?? '')
    if (checkpoint === undefined) setAside(path, badSuffix(), 'it is no checkpoint', log)
    return checkpoint
  } catch (error) {
    throw refuseFolder(folder, error)
  }
}

/**
 * Replaces the checkpoint so that a power cut leaves the old one or the new one. `writer` keeps
 * processes that share the folder apart. The step that puts the file in place runs in `alone`,
 * and is left out where another process has written a newer one meanwhile.
 */
export async function writeCheckpoint(
  folder: string,
  checkpoint: Checkpoint,
  writer: string,
  alone: (work: () => void) => void,
): Promise<void> {
  const path = join(folder, file)
  const draft = `${path}.${writer}`
  const handle = await open(draft, 'w', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify(checkpoint)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  alone(() => {
    const there = parseCheckpoint(readText(path) ?? '')
    if (there !== undefined && there.uses > checkpoint.uses) rmSync(draft)
    else renameSync(draft, path)
  })
  // The other threads wait for the disk: a request must not.
  const names = await open(folder, 'r')
  try {
    await names.sync()
  } finally {
    await names.close()
  }
}

/** Removes the drafts that killed processes left behind: those a minute old and more. */
export function removeDrafts(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (!/^checkpoint\.json\.\d+$/.test(name)) continue
    // The draft of a process that runs may be put in place in between.
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats !== undefined && Date.now() - stats.mtimeMs > 60_000) rmSync(path, { force: true })
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
