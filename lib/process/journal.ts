import { fstatSync } from 'node:fs'
import type { LogLevel } from '../log.ts'

/**
 * What a line begins with in the journal, which takes it off and keeps it as the priority.
 * https://www.freedesktop.org/software/systemd/man/latest/sd-daemon.html
 */
const priorities: Readonly<Record<LogLevel, string>> = {
  error: '<3>',
  warn: '<4>',
  info: '<6>',
  debug: '<7>',
}

/** Returns what lines of a level begin with on standard error, which may be the journal. */
export function prefixesOf(
  { JOURNAL_STREAM: journal }: NodeJS.ProcessEnv,
  descriptor = 2,
): (level: LogLevel) => string {
  return isFile(descriptor, journal) ? (level) => priorities[level] : () => ''
}

/** A program that systemd has started may have sent its output elsewhere. */
function isFile(descriptor: number, deviceAndInode: string | undefined): boolean {
  if (deviceAndInode === undefined) return false
  const { dev, ino } = fstatSync(descriptor, { bigint: true })
  return deviceAndInode === `${dev}:${ino}`
}
