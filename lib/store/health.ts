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

/** What is written: the records, which requests wait for, and the checkpoint. */
type Written = 'records' | 'checkpoint'

const hint = 'free space there, and look at its permissions: requests are 503 until then'

/**
 * Creates a watch that logs the first of a series of failures to write, and the end of the series:
 * a full disk fails many requests. The failures of records end with a write after which `probe`
 * also succeeds: small records may still fit on a full disk, so `probe` must need new space.
 */
export function createFailureWatch(
  paths: Readonly<Record<Written, string>>,
  log: Log,
  probe: () => void,
) {
  const failing = new Set<Written>()
  let count = 0
  const recover = (written: Written): void => {
    failing.delete(written)
    if (failing.size > 0) return
    log.warn('The store can be written again', { path: paths[written], hint: 'nothing to do' })
  }
  const tryRecords = (): void => {
    if (!failing.has('records')) return
    try {
      probe()
    } catch {
      return
    }
    recover('records')
  }
  return {
    /** Returns how often writing has failed. */
    count: () => count,
    /** Notes that something could not be written. */
    fail(written: Written, error: unknown) {
      count++
      if (failing.size === 0) {
        const [path, reason] = [paths[written], String(error)]
        log.error('The store cannot be written', { path, reason, hint })
      }
      failing.add(written)
    },
    /** Notes that something was written. */
    succeed(written: Written) {
      if (written === 'records') tryRecords()
      else if (failing.has(written)) recover(written)
    },
    /** Throws if the last checkpoint could not be written. */
    assertSaved() {
      if (failing.has('checkpoint')) throw new Error('The checkpoint could not be written')
    },
    /** Throws if the last write failed, and `probe` still does. */
    assertNone() {
      tryRecords()
      if (failing.size > 0) throw new Error('The store could not be written')
    },
  }
}
