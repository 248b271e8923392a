import { lstatSync } from 'node:fs'
import type { Log } from '../log.ts'

/** Which file lies at a path, as device and inode; `undefined` for none. */
export function readPlace(path: string): string | undefined {
  // Some file systems have numbers beyond 2^53.
  const stats = lstatSync(path, { throwIfNoEntry: false, bigint: true })
  return stats === undefined ? undefined : `${stats.dev}:${stats.ino}`
}

/** Which files are watched, and with what. */
export interface PlaceWatchOptions {
  /** Files that are there. */
  readonly paths: readonly string[]
  readonly readPlace: (path: string) => string | undefined
  /** Milliseconds of a clock that is never set back. */
  readonly now: () => number
  readonly log: Log
}

/**
 * Tells whether all files lie at their paths still, and not others. It looks where the last look
 * was `oldMs` ago or longer, a second unless the caller says otherwise.
 */
export type PlaceWatch = (oldMs?: number) => boolean

/** Gives a watch that logs when a file is not in its place any more, and when all are back. */
export function createPlaceWatch({ paths, readPlace, now, log }: PlaceWatchOptions): PlaceWatch {
  const places = paths.map((path) => [path, readPlace(path)] as const)
  let lost: string | undefined
  let lookedAtMs = now()
  return (oldMs = 1_000) => {
    if (now() - lookedAtMs >= oldMs) {
      lookedAtMs = now()
      const before = lost
      lost = places.find(([path, place]) => readPlace(path) !== place)?.[0]
      if (before === undefined && lost !== undefined) {
        const hint = 'what is counted from now on is lost at the stop: start the service anew'
        log.error('A file of the store is not in its place any more', { path: lost, hint })
      } else if (before !== undefined && lost === undefined) {
        log.warn('The files of the store are in their places again')
      }
    }
    return lost === undefined
  }
}
