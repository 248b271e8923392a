import type { Draw } from '../../lib/engine/seeded-random.ts'
import { createRateLimiter } from '../../lib/usage/rate-limiter.ts'
import type { RateLimiter, RateLimitSettings } from '../../lib/usage/rate-limiter.ts'

export const windowMs = 1000
export const firstTime = 5_000_000
/** More clients than any test has. */
export const roomy = 1_000_000

/** A limiter of ten requests in `windowMs`, unless told otherwise. */
export function limiterWith(settings: Partial<RateLimitSettings>): RateLimiter {
  return createRateLimiter({ limit: 10, windowMs, maxClients: roomy, ...settings })
}

/** Bursts, single milliseconds, the ends of windows, long silences. */
export function drawPause(draw: Draw): number {
  const pauses = [0, 0, 1, draw(20), draw(400), windowMs - 1, windowMs, windowMs + 1, draw(5000)]
  return pauses[draw(draw(3) === 0 ? pauses.length : 5)] ?? 0
}

/** Names of clients; they may hold any byte. */
export function drawClients(draw: Draw, count: number, clients: number): string[] {
  return Array.from({ length: count }, () => `\x04\xff\0${String.fromCharCode(draw(clients))}`)
}
