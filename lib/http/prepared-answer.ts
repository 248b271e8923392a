import { createHash } from 'node:crypto'
import { brotliCompress, brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { BrotliOptions } from 'node:zlib'
import type { ByteCache, Keepsake } from './byte-cache.ts'

/** The content codings that are offered, best first; `identity` is none. */
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
  represent(coding: Coding): Representation
  /** Has a thread begin with what takes long, where something does, before somebody asks. */
  prepare(): void
}

/**
 * Prepares the JSON text of what `value` returns, which is always the same. Each representation is
 * made when it is asked for and not in the cache.
 */
export function prepareAnswer(value: () => unknown, cache: ByteCache): PreparedAnswer {
  return prepareText(() => JSON.stringify(value()), cache)
}

const usualQuality = 9

/**
 * Does the same with a text. `quality` is the effort of brotli, from 0 to 11. With a `later` one
 * the first answers make do with the former, until what a thread has made with the latter is there.
 */
export function prepareText(
  text: () => string,
  cache: ByteCache,
  quality = usualQuality,
  later = quality,
): PreparedAnswer {
  const made = new Map<Coding, Made>()
  const keep = (coding: Coding, representation: Representation): Representation => {
    const bytes = representation.body.length + overheadBytes
    const forget = (): void => void made.delete(coding)
    const one: Made = { representation, bytes, isUsed: false, forget }
    made.set(coding, one)
    cache.keep(one)
    return representation
  }
  const find = (coding: Coding): Representation | undefined => {
    const one = made.get(coding)
    if (one === undefined) return undefined
    one.isUsed = true
    return one.representation
  }
  const plain = (): Representation => find('identity') ?? tag('identity', Buffer.from(text()))
  let isUnderWay = false
  let meanwhile: Representation | undefined
  const improve = (source: Representation): void => {
    if (isUnderWay) return
    isUnderWay = true
    brotliCompress(source.body, brotliOptions(source.body, later), (error, body) => {
      isUnderWay = false
      meanwhile = undefined
      // Whoever asks next has it tried again.
      if (error === null) keep('br', shorter(source, 'br', body))
    })
  }
  // The plain text that another coding is made of is many times as long: it is not kept for that.
  return {
    represent(coding) {
      const known = find(coding)
      if (known !== undefined) return known
      if (coding === 'br' && meanwhile !== undefined) return meanwhile
      const source = plain()
      if (coding === 'identity') return keep(coding, source)
      const encoded = encode(source, coding, quality)
      if (coding !== 'br' || later === quality) return keep(coding, encoded)
      improve(source)
      return (meanwhile = encoded)
    },
    prepare() {
      if (later !== quality && !isUnderWay && !made.has('br')) improve(plain())
    },
  }
}

interface Made extends Keepsake {
  readonly representation: Representation
}

/** What a representation takes besides its body, roughly. */
const overheadBytes = 512

function encode(plain: Representation, coding: Coding, quality: number): Representation {
  return shorter(plain, coding, compress(plain.body, coding, quality))
}

/** Compression that gains nothing is left out. */
function shorter(plain: Representation, coding: Coding, body: Buffer): Representation {
  return body.length < plain.body.length ? tag(coding, body) : plain
}

function tag(coding: Coding, bytes: Buffer): Representation {
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  return { coding, body: copyExactly(bytes), etag: `"${digest}"` }
}

/** A part of a larger buffer would keep all of it: of zlib's 16 KiB, of Buffer's pool 8 KiB. */
function copyExactly(bytes: Buffer): Buffer {
  const exact = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(exact)
  return exact
}

function compress(plain: Buffer, coding: Coding, quality: number): Buffer {
  if (coding === 'gzip') return gzipSync(plain)
  return brotliCompressSync(plain, brotliOptions(plain, quality))
}

function brotliOptions(plain: Buffer, quality: number): BrotliOptions {
  return {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      // No larger than the text: that takes half the time.
      [constants.BROTLI_PARAM_LGWIN]: windowBits(plain.length),
    },
  }
}

function windowBits(bytes: number): number {
  const { BROTLI_MIN_WINDOW_BITS: least, BROTLI_DEFAULT_WINDOW: most } = constants
  return Math.min(Math.max(Math.ceil(Math.log2(bytes)), least), most)
}
