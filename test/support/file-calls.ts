import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename, dirname } from 'node:path'
import type { TestContext } from 'node:test'

/**
 * Lists what this process does from now on to the names in a folder, and what it syncs there, in
 * order: `make a`, `sync a`, `sync by a thread a`, `rename a`, `link a`, and `.` for the folder
 * itself. Drafts are named by what they are for, `a.new`; other folders are left out.
 */
export function listFileCalls(t: TestContext, folder: string): string[] {
  const calls: string[] = []
  const note = (call: string, path: string): void => {
    const name = path === folder ? '.' : basename(path)
    if (path !== folder && dirname(path) !== folder && dirname(folder) !== path) return
    calls.push(`${call} ${dirname(folder) === path ? '..' : name.replace(/\.new-.*$/, '.new')}`)
  }
  const pathOf = (descriptor: number): string => fs.readlinkSync(`/proc/self/fd/${descriptor}`)
  const { fsync, fsyncSync, linkSync, mkdirSync, renameSync } = fs
  t.mock.method(fs, 'fsync', (descriptor: number, done: (error: Error | null) => void) => {
    fsync(descriptor, (error) => {
      note('sync by a thread', pathOf(descriptor))
      done(error)
    })
  })
  t.mock.method(fs, 'fsyncSync', (descriptor: number) => {
    fsyncSync(descriptor)
    note('sync', pathOf(descriptor))
  })
  t.mock.method(fs, 'renameSync', (from: string, to: string) => {
    renameSync(from, to)
    note('rename', to)
  })
  t.mock.method(fs, 'linkSync', (from: string, to: string) => {
    linkSync(from, to)
    note('link', to)
  })
  t.mock.method(fs, 'mkdirSync', (path: string, options: { mode: number }) => {
    mkdirSync(path, options)
    note('make', path)
  })
  syncBuiltinESMExports()
  t.after(() => {
    t.mock.restoreAll()
    syncBuiltinESMExports()
  })
  return calls
}
