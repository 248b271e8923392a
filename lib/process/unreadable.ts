import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** The user and the group of a process. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/**
 * Returns those of the paths that only this account can read, and the folders above them that only
 * it can enter.
 */
export function findUnreadable(paths: readonly string[], { uid, gid }: Account): string[] {
  const given = new Set(paths.map((path) => resolve(path)))
  const all = new Set([...given].flatMap(withFoldersAbove))
  return [...all].filter((path) => {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats === undefined || stats.uid !== uid) return false
    const enter = stats.isDirectory() ? 0o1 : 0
    const needed = enter | (given.has(path) ? 0o4 : 0)
    const isOpenTo = (bits: number): boolean => (bits & needed) === needed
    return !isOpenTo(stats.mode) && (stats.gid === gid || !isOpenTo(stats.mode >> 3))
  })
}

function withFoldersAbove(path: string): string[] {
  const above = dirname(path)
  return above === path ? [path] : [...withFoldersAbove(above), path]
}
