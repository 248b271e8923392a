import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  statfsSync,
} from 'node:fs'
import type { Stats } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StartError } from '../log.ts'
import { createUnlessThere, syncFolder } from './durable-file.ts'
import { readUserId } from './machine.ts'

/** The files of a data folder. LMDB adds `-lock` to the name of a database for its locks. */
export const files = {
  gate: 'gate.mdb',
  live: 'live.mdb',
  boot: 'live.boot',
  clean: 'live.clean',
  checkpoint: 'checkpoint.json',
} as const

const names = `(?:${Object.values(files).join('|').replaceAll('.', '\\.')})`

// Files that were set aside name clients, too.
const ownNames = new RegExp(`^${names}(?:$|[-.])`)

const draftNames = new RegExp(`^${names}\\.new-[\\w-]+$`)

const oldDraftMs = 60_000

/**
 * Creates the data folder if it is missing, with its parents. In an existing one, removes drafts
 * that killed processes have left, and other users' permissions from files. Throws if another user
 * may change what is in the folder.
 */
export function prepareFolder(folder: string): void {
  const user = readUserId()
  makeFolder(folder)
  assertOwn(folder, user)
  for (const name of readOwnNames(folder)) {
    const path = join(folder, name)
    const stats = readFileStats(path)
    if (stats === undefined) continue
    if (draftNames.test(name)) {
      // A younger one may belong to a running process.
      const isOld = Date.now() - stats.mtimeMs > oldDraftMs
      if (isOld) rmSync(path, { recursive: true, force: true })
    } else if (stats.uid === user && (stats.mode & 0o077) !== 0) {
      chmodSync(path, 0o600)
    }
  }
}

/** Returns the names of this service in a folder: others may be links that lead nowhere. */
function readOwnNames(folder: string): string[] {
  return readdirSync(folder).filter((name) => ownNames.test(name))
}

const fileNames = new RegExp(`^${names}(?:-lock)?$`)

/**
 * Returns the attributes of what has a name of this service; `undefined` if there is nothing, or a
 * link that leads nowhere. Throws if something other than a file has the name of a file in use.
 */
export function readFileStats(path: string): Stats | undefined {
  const stats = readStats(path)
  // Another process may have made the file in between.
  const found = stats ?? lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined || found.isFile()) return found
  if (!fileNames.test(basename(path))) return stats
  throw new Error(
    `${path} must be a file of this service, and is something else: move it away, or choose ` +
      'another DATA_DIR',
  )
}

/** Returns the attributes of what a path leads to; `undefined` if it leads nowhere. */
function readStats(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    // A link that leads to itself.
    if (error instanceof Error && 'code' in error && error.code === 'ELOOP') return undefined
    throw error
  }
}

/** Creates a folder and its parents with mode 0700, so that their names outlive a power cut. */
function makeFolder(folder: string): void {
  // One by one: a recursive mkdir never ends in a folder such as /proc, where none can be created.
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  createUnlessThere(folder, () => mkdirSync(folder, { mode: 0o700 }))
  // The contents of a folder are lost with its name.
  syncFolder(dirname(folder))
}

/** Throws if the folder belongs to another user than `user`, or others may write to it. */
function assertOwn(folder: string, user: number | undefined): void {
  const { uid, mode } = statSync(folder)
  const name = /^[\w./-]+$/.test(folder) ? folder : `'${folder.replaceAll("'", "'\\''")}'`
  if (user !== undefined && uid !== user) {
    throw new Error(
      `it belongs to user ${uid}, and the service runs as user ${user}: ` +
        `run \`chown -R ${user} ${name}\` as root, or start the service as user ${uid}`,
    )
  }
  if ((mode & 0o022) !== 0) {
    throw new Error(`other users may write to it: run \`chmod go-w ${name}\``)
  }
}

/**
 * Throws a StartError if this user may not use the data folder, or may not create it. Changes
 * nothing. Root may check the folder of any user.
 */
export function checkFolder(folder: string): void {
  let nearest = folder
  while (!existsSync(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest)
  try {
    if (!statSync(nearest).isDirectory()) throw new Error(`${nearest} is not a folder`)
    accessSync(nearest, constants.R_OK | constants.W_OK | constants.X_OK)
    const user = readUserId()
    if (virtualTypes.includes(statfsSync(nearest).type)) {
      throw new Error(`${nearest} shows the state of the kernel and keeps no files${otherFolder}`)
    }
    if (nearest !== folder) return
    assertOwn(folder, user === 0 ? undefined : user)
    for (const name of readOwnNames(folder)) readFileStats(join(folder, name))
  } catch (error) {
    throw refuseFolder(folder, error)
  }
}

// /proc and /sys, where even root cannot create folders.
// https://man7.org/linux/man-pages/man2/statfs.2.html
const virtualTypes: readonly number[] = [0x9fa0, 0x62656572]

const otherFolder = '; choose a folder that this user may write to'

const hints: Readonly<Record<string, string>> = {
  EACCES: otherFolder,
  EPERM: otherFolder,
  ENOENT: otherFolder,
  ENOTDIR: otherFolder,
  EEXIST: otherFolder,
  ELOOP: otherFolder,
  EROFS: '; it is read-only: choose another folder (under systemd see ReadWritePaths=)',
  ENOSPC: '; free some space, or choose a folder on another disk',
}

/** Returns the error of a start whose data folder cannot be used, with a hint if there is one. */
export function refuseFolder(folder: string, error: unknown): StartError {
  if (error instanceof StartError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  const reason = error instanceof Error && code === undefined ? error.message : String(error)
  return new StartError(`DATA_DIR=${folder} cannot be used: ${reason}${hints[code ?? ''] ?? ''}`)
}
