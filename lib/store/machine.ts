import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { StartError } from '../log.ts'

/**
 * Returns a name for this boot of the machine: the kernel's boot id, or if that cannot be read the
 * second at which the machine started, such as `started-1732095600`.
 */
export function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return `started-${Math.round(Date.now() / 1000 - uptime())}`
  }
}

const toleranceSeconds = 30

/** Returns whether two names mean the same boot. */
export function isSameBoot(one: string, other: string): boolean {
  const [first, second] = [one, other].map((boot) => Number(/^started-(\d+)$/.exec(boot)?.[1]))
  return one === other || Math.abs(Number(first) - Number(second)) <= toleranceSeconds
}

/** Returns the number of this process, by which LMDB lists it. */
export function readProcessId(): number {
  return process.pid
}

/** Returns the user as whom this process opens files; `undefined` if the kernel does not say. */
export function readUserId(): number | undefined {
  const user = readNumber('/proc/self/status', /^Uid:(?:\t\d+){3}\t(\d+)$/m)
  return Number.isNaN(user) ? undefined : user
}

/**
 * Throws a StartError if this process cannot map so many bytes and still run (`ulimit -v`). If a
 * file cannot be mapped, LMDB ends the process. Without a limit, or if the kernel does not say,
 * anything can be mapped.
 */
export function assertAddressSpace(bytes: number): void {
  const limitBytes = readNumber('/proc/self/limits', /^Max address space +(\d+) /m)
  const usedKibibytes = readNumber('/proc/self/status', /^VmSize:\s+(\d+) kB$/m)
  const free = Math.floor((limitBytes - 1024 * usedKibibytes) / mebibyte)
  const needed = Math.ceil((bytes + restBytes) / mebibyte)
  if (!(free < needed)) return
  throw new StartError(
    `The limit of the address space (ulimit -v) leaves ${free} MiB, but ${needed} are needed: ` +
      'raise the limit, or start with MALLOC_ARENA_MAX=1 in the environment, which saves most',
  )
}

/** Returns a number in a file of the kernel; NaN if there is none. */
function readNumber(path: string, pattern: RegExp): number {
  try {
    return Number(pattern.exec(readFileSync(path, 'utf8'))?.[1])
  } catch {
    return NaN
  }
}

const mebibyte = 2 ** 20

// JavaScript needs it under load.
const restBytes = 160 * mebibyte

/** The address space of the file with the records. If it grew, LMDB would map the file again. */
export const mapBytes = 256 * mebibyte

/**
 * How many bytes of records fit. Pages are about half full, some wait to be used again, and those
 * that a transaction changes are copied.
 */
export const recordBytes = 0.32 * (mapBytes - 2 * mebibyte)
