import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  linkSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { open } from 'lmdb'
import { createOwnFile, createUnlessThere, draftOf } from './durable-file.ts'
import { findFault } from './lmdb-file.ts'
import type { Parts } from './lmdb-file.ts'
import type { ReadBytes } from './lmdb-page.ts'

/** An open LMDB file; keys and values are bytes. */
export type Environment = ReturnType<typeof open<Buffer, Buffer>>

/** Opens an existing file without a fault, with `mapBytes` of address space. */
export function openEnvironment(path: string, mapBytes: number): Environment {
  const lock = `${path}-lock`
  makeLock(lock)
  // If it cannot open its files, the lmdb package uses memory that it has freed.
  for (const file of [path, lock]) accessSync(file, constants.R_OK | constants.W_OK)
  assertDescriptors(dirname(path))
  return open<Buffer, Buffer>({
    path,
    encoding: 'binary',
    keyEncoding: 'binary',
    noSync: true,
    mapSize: mapBytes,
  })
}

const leastRoomBytes = 2 ** 18

/** Creates the lock of a file. LMDB itself would let other users read it. */
function makeLock(lock: string): void {
  if (statSync(lock, { throwIfNoEntry: false })?.blocks) return
  // LMDB maps the lock: without room on the disk for it, the kernel ends the process.
  const { blocks, bavail, bsize } = statfsSync(dirname(lock))
  // A file system that does not say its size does not say its room either.
  if (blocks > 0 && bavail * bsize < leastRoomBytes) throw new Error('no space is left')
  createUnlessThere(lock, () => createOwnFile(lock))
}

// LMDB needs three for a file.
const neededDescriptors = 4

/** Throws if this process has too many open files and connections to open another LMDB file. */
function assertDescriptors(folder: string): void {
  const opened: number[] = []
  try {
    while (opened.length < neededDescriptors) opened.push(openSync(folder, 'r'))
  } finally {
    for (const descriptor of opened) closeSync(descriptor)
  }
}

/**
 * Creates an empty file under its name at once and as a whole, because a process that starts at the
 * same moment must not find a part of it. Never replaces a file: the lmdb package recognizes files
 * by their inodes.
 */
export function createEnvironment(path: string, mapBytes: number): void {
  const draftFolder = draftOf(path)
  const draft = join(draftFolder, 'draft.mdb')
  try {
    createUnlessThere(path, () => {
      mkdirSync(draftFolder, { mode: 0o700 })
      createOwnFile(draft)
      void openEnvironment(draft, mapBytes).close()
      linkSync(draft, path)
    })
  } finally {
    rmSync(draftFolder, { recursive: true, force: true })
  }
}

/**
 * Returns why LMDB must not open a file; `undefined` if it has no fault or does not exist. With
 * `parts`, throws Unfinished at the end of each part but the last.
 */
export function findFileFault(path: string, parts?: Parts): string | undefined {
  if (!existsSync(path)) return undefined
  const file = openSync(path, 'r')
  try {
    const read: ReadBytes = (start, length) => {
      const bytes = Buffer.allocUnsafe(length)
      return bytes.fill(0, readSync(file, bytes, 0, length, start))
    }
    return findFault(fstatSync(file).size, read, parts)
  } finally {
    closeSync(file)
  }
}
