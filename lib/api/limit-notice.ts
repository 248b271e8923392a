import type { HeaderLines } from '../http/answer.ts'
import { ApiError } from '../http/api-error.ts'
import type { Admission, RateLimitSettings } from '../usage/rate-limiter.ts'

/** The headers about the limit, in the order of their lines. */
export const rateLimitHeaders = [
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
] as const

export type LimitNotice = ReturnType<typeof createLimitNotice>

/**
 * Prepares the constant parts of what clients get about their limit: `RateLimit-Policy` and
 * `RateLimit` as in draft-ietf-httpapi-ratelimit-headers-11, and the older `X-RateLimit-…`, whose
 * reset is a Unix time.
 */
export function createLimitNotice({ limit, windowMs }: RateLimitSettings) {
  const seconds = windowMs / 1000
  const [policy, period] = periods.get(seconds) ?? ['window', `${seconds} seconds`]
  const [policyName, name, oldLimitName, oldRemainingName, oldResetName] = rateLimitHeaders
  const policyLine = `${policyName}: "${policy}";q=${limit};w=${seconds}\r\n`
  const untilRemaining = `${policyLine}${name}: "${policy}";r=`
  const untilOldRemaining = `\r\n${oldLimitName}: ${limit}\r\n${oldRemainingName}: `
  const sentence = `Maximum ${plural(limit, 'request')} per ${period} allowed. Try again in `
  const waitOf = ({ resetMs }: Admission): number =>
    Math.min(Math.max(Math.ceil(resetMs / 1000), 1), seconds)
  return {
    /** Formats the header lines of an answer; `nowMs` is the wall clock. */
    lines(admission: Admission, nowMs: number): HeaderLines {
      const { remaining } = admission
      const wait = waitOf(admission)
      const reset = Math.floor(nowMs / 1000) + wait
      const state = `${untilRemaining}${remaining};t=${wait}${untilOldRemaining}`
      return `${state}${remaining}\r\n${oldResetName}: ${reset}\r\n`
    },
    /** Returns the error for a refused request; `closes` means that its connection ends. */
    exceeded(admission: Admission, closes: boolean): ApiError {
      const wait = waitOf(admission)
      const message = `${sentence}${plural(wait, 'second')}.`
      return new ApiError('rateLimitExceeded', message, { retryAfterSeconds: wait, closes })
    },
  }
}

/** Seconds of a window → the name of its policy and the word for its length. */
const periods: ReadonlyMap<number, readonly [policy: string, period: string]> = new Map([
  [1, ['secondly', 'second']],
  [60, ['minutely', 'minute']],
  [3600, ['hourly', 'hour']],
  [86_400, ['daily', 'day']],
])

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
