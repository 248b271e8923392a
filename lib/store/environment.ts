import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  linkSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { open } from 'lmdb'
import { findFault } from './lmdb-format.ts'

/** An LMDB file that is open; keys and values are bytes. */
export type Environment = ReturnType<typeof open<Buffer, Buffer>>

/** Opens a file that is there and has no fault, with `mapBytes` of address space. */
export function openEnvironment(path: string, mapBytes: number): Environment {
  // Where it cannot open its files, the lmdb package goes on with memory that it has given back;
  // where there is no room for its locks, the kernel ends the process.
  const lock = `${path}-lock`
  for (const file of [path, lock].filter(existsSync)) {
    accessSync(file, constants.R_OK | constants.W_OK)
  }
  if (!existsSync(lock)) assertRoom(dirname(path))
  return open<Buffer, Buffer>({
    path,
    encoding: 'binary',
    keyEncoding: 'binary',
    noSync: true,
    mapSize: mapBytes,
  })
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
  const draftFolder = mkdtempSync(`${path}.new-`)
  const draft = join(draftFolder, 'draft.mdb')
  try {
    void openEnvironment(draft, mapBytes).close()
    linkSync(draft, path)
  } catch (error) {
    // Another process was faster.
    if (!existsSync(path)) throw error
  } finally {
    rmSync(draftFolder, { recursive: true })
  }
}

/** Tells why LMDB must not open a file; `undefined` for a good one. */
export function findFileFault(path: string): string | undefined {
  const file = openSync(path, 'r')
  try {
    return findFault(fstatSync(file).size, (start, length) => {
      const bytes = Buffer.allocUnsafe(length)
      return bytes.fill(0, readSync(file, bytes, 0, length, start))
    })
  } finally {
    closeSync(file)
  }
}
