import { parseMultipart, readBoundary } from './multipart.ts'

/** The fields of one request that somebody reads, decoded. What nobody reads was never kept. */
export type Form = ReadonlyMap<string, string>

/**
 * Gives a function that reads the fields of `names` of one request: from its query (what follows
 * `?` in the request target, as node gives it, one code unit a byte) and its body, which is
 * urlencoded unless its `Content-Type` is multipart/form-data. Of a name that is given twice the
 * last value counts, and a value of the body more than the query's. It throws an ApiError for a
 * multipart body that is malformed, and takes everything else:
 * https://url.spec.whatwg.org/#urlencoded-parsing
 */
export function createFormReader(
  names: readonly string[],
): (query: string, body: Uint8Array | undefined, contentType?: string) => Form {
  const known = new Set(names)
  const shortest = Math.min(...names.map((name) => name.length))
  const collect = (text: string, form: Map<string, string>): void =>
    eachPair(text, (start, nameEnd, end) => {
      // Percent-encoding only lengthens a name: most of a flood of fields is not even decoded.
      if (nameEnd - start < shortest) return
      const name = decode(text.slice(start, nameEnd))
      if (known.has(name)) form.set(name, decode(text.slice(nameEnd + 1, end)))
    })
  return (query, body, contentType = '') => {
    const form = new Map<string, string>()
    collect(query, form)
    if (body === undefined) return form
    const boundary = readBoundary(contentType)
    if (boundary === undefined) {
      collect(asText(body), form)
    } else {
      for (const [name, value] of parseMultipart(body, boundary)) {
        if (known.has(name)) form.set(name, value)
      }
    }
    return form
  }
}

/** Visits the pairs, still encoded: a name from `start`, a value from after `nameEnd` to `end`. */
function eachPair(
  text: string,
  visit: (start: number, nameEnd: number, end: number) => void,
): void {
  let end = 0
  let equals = -1
  for (let start = 0; start < text.length; start = end + 1) {
    end = indexOrEnd(text, '&', start)
    // Looked for only once it is passed: a flood of names alone would take quadratic time.
    if (equals < start) equals = indexOrEnd(text, '=', start)
    if (end > start) visit(start, Math.min(equals, end), end)
  }
}

function indexOrEnd(text: string, searched: string, start: number): number {
  const index = text.indexOf(searched, start)
  return index === -1 ? text.length : index
}

/**
 * Decodes a name or a value, one code unit a byte. Buffer decodes UTF-8 as the standard does, and
 * keeps a BOM.
 */
function decode(encoded: string): string {
  if (!/[%+\x80-\xff]/.test(encoded)) return encoded
  const bytes = Buffer.from(encoded, 'latin1')
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    let byte = bytes[at] ?? 0
    if (byte === plusSign) {
      byte = space
    } else if (byte === percentSign && at + 2 < bytes.length) {
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

const [percentSign, plusSign, space] = [0x25, 0x2b, 0x20]

/** The value of an ASCII hexadecimal digit, or -1. */
function hexDigit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const lowerCase = byte | 0x20
  return lowerCase >= 0x61 && lowerCase <= 0x66 ? lowerCase - 0x57 : -1
}

/** One code unit a byte. */
function asText({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('latin1')
}
