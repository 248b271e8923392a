import { randomFillSync } from 'node:crypto'
import { fileBytesOf } from './block.ts'

/** How many requests a client may make, and for how many clients that is known. */
export interface RateLimitSettings {
  /** Requests that a client may make in a window; 0 switches the limit off. */
  readonly limit: number
  readonly windowMs: number
  /** Windows kept at most; beyond that the oldest entries go, until there is one less. */
  readonly maxClients: number
}

/** How much the windows hold. */
export interface WindowSettings extends RateLimitSettings {
  /** Entries kept at most; beyond that the oldest go. */
  readonly maxEntries: number
  /** Bytes of the longest name of a client. */
  readonly nameBytes: number
  /** Random numbers that nobody else knows: 256 for each byte of a name, and 256 more. */
  readonly seeds: Int32Array
}

// What comes in an hour at 2,778 requests a second.
const usualEntries = 10_000_000

/** Plans what is kept for a limit: so many entries as fit into so many bytes of records. */
export function planWindows(
  rateLimit: RateLimitSettings,
  nameBytes: number,
  recordBytes: number,
): WindowSettings {
  const { limit, maxClients } = rateLimit
  const wanted = Math.min(maxClients * limit, Math.max(10 * maxClients, usualEntries))
  const maxEntries = Math.min(wanted, Math.floor(recordBytes / fileBytesOf(nameBytes)))
  const seeds = randomFillSync(new Int32Array(256 * (nameBytes + 1)))
  return { ...rateLimit, maxEntries, nameBytes, seeds }
}
