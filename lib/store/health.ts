import { statSync } from 'node:fs'
import type { Log } from '../log.ts'

/** Returns the device and the inode of the file at a path; `undefined` if there is none. */
export function readInode(path: string): string | undefined {
  // Some file systems have numbers beyond 2^53.
  const stats = statSync(path, { throwIfNoEntry: false, bigint: true })
  return stats === undefined ? undefined : `${stats.dev}:${stats.ino}`
}

/**
 * Creates a function that returns whether the files at all paths are still the ones that were
 * opened. It looks only if the last look was at least `oldMs` ago, and logs when a file is missing
 * or replaced, and when all are back.
 */
export function createFileWatch(paths: readonly string[], log: Log): (oldMs?: number) => boolean {
  const opened = paths.map((path) => [path, readInode(path)] as const)
  let lost: string | undefined
  let lookedAtMs = performance.now()
  return (oldMs = 1_000) => {
    if (performance.now() - lookedAtMs < oldMs) return lost === undefined
    lookedAtMs = performance.now()
    const before = lost
    lost = opened.find(([path, inode]) => readInode(path) !== inode)?.[0]
    if (before === undefined && lost !== undefined) {
      const hint = 'what is counted from now on is lost when the service stops: restart it'
      log.error('A file of the store was moved, deleted or replaced', { path: lost, hint })
    } else if (before !== undefined && lost === undefined) {
      log.warn('The files of the store are back', { hint: 'nothing to do' })
    }
    return lost === undefined
  }
}

/**
 * Creates a watch that logs the first of a series of failed transactions of a folder, and the end
 * of the series: a full disk fails many requests. A series ends with a write after which `probe`
 * also succeeds: small records may still fit on a full disk, so `probe` must need new space.
 */
export function createFailureWatch(folder: string, log: Log, probe: () => void) {
  let count = 0
  let hasFailed = false
  const recover = (): boolean => {
    try {
      probe()
    } catch {
      return false
    }
    hasFailed = false
    log.warn('The store can be written again', { path: folder, hint: 'nothing to do' })
    return true
  }
  return {
    /** Returns how many transactions have failed. */
    count: () => count,
    /** Runs a transaction that returns its result and whether it wrote anything. */
    run<Result>(transact: () => readonly [Result, hasWritten: boolean]): Result {
      try {
        const [result, hasWritten] = transact()
        if (hasFailed && hasWritten) recover()
        return result
      } catch (error) {
        count++
        if (!hasFailed) {
          const hint = 'free space there, and look at its permissions: requests are 503 until then'
          log.error('The store cannot be written', { path: folder, reason: String(error), hint })
        }
        hasFailed = true
        throw error
      }
    },
    /** Throws if a transaction has failed, and `probe` still does. */
    assertNone() {
      if (hasFailed && !recover()) throw new Error('The store could not be written')
    },
  }
}
