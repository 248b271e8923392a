import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'

/** The folder that contains package.json, generators and locales. */
export const root = dirname(dirname(import.meta.dirname))

/** Creates a folder that is removed when the test ends. */
export function temporaryFolder(t: Pick<TestContext, 'after'>): string {
  return makeFolder(t, tmpdir())
}

/** Creates one in memory if possible: opening a store waits for the disk several times. */
export function fastFolder(t: Pick<TestContext, 'after'>): string {
  return makeFolder(t, existsSync('/dev/shm') ? '/dev/shm' : tmpdir())
}

function makeFolder(t: Pick<TestContext, 'after'>, place: string): string {
  const folder = mkdtempSync(join(place, 'decoration-'))
  t.after(() => removeFolder(folder, 10))
  return folder
}

/** Removes a folder to which a stopping service may still write. */
function removeFolder(folder: string, tries: number): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    if (tries === 0) throw error
    removeFolder(folder, tries - 1)
  }
}
