import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs'
import type { Log } from '../log.ts'

/** Renames a file that must not be used to `<path>.<suffix>`, and says so in the log. */
export function setAside(path: string, suffix: string, reason: string, log: Log): void {
  const target = `${path}.${suffix}`
  try {
    renameSync(path, target)
  } catch (error) {
    if (!existsSync(path)) return // another process, started at the same moment, was faster
    throw error
  }
  log.warn('A file was set aside and is not used', { path, target, reason })
}

/** Sets aside what stands in the place of a file and is none, such as a folder. */
export function setAsideNoFile(path: string, log: Log): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats !== undefined && !stats.isFile()) setAside(path, badSuffix(), 'it is no file', log)
}

/** The suffix of a damaged file: `bad-` and the time in a form that file names can hold. */
export function badSuffix(): string {
  return `bad-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`
}

/**
 * The text of a file without the white space around it; `undefined` where there is none. Throws
 * for a file that is there and cannot be read: whoever took it for none would replace it.
 */
export function readText(path: string): string | undefined {
  if (!existsSync(path)) return undefined
  return readFileSync(path, 'utf8').trim() || undefined
}

/** Writes a small file so that a power cut leaves the old text or the new one. */
export function replaceFile(path: string, text: string): void {
  const file = openSync(`${path}.new`, 'w', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(`${path}.new`, path)
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
