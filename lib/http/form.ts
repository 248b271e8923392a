import type { IncomingMessage } from 'node:http'
import { ApiError } from './api-error.ts'
import { parseMultipart, readBoundary } from './multipart.ts'

/** The decoded fields of a request, as far as they are read. */
export interface Form extends ReadonlyMap<string, string> {
  /** Returns the names of at most ten other fields: those that consist of words and brackets. */
  readonly others?: () => readonly string[]
  /** Returns whether the body is JSON that was sent as a form, as by curl's `-d`. */
  readonly isJson?: () => boolean
}

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
  return (query, body, contentType = '') => {
    const form = new Map<string, string>()
    readPairs(Buffer.from(query, 'latin1'), names, form)
    const boundary = body === undefined ? undefined : readBoundary(contentType)
    const parts = body && boundary !== undefined ? parseMultipart(body, boundary) : []
    const pairs = boundary === undefined ? (body ?? noBytes) : noBytes
    readPairs(pairs, names, form)
    for (const [name, value] of parts) if (names.includes(name)) form.set(name, value)
    return Object.assign(form, {
      isJson: () => /^\s*\{\s*"/.test(Buffer.from(pairs.subarray(0, 100)).toString('latin1')),
      others: () => [...listNames(query, pairs), ...parts.map(([name]) => name)]
        .filter((name, i, all) => !names.includes(name) && all.indexOf(name) === i)
        .filter((name) => /^[\w.[\]-]{1,40}$/.test(name))
        .slice(0, 10),
    })
  }
}

const noBytes = Buffer.alloc(0)

/** Returns the first 100 decoded names of a query and a URL-encoded body. */
function listNames(query: string, body: Uint8Array): string[] {
  const text = `${query}&${Buffer.from(body).toString('latin1')}`
  const encoded = text.matchAll(/(?<=^|&)[^&=]{1,120}/g)
  const names: string[] = []
  for (const [name] of encoded) {
    if (names.length === 100) break
    names.push(...new URLSearchParams(name).keys())
  }
  return names
}

const [percentSign, ampersand, plusSign, equalsSign, space] = [0x25, 0x26, 0x2b, 0x3d, 0x20]

/** Adds the URL-encoded fields called `names` to a form; decodes only the last value of each. */
function readPairs(bytes: Uint8Array, names: readonly string[], form: Map<string, string>): void {
  const values = new Map<string, readonly [start: number, end: number]>()
  let end = 0
  for (let start = 0; start < bytes.length; start = end + 1) {
    end = find(ampersand, bytes, start, bytes.length)
    const nameEnd = find(equalsSign, bytes, start, end)
    if (nameEnd === start) continue
    const name = names.find((one) => encodes(bytes, start, nameEnd, one))
    if (name !== undefined) values.set(name, [Math.min(nameEnd + 1, end), end])
  }
  for (const [name, [start, valueEnd]] of values) form.set(name, decode(bytes, start, valueEnd))
}

/** The index of a byte from `start` on, or `end`. */
function find(byte: number, bytes: Uint8Array, start: number, end: number): number {
  let at = start
  while (at < end && bytes[at] !== byte) at++
  return at
}

/** Whether bytes are an encoded form of an ASCII name. Most others differ in their first byte. */
function encodes(bytes: Uint8Array, start: number, end: number, name: string): boolean {
  if (end - start < name.length) return false
  let at = start
  for (let index = 0; index < name.length; index++) {
    const escaped = escapedAt(bytes, at, end)
    if ((escaped ?? plainAt(bytes, at)) !== name.charCodeAt(index)) return false
    at += escaped === undefined ? 1 : 3
  }
  return at === end
}

/** Decodes a value. Buffer decodes UTF-8 as the standard says, and keeps a byte order mark. */
function decode(bytes: Uint8Array, start: number, end: number): string {
  const decoded = Buffer.allocUnsafe(end - start)
  let length = 0
  for (let at = start; at < end; at++) {
    const escaped = escapedAt(bytes, at, end)
    decoded[length++] = escaped ?? plainAt(bytes, at)
    if (escaped !== undefined) at += 2
  }
  return decoded.toString('utf8', 0, length)
}

function plainAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at] ?? 0
  return byte === plusSign ? space : byte
}

/** The byte that `%` and two hexadecimal digits encode, or `undefined` if there are none. */
function escapedAt(bytes: Uint8Array, at: number, end: number): number | undefined {
  if (bytes[at] !== percentSign || at + 2 >= end) return undefined
  const high = hexDigit(bytes[at + 1])
  const low = hexDigit(bytes[at + 2])
  return high < 0 || low < 0 ? undefined : high * 16 + low
}

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
