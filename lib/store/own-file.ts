import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  statSync,
} from 'node:fs'
import type { Stats } from 'node:fs'
import { dirname } from 'node:path'

// Others may be allowed to write to the data folder, as on shared hosting: what they put there
// under a name that the store uses must neither be followed nor waited for, nor be trusted.

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants

/** Flags of `open` for a file to write that must not be there, not even as a link. */
export const createFlags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW

/** The mode of every file: others may not learn who the clients are. */
export const ownerOnly = 0o600

const others = 0o077
const othersMayWrite = 0o022

/**
 * Creates a file for its owner alone, whatever the umask, and gives its descriptor, to write.
 * Throws where the name is taken, be it by a link.
 */
export function createOwnFile(path: string): number {
  const file = openSync(path, createFlags, ownerOnly)
  restrict(file)
  return file
}

/**
 * The descriptor of a file, to read; `undefined` where there is none, but nothing at all, a link,
 * a folder or a pipe. Throws for a file that is there and cannot be read.
 */
export function openOwnFile(path: string): number | undefined {
  let file: number
  try {
    file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch (error) {
    // One that is not there may be by now: another process has made it.
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (isMissing || statNoFollow(path)?.isFile() !== true) return undefined
    throw error
  }
  if (fstatSync(file).isFile()) return file
  closeSync(file)
  return undefined
}

/** What lies at a path, a link itself included; `undefined` for nothing. */
export function statNoFollow(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false })
}

/**
 * Why what lies at a path must not be used as a file of the store: it is none, or somebody has put
 * it there who is neither this user nor owns the folder. `undefined` for a good file, and nothing.
 */
export function findForeign(path: string): string | undefined {
  const stats = statNoFollow(path)
  if (stats === undefined) return undefined
  if (stats.isSymbolicLink()) return 'it is a link'
  if (!stats.isFile()) return 'it is no file'
  const folder = statSync(dirname(path))
  if ((folder.mode & othersMayWrite) === 0) return undefined
  const trusted = [readUserId() ?? stats.uid, folder.uid, 0]
  return trusted.includes(stats.uid) ? undefined : `it belongs to user ${stats.uid}`
}

/**
 * Takes from others what they may do with a file of this user. What is no file stays as it is, and
 * what has another name, too: that one need not lie in the data folder.
 */
export function restrictFile(path: string): void {
  // A lock is not opened where that is not needed: to close it would let go of it.
  if (!isOpenToOthers(statNoFollow(path))) return
  const file = openOwnFile(path)
  if (file === undefined) return
  try {
    if (isOpenToOthers(fstatSync(file))) restrict(file)
  } finally {
    closeSync(file)
  }
}

function isOpenToOthers(stats: Stats | undefined): boolean {
  if (stats === undefined || (stats.mode & others) === 0) return false
  return stats.nlink === 1 && stats.uid === (readUserId() ?? stats.uid)
}

/** Takes from others what they may do with an open file, where its file system has modes. */
export function restrict(file: number): void {
  try {
    fchmodSync(file, ownerOnly)
  } catch {
    // Whoever mounts one that has none says there who may enter it.
    return
  }
}

/** The user as whom this process opens files; `undefined` where the kernel does not tell. */
function readUserId(): number | undefined {
  try {
    const status = readFileSync('/proc/self/status', 'utf8')
    const user = /^Uid:(?:\t\d+){3}\t(\d+)$/m.exec(status)?.[1]
    return user === undefined ? undefined : Number(user)
  } catch {
    return undefined
  }
}
