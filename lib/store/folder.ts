import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from '../start-error.ts'
import { syncFolder } from './durable-file.ts'

/**
 * Makes the data folder, and those above it that are missing, with mode 0700; their names outlive
 * a power cut. Throws the error of the file system.
 */
export function makeFolder(folder: string): void {
  const nearest = nearestFolder(folder)
  const missing: string[] = []
  for (let place = folder; place !== nearest; place = dirname(place)) missing.unshift(place)
  // One by one: mkdir with `recursive` never ends in a folder such as /proc, which takes no others.
  for (const place of missing) {
    makeOwnFolder(place)
    // What is synced in a folder is lost with the folder's own name.
    syncFolder(dirname(place))
  }
}

function makeOwnFolder(place: string): void {
  try {
    mkdirSync(place, { mode: ownerOnly })
  } catch (error) {
    // Another process was faster.
    if (existsSync(place)) return
    throw error
  }
  // The umask may have taken something from the owner.
  chmodSync(place, ownerOnly)
}

const ownerOnly = 0o700

/**
 * Throws a StartError where this user may not write to the data folder, or to the folder in which
 * it would be made. It makes nothing.
 */
export function checkFolder(folder: string): void {
  const nearest = nearestFolder(folder)
  try {
    if (!statSync(nearest).isDirectory()) throw new Error(`${nearest} is no folder`)
    accessSync(nearest, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw refuseFolder(folder, error)
  }
}

const hints: ReadonlyMap<unknown, string> = new Map([
  ...['EACCES', 'EPERM', 'ENOENT', 'ENOTDIR'].map(
    (code) => [code, '; set a folder that this user may write to'] as const,
  ),
  [
    'EROFS',
    '; this process may only read there: set another folder (under systemd see ReadWritePaths=)',
  ],
  ['ENOSPC', '; make room, or set a folder on another disk'],
])

/** The error of a start with a data folder that is of no use: why, and where known what helps. */
export function refuseFolder(folder: string, error: unknown): StartError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const hint = hints.get(code) ?? ''
  return new StartError(`DATA_DIR=${folder} cannot be used: ${String(error)}${hint}`)
}

/** The folder itself, or the first one above it that is there. */
function nearestFolder(folder: string): string {
  let place = folder
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place)
  return place
}
