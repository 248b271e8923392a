import { readFileSync } from 'node:fs'
import { StartError } from '../start-error.ts'

/** What the store may take of the address space. */
export interface StoreRoom {
  readonly mapBytes: number
  /** Bytes of records that certainly fit, with the pages of a transaction beside them. */
  readonly recordBytes: number
}

/**
 * Bytes of address space that this process can still take (`ulimit -v`), `Infinity` where nothing
 * limits them or the kernel does not tell.
 */
export function readFreeAddressSpace(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    const status = readFileSync('/proc/self/status', 'utf8')
    const limitBytes = /^Max address space +(\d+) /m.exec(limits)?.[1]
    const takenKibibytes = /^VmSize:\s+(\d+) kB$/m.exec(status)?.[1]
    if (limitBytes === undefined || takenKibibytes === undefined) return Infinity
    return Number(limitBytes) - 1024 * Number(takenKibibytes)
  } catch {
    return Infinity
  }
}

const mebibyte = 2 ** 20

function toMebibytes(bytes: number): number {
  return Math.floor(bytes / mebibyte)
}

const leastMapBytes = 8 * mebibyte

/** Maps that grow are never unmapped, so the whole address range is taken at the start. */
export const mostMapBytes = 256 * mebibyte

// The rest is for what JavaScript takes while it works.
const mapShare = 1 / 4

// With pages that are not full, and those that wait to be used again.
const recordShare = 3 / 5

/**
 * Plans the store for the address space that is free: LMDB damages its file, or ends the process,
 * where its map cannot grow. Throws a StartError where too little is free for any store.
 */
export function planStore(freeBytes: number): StoreRoom {
  const mapBytes = Math.min(mostMapBytes, toMebibytes(freeBytes * mapShare) * mebibyte)
  if (mapBytes < leastMapBytes) {
    const [left, least] = [freeBytes, leastMapBytes / mapShare].map(toMebibytes)
    throw new StartError(
      `The limit of the address space (ulimit -v) leaves ${left} MiB, and ${least} are needed; ` +
        'Node 20 takes the least for itself',
    )
  }
  return { mapBytes, recordBytes: mapBytes * recordShare }
}
