import { rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readText } from './durable-file.ts'
import { files } from './folder.ts'

// The mark names the file as it was when a process closed it. A write by another process makes the
// mark invalid, so no process has to know whether it was the last one. The mark is never synced:
// after a power cut the file is of another boot, and not used in any case.

/** Returns whether nothing was written to `live.mdb` since a process closed it. */
export function isMarkedClean(folder: string): boolean {
  return readText(join(folder, files.clean)) === stampOf(folder)
}

/** Notes that this process has closed `live.mdb`; on a full disk, does nothing. */
export function markClean(folder: string): void {
  try {
    writeFileSync(join(folder, files.clean), `${stampOf(folder)}\n`, { mode: 0o600 })
  } catch {
    // Then the next start reads the file as after any other end.
  }
}

/** Removes the mark, before `live.mdb` is opened. */
export function removeCleanMark(folder: string): void {
  rmSync(join(folder, files.clean), { force: true })
}

/** Returns the size of the file, and the time of its last write in nanoseconds. */
function stampOf(folder: string): string {
  const { size, mtimeNs } = statSync(join(folder, files.live), { bigint: true })
  return `${size} ${mtimeNs}`
}
