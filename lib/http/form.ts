import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { ApiError } from './api-error.ts'
import { parseMultipart, readBoundary } from './multipart.ts'
import type { Part } from './multipart.ts'

/**
 * Creates a function that reads the fields called `names` (in ASCII) of a request. They come from
 * its query, which is the request target after `?` as Node returns it, and from its body, which is
 * URL-encoded unless `contentType` is multipart/form-data. The last value of a name counts, and one
 * in the body takes precedence. Those called `lists`, or so with brackets (`then[]`, `then[0]`),
 * are joined by commas in their order, those of the query or else those of the body. Throws an
 * ApiError for a malformed multipart body and for nothing else.
 * https://url.spec.whatwg.org/#urlencoded-parsing
 */
export function createFormReader(
  names: readonly string[],
  lists: readonly string[] = [],
): (query: string, body: Uint8Array | undefined, contentType?: string) => Form {
  const lengths = names.map(({ length }) => length)
  const known = {
    names: new Set(names),
    lists: new Set(lists),
    shortest: Math.min(...lengths),
    longest: 3 * Math.max(...lengths),
  }
  return (query, body, contentType) => {
    return new Form(known, query, body?.length === 0 ? undefined : body, contentType)
  }
}

/** The names of the fields that are read. */
interface Known {
  readonly names: ReadonlySet<string>
  /** Those of lists. */
  readonly lists: ReadonlySet<string>
  /** The lengths of the shortest one, and of the longest one if it is encoded. */
  readonly shortest: number
  readonly longest: number
}

type Field = Omit<Part, 'name'>

/** The decoded fields of a request, as far as they are read. */
export class Form {
  readonly fields = new Map<string, Field>()
  readonly #known: Known
  readonly #query: string
  /** The URL-encoded body, one code unit for each byte. */
  readonly #pairs: string = ''
  readonly #parts: readonly Part[] = []

