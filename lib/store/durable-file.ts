import { randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Log } from '../log.ts'

/**
 * Renames a file that cannot be used to `<path>.bad-<time>`, and logs the reason. The last three of
 * these are kept.
 */
export function setAside(path: string, reason: string, log: Log): void {
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
  const target = moveAside(path, `bad-${time}`)
  const beginning = `${basename(path)}.bad-`
  const aside = readdirSync(dirname(path)).filter(
    (name) => name.startsWith(beginning) && /^\d{8}T\d{6}Z$/.test(name.slice(beginning.length)),
  )
  for (const name of aside.toSorted().slice(0, -keptFiles)) {
    rmSync(join(dirname(path), name), { force: true })
  }
  if (target !== undefined) {
    const hint =
      'nothing to do after a change of versions; otherwise check the disk and the memory. ' +
      'Nothing else reads the file that was set aside'
    log.warn('A file was set aside and is not used', { path, target, reason, hint })
  }
}

const keptFiles = 3

/**
 * Renames a file that must not be used to `<path>.<suffix>`, and returns that path, or `undefined`
 * if the file is gone.
 */
export function moveAside(path: string, suffix: string): string | undefined {
  const target = `${path}.${suffix}`
  try {
    renameSync(path, target)
    return target
  } catch (error) {
    // Another process that started at the same moment may have done it.
    if (!existsSync(path)) return undefined
    throw error
  }
}

/**
 * Returns the text of a small file without surrounding white space, or `undefined` if the file is
 * empty, missing, or larger than any text of this service. Throws if it exists but cannot be read.
 */
export function readText(path: string): string | undefined {
  try {
    const { size } = statSync(path)
    return size > mostTextBytes ? undefined : readFileSync(path, 'utf8').trim() || undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

const mostTextBytes = 4_096

/** Returns a name for the draft of a file that no other process uses. */
export function temporaryPathOf(path: string): string {
  return `${path}.new-${randomUUID()}`
}

/** Creates a file that only its owner may read. It must not exist. */
export function createOwnFile(path: string, text = ''): void {
  writeFileSync(path, text, own)
}

const own = { flag: 'wx', mode: 0o600 } as const

/** Creates a file or folder, unless another process has just created it. */
export function createUnlessThere(path: string, create: () => void): void {
  try {
    create()
  } catch (error) {
    if (!existsSync(path)) throw error
  }
}

/** Replaces a small file so that a power cut leaves the old text or the new one. */
export function replaceFile(path: string, text: string): void {
  const draft = temporaryPathOf(path)
  try {
    writeFileSync(draft, text, { ...own, flush: true })
    renameSync(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Waits until the names in a folder are on the disk. */
export function syncFolder(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
