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
 * Returns how many bytes of address space this process can still use (`ulimit -v`); `Infinity` if
 * there is no limit, or the kernel does not say.
 */
export function readFreeAddressSpace(): number {
  const limitBytes = readNumber('/proc/self/limits', /^Max address space +(\d+) /m)
  const usedKibibytes = readNumber('/proc/self/status', /^VmSize:\s+(\d+) kB$/m)
  const freeBytes = limitBytes - 1024 * usedKibibytes
  return Number.isNaN(freeBytes) ? Infinity : freeBytes
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
const leastMapBytes = 8 * mebibyte

/** A map that grows is never unmapped, so the whole address range is reserved at the start. */
export const mostMapBytes = 256 * mebibyte

// JavaScript needs the rest.
const mapShare = 1 / 4

// Pages are about half full, and some wait to be used again.
const recordShare = 0.32

// A transaction may change 512 pages, which are copied.
const copiedBytes = 2 * mebibyte

/**
 * Plans how much of the free address space the store uses: `mapBytes`, of which `recordBytes` of
 * records fit. LMDB damages its file, or ends the process, if its map cannot grow. Throws a
 * StartError if there is too little for any store.
 */
export function planStore(freeBytes: number): { mapBytes: number; recordBytes: number } {
  const wholeBytes = mebibyte * Math.floor((freeBytes * mapShare) / mebibyte)
  const mapBytes = Math.min(mostMapBytes, wholeBytes)
  if (mapBytes < leastMapBytes) {
    const [left, least] = [freeBytes, leastMapBytes / mapShare].map((bytes) =>
      Math.floor(bytes / mebibyte),
    )
    throw new StartError(
      `The limit of the address space (ulimit -v) leaves ${left} MiB, but ${least} are needed. ` +
        'Raise the limit, or use Node 20, which needs the least itself',
    )
  }
  return { mapBytes, recordBytes: (mapBytes - copiedBytes) * recordShare }
}
