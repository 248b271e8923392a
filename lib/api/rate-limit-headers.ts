import type { HeaderLines } from '../http/answer.ts'
import { ApiError } from '../http/api-error.ts'
import type { Admission, RateLimitSettings } from '../usage/rate-limiter.ts'

const periods: ReadonlyMap<number, readonly [policy: string, period: string]> = new Map([
  [1, ['secondly', 'second']],
  [60, ['minutely', 'minute']],
  [3600, ['hourly', 'hour']],
  [86_400, ['daily', 'day']],
])

/** The headers that tell a client its limit, in the order of their lines. */
export const rateLimitHeaders = [
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
] as const

/**
 * The header lines that tell a client its limit: `RateLimit-Policy` and `RateLimit` of
 * draft-ietf-httpapi-ratelimit-headers-11, and the older `X-RateLimit-…`, whose reset is a Unix
 * time. `nowMs` is the wall clock.
 */
export function rateLimitLines(
  settings: RateLimitSettings,
  admission: Admission,
  nowMs: number,
): HeaderLines {
  const { limit } = settings
  const { remaining } = admission
  const [policy, seconds] = policyOf(settings)
  const resetSeconds = secondsUntil(settings, admission)
  const [policyName, limitName, oldLimitName, oldRemainingName, oldResetName] = rateLimitHeaders
  return (
    `${policyName}: "${policy}";q=${limit};w=${seconds}\r\n` +
    `${limitName}: "${policy}";r=${remaining};t=${resetSeconds}\r\n` +
    `${oldLimitName}: ${limit}\r\n${oldRemainingName}: ${remaining}\r\n` +
    `${oldResetName}: ${Math.floor(nowMs / 1000) + resetSeconds}\r\n`
  )
}

/**
 * The error for a request that is refused: it tells the limit, and when to try again; `closes`
 * tells whether its connection ends.
 */
export function rateLimitExceeded(
  settings: RateLimitSettings,
  admission: Admission,
  closes: boolean,
): ApiError {
  const [, seconds, period = `${seconds} seconds`] = policyOf(settings)
  const wait = secondsUntil(settings, admission)
  const message =
    `Maximum ${plural(settings.limit, 'request')} per ${period} allowed. ` +
    `Try again in ${plural(wait, 'second')}.`
  return new ApiError('rateLimitExceeded', message, { retryAfterSeconds: wait, closes })
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function policyOf({
  windowMs,
}: RateLimitSettings): readonly [policy: string, seconds: number, period?: string] {
  const seconds = windowMs / 1000
  const [policy = 'window', period] = periods.get(seconds) ?? []
  return period === undefined ? [policy, seconds] : [policy, seconds, period]
}

function secondsUntil({ windowMs }: RateLimitSettings, { resetMs }: Admission): number {
  return Math.min(Math.max(Math.ceil(resetMs / 1000), 1), windowMs / 1000)
}
