import type { IncomingMessage } from 'node:http'
import { ApiError } from './api-error.ts'
import { parseMultipart, readBoundary } from './multipart.ts'

/**
 * Creates a function that reads the fields called `names` (in ASCII) of a request. They come from
 * its query, which is the request target after `?` as Node returns it, and from its body, which is
 * URL-encoded unless `contentType` is multipart/form-data. The last value of a name counts, and one
 * in the body takes precedence. Throws an ApiError for a malformed multipart body and for nothing
 * else. https://url.spec.whatwg.org/#urlencoded-parsing
 */
export function createFormReader(
  names: readonly string[],
): (query: string, body: Uint8Array | undefined, contentType?: string) => Form {
  const known: ReadonlySet<string> = new Set(names)
  return (query, body, contentType) => new Form(known, query, body, contentType)
}

/** The decoded fields of a request, as far as they are read. */
export class Form {
  readonly fields = new Map<string, string>()
  readonly #known: ReadonlySet<string>
  readonly #query: string
  /** The URL-encoded body, one code unit for each byte. */
  readonly #pairs: string = ''
  readonly #parts: ReadonlyArray<readonly [name: string, value: string]> = []

  constructor(
    known: ReadonlySet<string>,
    query: string,
    body: Uint8Array | undefined,
    contentType = '',
  ) {
    this.#known = known
    this.#query = query
    readPairs(query, known, this.fields)
    if (body === undefined) return
    const boundary = readBoundary(contentType)
    if (boundary === undefined) {
      this.#pairs = Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1')
      readPairs(this.#pairs, known, this.fields)
    } else {
      this.#parts = parseMultipart(body, boundary)
      for (const [name, value] of this.#parts) if (known.has(name)) this.fields.set(name, value)
    }
  }

  get(name: string): string | undefined {
    return this.fields.get(name)
  }

  /** Returns whether the body is JSON that was sent as a form, as by curl's `-d`. */
  isJson(): boolean {
    return /^\s*\{\s*"/.test(this.#pairs.slice(0, 100))
  }

  /** Returns the names of at most ten other fields: those that consist of words and brackets. */
  others(): readonly string[] {
    const encoded = listNames(`${this.#query}&${this.#pairs}`)
    return [...new Set([...encoded, ...this.#parts.map(([name]) => name)])]
      .filter((name) => !this.#known.has(name) && /^[\w.[\]-]{1,40}$/.test(name))
      .slice(0, 10)
  }
}

/** Returns the first 100 decoded names of URL-encoded pairs. */
function listNames(text: string): string[] {
  const encoded = text.matchAll(/(?<=^|&)[^&=]{1,120}/g)
  const names: string[] = []
  for (const [name] of encoded) {
    if (names.length === 100) break
    names.push(...new URLSearchParams(name).keys())
  }
  return names
}

/** Reads URL-encoded pairs, one code unit for each byte, into `fields`. */
function readPairs(text: string, known: ReadonlySet<string>, fields: Map<string, string>): void {
  let equals = -1
  let end = 0
  for (let start = 0; start < text.length; start = end + 1) {
    end = indexOrEnd(text, '&', start)
    // Searched again only once it is passed: a flood of names alone would take quadratic time.
    if (equals < start) equals = indexOrEnd(text, '=', start)
    const name = decode(text.slice(start, Math.min(equals, end)))
    if (known.has(name)) fields.set(name, decode(text.slice(equals + 1, end)))
  }
}

function indexOrEnd(text: string, sign: string, start: number): number {
  const index = text.indexOf(sign, start)
  return index === -1 ? text.length : index
}

/** Decodes a name or a value. Buffer decodes UTF-8 as the standard says, and keeps a BOM. */
function decode(encoded: string): string {
  const text = encoded.includes('+') ? encoded.replaceAll('+', ' ') : encoded
  if (!/[%\x80-\xff]/.test(text)) return text
  const bytes = Buffer.from(text, 'latin1')
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    let byte = bytes[at] ?? 0
    if (byte === percentSign) {
      const high = hexDigit(bytes[at + 1])
      const low = hexDigit(bytes[at + 2])
      if (high >= 0 && low >= 0) {
        byte = high * 16 + low
        at += 2
      }
    }
    bytes[length++] = byte
  }
  return bytes.toString('utf8', 0, length)
}

const percentSign = 0x25

/** The value of an ASCII hexadecimal digit, or -1. */
function hexDigit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const lowerCase = byte | 0x20
  return lowerCase >= 0x61 && lowerCase <= 0x66 ? lowerCase - 0x57 : -1
}

const formMediaType = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)[ \t]*(?:;|$)/i

const formHint =
  'The request body must be a form (application/x-www-form-urlencoded or multipart/form-data). ' +
  'To write one, use URLSearchParams or FormData in JavaScript, curl --data-urlencode, ' +
  'http_build_query in PHP, or urlencode in Python.'

/** Returns the error for a header that arrived; of its value, what can be shown. */
function unsupported(name: string, value: string, hint: string): ApiError {
  const shown = value.slice(0, 100).replaceAll(/[^ -~]|["\\]/g, '?')
  const message = `The ${name} "${shown}" is not supported. ${hint}`
  return new ApiError('unsupportedMediaType', message, closing)
}

/** Finds the faults of a body that its headers show: only forms without a coding are accepted. */
export function findFormFault(
  { headers }: IncomingMessage,
  limitBytes: number,
): ApiError | undefined {
  const mediaType = headers['content-type']
  if (mediaType !== undefined && !formMediaType.test(mediaType)) {
    return unsupported('Content-Type', mediaType, formHint)
  }
  const contentCoding = headers['content-encoding'] ?? 'identity'
  if (contentCoding.toLowerCase() !== 'identity') {
    return unsupported('Content-Encoding', contentCoding, 'Send the request body without one.')
  }
  // NaN without a declared length, which is not over any limit.
  const declaredBytes = Number(headers['content-length'])
  return declaredBytes > limitBytes ? contentTooLarge(limitBytes) : undefined
}

// The rest of the body would have to be read before the connection could be used again.
const closing = { closes: true }

/** Returns the error for a body over the limit. */
export function contentTooLarge(limitBytes: number): ApiError {
  const message = `The request body is too large. It may have at most ${limitBytes} bytes.`
  return new ApiError('contentTooLarge', message, closing)
}
