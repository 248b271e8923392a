import {
  accessSync,
  closeSync,
  constants,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { open } from 'lmdb'
import { createOwnFile, createUnlessThere, temporaryPathOf } from './durable-file.ts'

/** An open LMDB file; keys and values are bytes. */
export type Environment = ReturnType<typeof open<Buffer, Buffer>>

/** Opens an existing file that is not damaged, with `mapBytes` of address space. */
export function openEnvironment(path: string, mapBytes: number, readOnly = false): Environment {
  assertOpenable(path)
  return open<Buffer, Buffer>({
    path,
    encoding: 'binary',
    keyEncoding: 'binary',
    noSync: true,
    mapSize: mapBytes,
    readOnly,
  })
}

/**
 * Throws if this process cannot open a file and its lock, which is created if it is missing. The
 * lmdb package would use memory that it has freed.
 */
export function assertOpenable(path: string): void {
  const lock = `${path}-lock`
  makeLock(lock)
  for (const file of [path, lock]) accessSync(file, constants.R_OK | constants.W_OK)
  assertDescriptors(dirname(path))
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
  useDraft(path, (draft) => {
    createUnlessThere(path, () => {
      void createEmpty(draft, mapBytes).close()
      linkSync(draft, path)
    })
  })
}

/**
 * Returns whether a file to which nothing was ever written differs from a new one. Without room for
 * a new one, it counts as equal.
 */
export function isChanged(path: string, mapBytes: number): boolean {
  const { size } = statSync(path)
  try {
    return useDraft(path, (draft) => {
      void createEmpty(draft, mapBytes).close()
      const empty = readFileSync(draft)
      return empty.length !== size || !empty.equals(readFileSync(path))
    })
  } catch {
    return false
  }
}

/** Runs `work` with a path for a draft of the file at `path`, and removes what is left of it. */
export function useDraft<Result>(path: string, work: (draft: string) => Result): Result {
  const folder = temporaryPathOf(path)
  try {
    mkdirSync(folder, { mode: 0o700 })
    return work(join(folder, 'draft.mdb'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Creates an empty file at a path that no other process uses, and opens it. */
export function createEmpty(path: string, mapBytes: number): Environment {
  createOwnFile(path)
  return openEnvironment(path, mapBytes)
}

