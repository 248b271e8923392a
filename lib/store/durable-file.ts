import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs'
import type { Log } from '../log.ts'
import { createOwnFile, findForeign, openOwnFile, statNoFollow } from './own-file.ts'

/** Renames a file that must not be used to `<path>.<suffix>`, and says so in the log. */
export function setAside(path: string, suffix: string, reason: string, log: Log): void {
  const target = `${path}.${suffix}`
  try {
    renameSync(path, target)
  } catch (error) {
    // Another process, started at the same moment, was faster.
    if (statNoFollow(path) === undefined) return
    throw error
  }
  log.warn('A file was set aside and is not used', { path, target, reason })
}

/** Sets aside what stands in the place of a file and must not be used as one, such as a link. */
export function setAsideForeign(path: string, log: Log): void {
  const reason = findForeign(path)
  if (reason !== undefined) setAside(path, badSuffix(), reason, log)
}

/** The suffix of a damaged file: `bad-` and the time in a form that file names can hold. */
export function badSuffix(): string {
  return `bad-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`
}

/**
 * The text of a small file without the white space around it; `undefined` where there is none.
 * Throws for a file that is there and cannot be read: whoever took it for none would replace it.
 */
export function readText(path: string): string | undefined {
  const file = openOwnFile(path)
  if (file === undefined) return undefined
  try {
    const bytes = Buffer.alloc(mostTextBytes)
    return bytes.toString('utf8', 0, readSync(file, bytes)).trim() || undefined
  } finally {
    closeSync(file)
  }
}

/** A service writes about a hundred: of a file that somebody else has put there this is enough. */
const mostTextBytes = 4096

/** A name, for the draft of a file, that nobody knows before it is there. */
export function draftOf(path: string): string {
  return `${path}.new-${randomUUID()}`
}

/** Writes a small file so that a power cut leaves the old text or the new one. */
export function replaceFile(path: string, text: string): void {
  const draft = draftOf(path)
  const file = createOwnFile(draft)
  try {
    writeSync(file, text)
    fsyncSync(file)
    renameSync(draft, path)
  } finally {
    closeSync(file)
    rmSync(draft, { force: true })
  }
}

/** Waits until the names in a folder (made, renamed, removed) are on the disk. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
