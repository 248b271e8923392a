import { cpSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { TestContext } from 'node:test'
import { root, temporaryFolder } from './folders.ts'

/** Copies what a clone contains, without its history. The copy is removed when the test ends. */
export function copySources(t: Pick<TestContext, 'after'>): string {
  const folder = join(temporaryFolder(t), 'clone')
  const made = ['node_modules', 'dist', 'data', 'release', 'compile-cache', '.git'].map((name) => join(root, name))
  const isKept = (path: string): boolean => {
    return !made.includes(path) && basename(path) !== 'node_modules'
  }
  cpSync(root, folder, { recursive: true, filter: isKept })
  return folder
}
