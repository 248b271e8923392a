import { ApiError } from '../http/api-error.ts'

/** The parameters that the service reads, each with what it takes, in the words of a message. */
const takes = {
  action: 'list_generators, get_generator, generate or stats',
  slug: 'the slug of a generator, one that list_generators gives',
  text: 'the text to transform',
  update_stats: '1, true, on or yes, or else 0, false, off or no',
  lang: 'en, es, fr or tr',
} as const satisfies Record<string, string>

export type ParameterName = keyof typeof takes

/** One request's values, decoded. What the service does not read was never kept. */
export type RequestParameters = ReadonlyMap<ParameterName, string>

/**
 * Parses bytes of `application/x-www-form-urlencoded` into its names and values, in their order.
 * It takes every input and never throws: https://url.spec.whatwg.org/#urlencoded-parsing
 */
export function parseUrlencoded(bytes: Uint8Array): Array<[name: string, value: string]> {
  const pairs: Array<[name: string, value: string]> = []
  const text = asText(bytes)
  eachPair(text, (start, nameEnd, end) => {
    pairs.push([decode(text.slice(start, nameEnd)), decode(text.slice(nameEnd + 1, end))])
  })
  return pairs
}

/**
 * Reads the values of one request from its query (what follows `?` in the request target, as
 * node gives it, one code unit a byte) and its body. Of a name that is given twice the last value
 * counts, and a value of the body counts more than the query's.
 */
export function readParameters(query: string, body: Uint8Array | undefined): RequestParameters {
  const parameters = new Map<ParameterName, string>()
  collect(query, parameters)
  if (body !== undefined) collect(asText(body), parameters)
  return parameters
}

/** The value of a parameter. Throws `missingParameter` where it is not given, or empty. */
export function requireParameter(parameters: RequestParameters, name: ParameterName): string {
  const value = parameters.get(name)
  if (value !== undefined && value !== '') return value
  throw new ApiError('missingParameter', `The parameter "${name}" is missing. ${explain(name)}`)
}

/** The error for a parameter that is given, but holds nothing that it takes. */
export function invalidParameter(name: ParameterName): ApiError {
  return new ApiError('invalidParameter', `The parameter "${name}" is not valid. ${explain(name)}`)
}

/** Whether this call counts in the statistics: true unless said. Throws `invalidParameter`. */
export function readUpdateStats(parameters: RequestParameters): boolean {
  const updates = parseBoolean(parameters.get('update_stats') ?? 'true')
  if (updates === undefined) throw invalidParameter('update_stats')
  return updates
}

/**
 * Parses `1 true on yes` and `0 false off no`, or nothing at all, which is false; `undefined` for
 * all else. These are the words of PHP: https://www.php.net/manual/en/filter.constants.php
 */
export function parseBoolean(value: string): boolean | undefined {
  let start = 0
  let end = value.length
  // Not a regular expression: one that strips the end of a text takes quadratic time.
  while (start < end && padding.includes(value.charAt(start))) start++
  while (start < end && padding.includes(value.charAt(end - 1))) end--
  // Case is ASCII's: no letter outside of ASCII becomes one of these words' letters.
  return booleans.get(value.slice(start, end).toLowerCase())
}

const padding = ' \t\n\r\v'

const booleans: ReadonlyMap<string, boolean> = new Map([
  ...['1', 'true', 'on', 'yes'].map((word) => [word, true] as const),
  ...['0', 'false', 'off', 'no', ''].map((word) => [word, false] as const),
])

function explain(name: ParameterName): string {
  return `It takes ${takes[name]}.`
}

function collect(text: string, parameters: Map<ParameterName, string>): void {
  eachPair(text, (start, nameEnd, end) => {
    // Percent-encoding only lengthens a name: most of a flood of parameters is not even decoded.
    if (nameEnd - start < shortestName) return
    const name = decode(text.slice(start, nameEnd))
    if (isParameterName(name)) parameters.set(name, decode(text.slice(nameEnd + 1, end)))
  })
}

const names: ReadonlySet<string> = new Set(Object.keys(takes))
const shortestName = Math.min(...[...names].map((name) => name.length))

function isParameterName(name: string): name is ParameterName {
  return names.has(name)
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