  constructor(
    known: Known,
    query: string,
    body: Uint8Array | undefined,
    contentType = '',
  ) {
    this.#known = known
    this.#query = query
    const boundary = body === undefined ? undefined : readBoundary(contentType)
    if (body !== undefined && boundary === undefined) {
      this.#pairs = Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1')
    }
    const pairs = readPairs(query, known)
    for (const [name, value] of readPairs(this.#pairs, known)) pairs.set(name, value)
    for (const [name, value] of pairs) this.fields.set(name, decode(value))
    if (body === undefined || boundary === undefined) return
    this.#parts = parseMultipart(body, boundary)
    for (const [name, field] of readParts(this.#parts, known)) this.fields.set(name, field)
  }

  get(name: string): string | undefined {
    return this.fields.get(name)?.value
  }

  /** Returns whether the body is JSON that was sent as a form, as by curl's `-d`. */
  isJson(): boolean {
    return /^\s*\{\s*"/.test(this.#pairs.slice(0, 100))
  }

  /** Returns the names of at most ten other fields: those that consist of words and brackets. */
  others(): readonly string[] {
    const encoded = listNames(`${this.#query}&${this.#pairs}`)
    return [...new Set([...encoded, ...this.#parts.map(({ name }) => name)])]
      .filter((name) => fieldOf(name, this.#known) === undefined && /^[\w.;[\]-]{1,40}$/.test(name))
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

/** Returns the field that a decoded name is of, or `undefined` if that is not read. */
function fieldOf(name: string, { names, lists }: Known): string | undefined {
  if (names.has(name)) return name
  if (!name.endsWith(']')) return undefined
  const [, list = ''] = /^(\w+)\[[^[\]]*\]$/.exec(name) ?? []
  return lists.has(list) ? list : undefined
}

/** Reads the parts of a multipart body: the last of each name, or all those of a list. */
function readParts(parts: readonly Part[], known: Known): Map<string, Field> {
  const fields = new Map<string, Field>()
  for (const { name: written, value, isText } of parts) {
    const name = fieldOf(written, known)
    if (name === undefined) continue
    const before = known.lists.has(name) ? fields.get(name) : undefined
    fields.set(name, { value: before === undefined ? value : `${before.value},${value}`, isText })
  }
  return fields
}

/**
 * Reads URL-encoded pairs, one code unit for each byte: the last value of each name, or all values
 * of a list with commas between them, still encoded.
 */
function readPairs(text: string, known: Known): Map<string, string> {
  const { shortest, longest } = known
  const fields = new Map<string, string>()
  let equals = -1
  let end = 0
  for (let start = 0; start < text.length; start = end + 1) {
    end = findEnd(text, start)
    // Searched again only once it is passed: a flood of names alone would take quadratic time.
    if (equals < start) equals = text.indexOf('=', start)
    if (equals < start) equals = text.length
    const nameEnd = Math.min(equals, end)
    if (nameEnd - start < shortest || nameEnd - start > longest) continue
    const encoded = text.slice(start, nameEnd)
    const name = fieldOf(/[%+]/.test(encoded) ? decodeAscii(encoded) : encoded, known)
    if (name === undefined) continue
    const value = text.slice(equals + 1, end)
    const before = known.lists.has(name) ? fields.get(name) : undefined
    fields.set(name, before === undefined ? value : `${before},${value}`)
  }
  return fields
}

/** Returns where the pair at `start` ends. */
function findEnd(text: string, start: number): number {
  // Most are short, for which a search by V8 takes longer.
  const near = Math.min(start + 32, text.length)
  for (let at = start; at < near; at++) if (text.charCodeAt(at) === ampersand) return at
  const found = near < text.length ? text.indexOf('&', near) : -1
  return found < 0 ? text.length : found
}

/**
 * Decodes a value into a text of its own: a part of the body's text would keep all of it. Buffer
 * decodes UTF-8 as the standard says, and keeps a byte order mark.
 */
function decode(text: string): Field {
  if (!/[%+\x80-\xff]/.test(text)) {
    const isShort = text.length < longPart
    return { value: isShort ? text : Buffer.from(text, 'latin1').toString('latin1'), isText: true }
  }
  const bytes = Buffer.from(text, 'latin1')
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    const escaped = byte === percentSign ? hexByte(bytes[at + 1], bytes[at + 2]) : -1
    const plain = byte === plusSign ? space : byte
    bytes[length++] = escaped < 0 ? plain : escaped
    if (escaped >= 0) at += 2
  }
  const value = bytes.toString('utf8', 0, length)
  return { value, isText: !value.includes('\ufffd') || isUtf8(bytes.subarray(0, length)) }
}

/** Decodes a short text of ASCII without allocating a buffer. */
function decodeAscii(encoded: string): string {
  let text = ''
  for (let at = 0; at < encoded.length; at++) {
    const unit = encoded.charCodeAt(at)
    let byte = unit === plusSign ? space : unit
    if (unit === percentSign) {
      const escaped = hexByte(encoded.charCodeAt(at + 1), encoded.charCodeAt(at + 2))
      if (escaped >= 0) {
        byte = escaped
        at += 2
      }
    }
    text += String.fromCharCode(byte)
  }
  return text
}

// V8 copies shorter parts of a text anyway.
const longPart = 13

const [space, percentSign, ampersand, plusSign] = [0x20, 0x25, 0x26, 0x2b]

/** The byte that two ASCII hexadecimal digits write, or a negative number. */
function hexByte(high: number | undefined, low: number | undefined): number {
  return hexDigit(high) * 16 + hexDigit(low)
}

/** The value of an ASCII hexadecimal digit, or a very negative number. */
function hexDigit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const lowerCase = byte | 0x20
  return lowerCase >= 0x61 && lowerCase <= 0x66 ? lowerCase - 0x57 : -256
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
  const isChunked = headers['transfer-encoding'] !== undefined
  const declaredBytes = isChunked ? NaN : Number(headers['content-length'] ?? 0)
  // No bytes have no type: libraries name one all the same.
  if (declaredBytes === 0) return undefined
  const mediaType = headers['content-type']
  if (mediaType !== undefined && !formMediaType.test(mediaType)) {
    return unsupported('Content-Type', mediaType, formHint)
  }
  const contentCoding = headers['content-encoding'] ?? 'identity'
  if (contentCoding.toLowerCase() !== 'identity') {
    return unsupported('Content-Encoding', contentCoding, 'Send the request body without one.')
  }
  return declaredBytes > limitBytes ? contentTooLarge(limitBytes) : undefined
}

// The rest of the body would have to be read before the connection could be used again.
const closing = { closes: true }

/** Returns the error for a body over the limit. */
export function contentTooLarge(limitBytes: number): ApiError {
  const message = `The request body is too large. It may have at most ${limitBytes} bytes.`
  return new ApiError('contentTooLarge', message, closing)
}
