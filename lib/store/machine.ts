import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { StartError } from '../start-error.ts'

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
  const start = secondsOf(one) - secondsOf(other)
  return one === other || Math.abs(start) <= toleranceSeconds
}

function secondsOf(boot: string): number {
  return boot.startsWith('started-') ? Number(boot.slice('started-'.length)) : NaN
}

/** Returns the user as whom this process opens files; `undefined` if the kernel does not say. */
export function readUserId(): number | undefined {
  try {
    const status = readFileSync('/proc/self/status', 'utf8')
    const user = /^Uid:(?:\t\d+){3}\t(\d+)$/m.exec(status)?.[1]
    return user === undefined ? undefined : Number(user)
  } catch {
    return undefined
  }
}

/**
 * Returns how many bytes of address space this process can still use (`ulimit -v`); `Infinity` if
 * there is no limit, or the kernel does not say.
 */
export function readFreeAddressSpace(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    const status = readFileSync('/proc/self/status', 'utf8')
    const limitBytes = /^Max address space +(\d+) /m.exec(limits)?.[1]
    const usedKibibytes = /^VmSize:\s+(\d+) kB$/m.exec(status)?.[1]
    if (limitBytes === undefined || usedKibibytes === undefined) return Infinity
    return Number(limitBytes) - 1024 * Number(usedKibibytes)
  } catch {
    return Infinity
  }
}

const mebibyte = 2 ** 20
const leastMapBytes = 8 * mebibyte

/** A map that grows is never unmapped, so the whole address range is reserved at the start. */
export const mostMapBytes = 256 * mebibyte

// JavaScript needs the rest.
const mapShare = 1 / 4

// Pages are not full, and some wait to be used again.
const recordShare = 3 / 5

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
  return { mapBytes, recordBytes: mapBytes * recordShare }
}
