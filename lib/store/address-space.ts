import { readFileSync } from 'node:fs'
import { StartError } from '../start-error.ts'

/** What the store may take of the address space. */
export interface StoreRoom {
  readonly mapBytes: number
  /** Windows that certainly fit; a limited address space lets no map grow. */
  readonly maxClients: number
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

/**
 * Plans the store for the address space that is free and a limit of `rateLimit` requests: LMDB
 * damages its file, or ends the process, where its map cannot grow. Throws a StartError where too
 * little is free for any store.
 */
export function planStore(freeBytes: number, rateLimit: number): StoreRoom {
  if (freeBytes === Infinity) return { mapBytes: mostMapBytes, maxClients: Infinity }
  const mapBytes = Math.min(mostMapBytes, toMebibytes(freeBytes * mapShare) * mebibyte)
  if (mapBytes < leastMapBytes) {
    const [left, least] = [freeBytes, leastMapBytes / mapShare].map(toMebibytes)
    throw new StartError(
      `The limit of the address space (ulimit -v) leaves ${left} MiB, and ${least} are needed; ` +
        'Node 20 takes the least for itself',
    )
  }
  return { mapBytes, maxClients: Math.floor(mapBytes / clientBytes(rateLimit)) }
}

// Twice what was measured, because pages are not full, and those in use are copied.
function clientBytes(rateLimit: number): number {
  return 512 + 16 * rateLimit
}
