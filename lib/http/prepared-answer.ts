import { createHash } from 'node:crypto'
import { compressQuickly, decompress, gzip } from './compressor.ts'
import type { Compressor } from './compressor.ts'
import type { Turn } from './turn.ts'

/** The supported content codings, best first; `identity` means not encoded. */
export const codings = ['br', 'gzip', 'identity'] as const
export type Coding = (typeof codings)[number]

/**
 * The bytes of an answer in one coding, and their entity tag. The tag is made of the plain text and
 * the coding, so it is the same in every process, however well the text is compressed.
 */
export interface Representation {
  readonly coding: Coding
  readonly body: Buffer
  readonly etag: string
}

/** An answer that never changes. */
export interface PreparedAnswer {
  /** Whether it can be represented without making its text again. */
  readonly isKept: boolean
  /** Returns a representation that is kept. */
  find(coding: Coding): Representation | undefined
  /** Makes a representation, unless it is kept. */
  make(coding: Coding, turn: Turn): Promise<Representation>
}

/** Keeps representations up to a number of bytes; those used least recently are dropped. */
class ByteCache {
  /** Used least recently first. */
  readonly #kept = new Map<object, Representation>()
  readonly #limitBytes: number
  #keptBytes = 0

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes
  }

  find(key: object): Representation | undefined {
    const found = this.#kept.get(key)
    if (found !== undefined) {
      this.#kept.delete(key)
      this.#kept.set(key, found)
    }
    return found
  }

  keep(key: object, representation: Representation): void {
    this.#drop(key)
    this.#kept.set(key, representation)
    this.#keptBytes += sizeOf(representation)
    for (const oldest of this.#kept.keys()) {
      if (this.#keptBytes <= this.#limitBytes) return
      this.#drop(oldest)
    }
  }

  #drop(key: object): void {
    const dropped = this.#kept.get(key)
    if (dropped !== undefined) this.#keptBytes -= sizeOf(dropped)
    this.#kept.delete(key)
  }
}

/** Returns how many bytes a representation takes, approximately. */
function sizeOf({ body }: Representation): number {
  return body.length + 512
}

export type BodyCache = ReturnType<typeof createBodyCache>

/** Creates an empty cache for the bodies of one catalogue. */
export function createBodyCache(compressor: Compressor, limitBytes = 12 * 2 ** 20) {
  /** Holds one compressed form of each answer. */
  const compressed = new ByteCache(limitBytes)
  // It is small: bodies that are kept for a while and then dropped need a full garbage collection.
  /** Holds the other forms, derived from that one, of the answers that are asked for most. */
  const derived = new ByteCache(limitBytes / 24)
  return { compressed, derived, compressor }
}

/**
 * Prepares a text or the bytes of a file, which must be the same at each call. It is made when it
 * is first asked for and kept as brotli. If it has at least `longBytes`, the compressor then makes
 * a smaller brotli form, which replaces the first one.
 */
export function prepareText(
  text: (turn: Turn) => string | Buffer | Promise<string | Buffer>,
  { compressed, derived, compressor }: BodyCache,
  longBytes = 32 * 2 ** 10,
  smallest?: Buffer,
): PreparedAnswer {
  const keys = { br: {}, gzip: {}, identity: {} }
  let plainBytes = 0
  let digest = ''
  const tag = (coding: Coding, bytes: Buffer): Representation => {
    const etag = coding === 'identity' ? `"${digest}"` : `"${digest}-${coding}"`
    return { coding, body: copyExactly(bytes), etag }
  }
  /** Returns the plain form where compression does not make it shorter. */
  const shorter = (plain: Representation, coding: Coding, body: Buffer): Representation =>
    body.length < plain.body.length ? tag(coding, body) : plain
  const decode = ({ coding, body }: Representation): Buffer =>
    coding === 'identity' ? body : decompress(body, plainBytes)
  const keepBrotli = (whole: string | Buffer): Made => {
    const bytes = typeof whole === 'string' ? Buffer.from(whole) : whole
    plainBytes = bytes.length
    digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
    const plain = tag('identity', bytes)
    const quick = shorter(plain, 'br', smallest ?? compressQuickly(bytes))
    compressed.keep(keys.br, quick)
    if (smallest === undefined && plainBytes >= longBytes) {
      compressor({
        source: () => (compressed.find(keys.br) === quick ? decode(quick) : undefined),
        done(body) {
          if (body.length < quick.body.length) compressed.keep(keys.br, tag('br', body))
        },
      })
    }
    return { plain, brotli: quick }
  }
  const find = (coding: Coding): Representation | undefined =>
    coding === 'br' ? compressed.find(keys.br) : derived.find(keys[coding])
  const findMade = (): Made | undefined => {
    const brotli = compressed.find(keys.br)
    return brotli && { plain: tag('identity', decode(brotli)), brotli }
  }
  const derive = (coding: Coding, { plain, brotli }: Made): Representation => {
    if (coding === 'br') return brotli
    const other = coding === 'gzip' ? shorter(plain, 'gzip', gzip(plain.body)) : plain
    derived.keep(keys[coding], other)
    return other
  }
  return {
    get isKept() {
      return compressed.find(keys.br) !== undefined
    },
    find,
    async make(coding, turn) {
      const found = find(coding)
      if (found !== undefined) return found
      let made = findMade()
      if (made === undefined) {
        const whole = await text(turn)
        if (turn.isOver) await turn.next()
        made = keepBrotli(whole)
        if (turn.isOver) await turn.next()
      }
      return derive(coding, made)
    },
  }
}

/** Prepares a text by its brotli form. */
export function prepareCompressed(brotli: Buffer, cache: BodyCache): PreparedAnswer {
  const text = (): Buffer => decompress(brotli, 4 * brotli.length)
  return prepareText(text, cache, Infinity, brotli)
}

/** The two forms that the others are derived from. */
interface Made {
  readonly plain: Representation
  readonly brotli: Representation
}

/** Copies a part of a larger buffer, such as a chunk of zlib, which would be kept as a whole. */
function copyExactly(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength <= bytes.length + 64) return bytes
  const exact = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(exact)
  return exact
}
