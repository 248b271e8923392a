import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import type { Stats } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '../start-error.ts'
import { syncFolder } from './durable-file.ts'
import { readUserId } from './machine.ts'

/** The files of a data folder. LMDB adds `-lock` to the name of a database for its locks. */
export const files = {
  gate: 'gate.mdb',
  live: 'live.mdb',
  boot: 'live.boot',
  checkpoint: 'checkpoint.json',
} as const

/**
 * Creates the data folder if it is missing. In an existing one, removes drafts that killed
 * processes have left, and other users' permissions from files. Throws if another user may change
 * what is in the folder.
 */
export function prepareFolder(folder: string): void {
  const user = readUserId()
  makeFolder(folder)
  assertOwn(folder, user)
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats === undefined) continue
    if (draftNames.test(name)) removeOldDraft(path, stats)
    else if (ownNames.test(name) && stats.uid === user) restrict(path, stats)
  }
}

const names = `(?:${Object.values(files).join('|').replaceAll('.', '\\.')})`

// Files that were set aside name clients, too.
const ownNames = new RegExp(`^${names}(?:$|[-.])`)

// With the drafts of earlier versions: `live.boot.new`, `checkpoint.json.123`.
const draftNames = new RegExp(`^${names}\\.(?:new(?:-[\\w-]+)?|\\d+)$`)

const oldDraftMs = 60_000

/** Removes a draft, unless a running process may still be writing it. */
function removeOldDraft(path: string, { mtimeMs }: Stats): void {
  if (Date.now() - mtimeMs > oldDraftMs) rmSync(path, { recursive: true, force: true })
}

function restrict(path: string, { mode }: Stats): void {
  if ((mode & 0o077) !== 0) chmodSync(path, 0o600)
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
 * Creates a folder and its missing parents with mode 0700, so that their names outlive a power cut.
 * Throws the error of the file system.
 */
export function makeFolder(folder: string): void {
  const nearest = nearestFolder(folder)
  const missing: string[] = []
  for (let path = folder; path !== nearest; path = dirname(path)) missing.unshift(path)
  // One by one: a recursive mkdir never ends in a folder such as /proc, where none can be created.
  for (const path of missing) {
    try {
      mkdirSync(path, { mode: 0o700 })
    } catch (error) {
      // Another process may have created it.
      if (!existsSync(path)) throw error
    }
    // The contents of a folder are lost with its name.
    syncFolder(dirname(path))
  }
}

/**
 * Throws a StartError if this user may not use the data folder, or may not create it. Changes
 * nothing. Root may check the folder of any user.
 */
export function checkFolder(folder: string): void {
  const nearest = nearestFolder(folder)
  try {
    if (!statSync(nearest).isDirectory()) throw new Error(`${nearest} is not a folder`)
    accessSync(nearest, constants.R_OK | constants.W_OK | constants.X_OK)
    const user = readUserId()
    if (nearest === folder) assertOwn(folder, user === 0 ? undefined : user)
  } catch (error) {
    throw refuseFolder(folder, error)
  }
}

const otherFolder = '; choose a folder that this user may write to'

const hints: ReadonlyMap<unknown, string> = new Map([
  ['EACCES', otherFolder],
  ['EPERM', otherFolder],
  ['ENOENT', otherFolder],
  ['ENOTDIR', otherFolder],
  ['EROFS', '; it is read-only: choose another folder (under systemd see ReadWritePaths=)'],
  ['ENOSPC', '; free some space, or choose a folder on another disk'],
])

/** Returns the error of a start whose data folder cannot be used, with a hint if there is one. */
export function refuseFolder(folder: string, error: unknown): StartError {
  if (error instanceof StartError) return error
  const reason = error instanceof Error && !('code' in error) ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return new StartError(`DATA_DIR=${folder} cannot be used: ${reason}${hints.get(code) ?? ''}`)
}

/** Returns the folder itself, or its nearest parent that exists. */
function nearestFolder(folder: string): string {
  let path = folder
  while (!existsSync(path) && dirname(path) !== path) path = dirname(path)
  return path
}
