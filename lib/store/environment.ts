import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  linkSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { open } from 'lmdb'
import { draftOf } from './durable-file.ts'
import type { Parts, ReadBytes } from './lmdb-file.ts'
import { findFault } from './lmdb-format.ts'
import { createOwnFile, findForeign, openOwnFile, statNoFollow } from './own-file.ts'

/** An LMDB file that is open; keys and values are bytes. */
export type Environment = ReturnType<typeof open<Buffer, Buffer>>

/** Opens a file that is there and has no fault, with `mapBytes` of address space. */
export function openEnvironment(path: string, mapBytes: number): Environment {
  const lock = `${path}-lock`
  makeLock(lock)
  for (const file of [path, lock]) {
    // LMDB follows links.
    const reason = findForeign(file)
    if (reason !== undefined) throw new Error(`${file} cannot be opened: ${reason}`)
    // Where it cannot open its files, the lmdb package goes on with memory that it has given back.
    accessSync(file, constants.R_OK | constants.W_OK)
  }
  assertDescriptors(dirname(path))
  return open<Buffer, Buffer>({
    path,
    encoding: 'binary',
    keyEncoding: 'binary',
    noSync: true,
    mapSize: mapBytes,
  })
}

/** LMDB itself would make it for more than its owner to read. */
function makeLock(lock: string): void {
  const stats = statNoFollow(lock)
  // Both would be written to, and where they have different locks neither would wait.
  if (stats !== undefined && stats.isFile() && stats.nlink > 1) {
    throw new Error(`${lock} has another name, too (a hard link), which must go first`)
  }
  // Where there is no room for the locks, the kernel ends the process; a hole takes room, too.
  if (stats === undefined || stats.blocks === 0) assertRoom(dirname(lock))
  if (stats !== undefined) return
  try {
    closeSync(createOwnFile(lock))
  } catch (error) {
    // Another process was faster.
    if (statNoFollow(lock) === undefined) throw error
  }
}

// LMDB takes three for an environment.
const neededDescriptors = 4

/** Throws where this process has too many files and connections open to open an environment. */
function assertDescriptors(folder: string): void {
  const taken: number[] = []
  try {
    while (taken.length < neededDescriptors) taken.push(openSync(folder, 'r'))
  } finally {
    for (const descriptor of taken) closeSync(descriptor)
  }
}

const leastRoomBytes = 2 ** 18

function assertRoom(folder: string): void {
  const { blocks, bavail, bsize } = statfsSync(folder)
  // Where not even the size is told, the room is not either.
  if (blocks > 0 && bavail * bsize < leastRoomBytes) throw new Error('no space is left')
}

/**
 * Makes an empty environment appear under its name at once and whole: another process that starts
 * at the same moment must not take it for a file that is cut short. It never replaces a file, for
 * the lmdb package knows environments by their inodes, and takes one for another if those change.
 */
export function createEnvironment(path: string, mapBytes: number): void {
  const draftFolder = draftOf(path)
  const draft = join(draftFolder, 'draft.mdb')
  try {
    mkdirSync(draftFolder, { mode: 0o700 })
    // The umask may have taken something from the owner.
    chmodSync(draftFolder, 0o700)
    closeSync(createOwnFile(draft))
    void openEnvironment(draft, mapBytes).close()
    linkSync(draft, path)
  } catch (error) {
    // Another process was faster.
    if (statNoFollow(path) === undefined) throw error
  } finally {
    rmSync(draftFolder, { recursive: true, force: true })
  }
}

/**
 * Tells why LMDB must not open a file; `undefined` for a good one, and where there is none. Throws
 * Unfinished at the end of a part.
 */
export function findFileFault(path: string, parts?: Parts): string | undefined {
  const file = openOwnFile(path)
  if (file === undefined) return findForeign(path)
  try {
    const read: ReadBytes = (start, length, target = Buffer.allocUnsafe(length)) => {
      const bytes = target.subarray(0, length)
      return bytes.fill(0, readSync(file, bytes, 0, length, start))
    }
    return findFault(fstatSync(file).size, read, parts)
  } finally {
    closeSync(file)
  }
}
