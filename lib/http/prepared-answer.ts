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

/**
 * The coding that an Accept-Encoding header likes best; of equals the smallest body wins.
 * https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3
 */
export function chooseCoding(acceptEncoding: string | undefined): Coding {
  if (acceptEncoding === undefined) return 'identity'
  let choice = choices.get(acceptEncoding)
  if (choice === undefined) {
    choice = parseChoice(acceptEncoding)
    // Clients send a handful of different ones; whoever sends more gains nothing from it.
    if (choices.size === mostChoices) choices.clear()
    choices.set(acceptEncoding, choice)
  }
  return choice
}

const mostChoices = 100
const choices = new Map<string, Coding>()

function parseChoice(acceptEncoding: string): Coding {
  const weights = new Map<string, number>()
  for (const item of acceptEncoding.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = item.split(';').map((part) => part.trim())
    weights.set(coding, parameters.length === 0 ? 1 : parseWeight(parameters.join(';')))
  }
  const weightOf = (coding: Coding): number =>
    weights.get(coding) ?? weights.get('*') ?? (coding === 'identity' ? 0.001 : 0)
  // The sort is stable: of equals the first, which is the smallest, stays the first.
  const [best = 'identity'] = codings
    .filter((coding) => weightOf(coding) > 0)
    .sort((one, other) => weightOf(other) - weightOf(one))
  return best
}

/** What is not a weight counts as 0: a coding is not sent to whom it may be unwelcome. */
function parseWeight(parameter: string): number {
  return /^q=(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(parameter) ? Number(parameter.slice(2)) : 0
}

/**
 * Whether an If-None-Match header holds the entity tag, by weak comparison.
 * https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
 */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch
    .split(',')
    .map((item) => item.trim())
    .some((item) => item === '*' || item === etag || item === `W/${etag}`)
}
