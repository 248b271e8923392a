import { createHash } from 'node:crypto'
import { createByteCache } from './byte-cache.ts'
import type { ByteCache, CacheEntry } from './byte-cache.ts'
import { compressQuickly, decompress, gzip } from './compressor.ts'
import type { Compressor } from './compressor.ts'

/** The supported content codings, best first; `identity` means not encoded. */
export const codings = ['br', 'gzip', 'identity'] as const
export type Coding = (typeof codings)[number]

/** The bytes of an answer in one coding, with their strong entity tag. */
export interface Representation {
  readonly coding: Coding
  readonly body: Buffer
  readonly etag: string
}

/** An answer that never changes. */
export interface PreparedAnswer {
  /** Whether it can be represented without making its text again. */
  readonly isKept: boolean
  represent(coding: Coding): Representation
}

/** Keeps the bodies of prepared answers. */
export interface BodyCache {
  /** Holds one compressed form of each answer. */
  readonly compressed: ByteCache
  /**
   * Holds the other forms, derived from that one, of the answers that are asked for most. It is
   * small: bodies that are kept for a while and then dropped need a full garbage collection.
   */
  readonly derived: ByteCache
  readonly compressor: Compressor
  /** Frees all bodies and discards the compressions that have not started. */
  close(): void
}

/** Creates an empty cache for the bodies of one catalogue. */
export function createBodyCache(compressor: Compressor, limitBytes = 12 * 2 ** 20): BodyCache {
  const compressed = createByteCache(limitBytes)
  const derived = createByteCache(limitBytes / 24)
  const close = (): void => {
    compressed.close()
    derived.close()
  }
  return { compressed, derived, compressor, close }
}

/** Prepares the JSON text of a value, which must be the same at each call. */
export function prepareAnswer(value: () => unknown, cache: BodyCache): PreparedAnswer {
  return prepareText(() => JSON.stringify(value()), cache, Infinity)
}

/**
 * Prepares a text, which must be the same at each call. It is made when it is first asked for and
 * kept as brotli. If it has at least `longBytes`, the compressor then makes a smaller brotli form,
 * which replaces the first one and has another entity tag.
 */
export function prepareText(
  text: () => string,
  cache: BodyCache,
  longBytes = 32 * 2 ** 10,
): PreparedAnswer {
  const kept = new Map<Coding, Kept>()
  let plainBytes = 0
  const find = (coding: Coding): Representation | undefined => {
    const entry = kept.get(coding)
    if (entry !== undefined) entry.isUsed = true
    return entry?.representation
  }
  const keep = (place: ByteCache, coding: Coding, representation: Representation): Kept => {
    const bytes = representation.body.length + overheadBytes
    const forget = (): void => void kept.delete(coding)
    const entry: Kept = { representation, bytes, isUsed: false, forget }
    kept.set(coding, entry)
    place.keep(entry)
    return entry
  }
  const make = (): Representation => {
    const bytes = Buffer.from(text())
    plainBytes = bytes.length
    return tag('identity', bytes)
  }
  const improve = (quick: Kept): void => {
    const isCurrent = (): boolean => kept.get('br') === quick
    cache.compressor.add({
      source: () => (isCurrent() ? decode(quick.representation, plainBytes).body : undefined),
      done(body) {
        if (!isCurrent() || body.length >= quick.representation.body.length) return
        cache.compressed.drop(quick)
        keep(cache.compressed, 'br', tag('br', body))
      },
    })
  }
  return {
    get isKept() {
      return kept.has('br')
    },
    represent(coding) {
      const known = find(coding)
      if (known !== undefined) return known
      let brotli = find('br')
      const plain = brotli === undefined ? make() : decode(brotli, plainBytes)
      if (brotli === undefined) {
        brotli = shorter(plain, 'br', compressQuickly(plain.body))
        const quick = keep(cache.compressed, 'br', brotli)
        if (plainBytes >= longBytes) improve(quick)
      }
      if (coding === 'br') return brotli
      const derived = coding === 'gzip' ? shorter(plain, 'gzip', gzip(plain.body)) : plain
      return keep(cache.derived, coding, derived).representation
    },
  }
}

interface Kept extends CacheEntry {
  readonly representation: Representation
}

/** The approximate size of an entry without its body. */
const overheadBytes = 512

function decode({ coding, body }: Representation, plainBytes: number): Representation {
  return tag('identity', coding === 'identity' ? body : decompress(body, plainBytes))
}

/** Returns the plain form where compression does not make it shorter. */
function shorter(plain: Representation, coding: Coding, body: Buffer): Representation {
  return body.length < plain.body.length ? tag(coding, body) : plain
}

function tag(coding: Coding, bytes: Buffer): Representation {
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  return { coding, body: copyExactly(bytes), etag: `"${digest}"` }
}

/** Copies a part of a larger buffer, such as a chunk of zlib, which would be kept as a whole. */
function copyExactly(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength <= bytes.length + mostUnusedBytes) return bytes
  const exact = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(exact)
  return exact
}

const mostUnusedBytes = 64
