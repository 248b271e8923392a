import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** The content codings that are offered, best first; `identity` is none. */
export const codings = ['br', 'gzip', 'identity'] as const
export type Coding = (typeof codings)[number]

/** The bytes of an answer in one coding, with their strong entity tag. */
export interface Representation {
  readonly coding: Coding
  readonly body: Buffer
  readonly etag: string
}

/** An answer that never changes. Each representation is made when it is first asked for. */
export interface PreparedAnswer {
  represent(coding: Coding): Representation
}

/** Prepares the JSON text of what `value` returns. */
export function prepareAnswer(value: () => unknown): PreparedAnswer {
  const made = new Map<Coding, Representation>()
  let plain: Buffer | undefined
  return {
    represent(coding) {
      plain ??= Buffer.from(JSON.stringify(value()))
      const representation = made.get(coding) ?? encode(plain, coding)
      made.set(coding, representation)
      return representation
    },
  }
}

function encode(plain: Buffer, coding: Coding): Representation {
  const body = compress(plain, coding)
  // Compression that gains nothing is left out.
  if (coding !== 'identity' && body.length >= plain.length) return encode(plain, 'identity')
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  return { coding, body, etag: `"${digest}"` }
}

function compress(plain: Buffer, coding: Coding): Buffer {
  if (coding === 'gzip') return gzipSync(plain)
  if (coding === 'identity') return plain
  return brotliCompressSync(plain, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: 9,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  })
}
