import { createHash } from 'node:crypto'
import { compress, decompress, gzip } from './compression.ts'
import type { Turn } from './turn.ts'

/** A supported content coding; `identity` means not encoded. */
export type Coding = 'br' | 'gzip' | 'identity'

/**
 * The bytes of an answer in one coding, and their entity tag. The tag is made of the plain text and
 * the coding, so it is the same in every process, however it compresses.
 */
export interface Representation {
  readonly coding: Coding
  readonly body: Buffer
  readonly etag: string
}

/** An answer that never changes. */
export interface PreparedAnswer {
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

/** Creates an empty cache for the bodies of one catalogue, which keeps about so many bytes. */
export function createBodyCache(limitBytes: number) {
  /** Holds the brotli form of each answer. */
  const compressed = new ByteCache(limitBytes)
  // It is small: bodies that are kept for a while and then dropped need a full garbage collection.
  /** Holds the other forms, derived from that one, of the answers that are asked for most. */
  const derived = new ByteCache(limitBytes / 24)
  return { compressed, derived }
}

/** Makes the text of an answer, or the bytes of a file: the same at each call. */
export type TextMaker = (turn: Turn) => string | Buffer | Promise<string | Buffer>

/** Prepares a text, which is made when it is first asked for and kept as brotli. */
export function prepareText(text: TextMaker, cache: BodyCache): PreparedAnswer {
  return new PreparedText(text, cache)
}

/** Prepares a text by its brotli form. */
export function prepareCompressed(brotli: Buffer, cache: BodyCache): PreparedAnswer {
  const text = (): Buffer => decompress(brotli, 4 * brotli.length)
  return new PreparedText(text, cache, () => brotli)
}

// There is one for each page that was ever asked for, so it is small: no closures of its own.
class PreparedText implements PreparedAnswer {
  readonly #text: TextMaker
  readonly #cache: BodyCache
  readonly #compress: (plain: Buffer) => Buffer
  readonly #keys = { br: {}, gzip: {}, identity: {} }
  #plainBytes = 0
  #digest = ''

  constructor(text: TextMaker, cache: BodyCache, toBrotli = compress) {
    this.#text = text
    this.#cache = cache
    this.#compress = toBrotli
  }

  find(coding: Coding): Representation | undefined {
    const { compressed, derived } = this.#cache
    return (coding === 'br' ? compressed : derived).find(this.#keys[coding])
  }

  async make(coding: Coding, turn: Turn): Promise<Representation> {
    const found = this.find(coding)
    if (found !== undefined) return found
    const brotli = this.find('br')
    if (brotli !== undefined) return this.#derive(coding, brotli, this.#decode(brotli))
    const whole = await this.#text(turn)
    if (turn.isOver) await turn.next()
    const plain = this.#read(whole)
    const made = this.#shorter('br', this.#compress(plain.body), plain)
    this.#cache.compressed.keep(this.#keys.br, made)
    if (turn.isOver) await turn.next()
    return this.#derive(coding, made, plain)
  }

  /** Returns the plain form of what was made. */
  #read(whole: string | Buffer): Representation {
    const bytes = typeof whole === 'string' ? Buffer.from(whole) : whole
    this.#plainBytes = bytes.length
    this.#digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
    return this.#tag('identity', bytes)
  }

  #decode({ coding, body }: Representation): Representation {
    const isPlain = coding === 'identity'
    return this.#tag('identity', isPlain ? body : decompress(body, this.#plainBytes))
  }

  #derive(coding: Coding, brotli: Representation, plain: Representation): Representation {
    if (coding === 'br') return brotli
    const other = coding === 'gzip' ? this.#shorter('gzip', gzip(plain.body), plain) : plain
    this.#cache.derived.keep(this.#keys[coding], other)
    return other
  }

  /** Returns the plain form where compression does not make it shorter. */
  #shorter(coding: Coding, body: Buffer, plain: Representation): Representation {
    return body.length < plain.body.length ? this.#tag(coding, body) : plain
  }

  #tag(coding: Coding, bytes: Buffer): Representation {
    const etag = coding === 'identity' ? `"${this.#digest}"` : `"${this.#digest}-${coding}"`
    return { coding, body: copyExactly(bytes), etag }
  }
}

/** Copies a part of a larger buffer, such as a chunk of zlib, which would be kept as a whole. */
function copyExactly(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength <= bytes.length + 64) return bytes
  const exact = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(exact)
  return exact
}
