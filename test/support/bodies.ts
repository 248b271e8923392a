import { createCompressor } from '../../lib/http/compressor.ts'
import { createBodyCache } from '../../lib/http/prepared-answer.ts'
import type { BodyCache } from '../../lib/http/prepared-answer.ts'

/** An empty cache for the bodies of prepared answers, with a compressor of its own. */
export function emptyCache(limitBytes = 2 ** 24): BodyCache {
  return createBodyCache(createCompressor(setImmediate), limitBytes)
}
