import type { IncomingHttpHeaders } from 'node:http'
import type { ApiError, ErrorDetails } from './api-error.ts'
import { allMethods, formatAllow } from './methods.ts'
import { createCodingChooser, matchesEtag } from './negotiate.ts'
import type { PreparedAnswer } from './prepared-answer.ts'

/** Header lines as they are sent: each `Name: value` with its line end. */
export type HeaderLines = string

/** An answer, decided and not yet written. */
export interface Answer {
  readonly status: number
  /** The reason phrase of the status line. */
  readonly reason: string
  /** All headers but `Date` and those about the connection. */
  readonly lines: HeaderLines
  /**
   * Bytes; in a text each code unit is one. HEAD is answered without them, and `Content-Length`
   * speaks of them all the same.
   */
  readonly body: string | Buffer | undefined
  /** Whether the connection is closed behind it, whatever else speaks for keeping it. */
  readonly closes: boolean
}

/** The answers of a service that speaks JSON. `lines` are headers that one of them has on top. */
export interface JsonAnswers {
  /** 200 with a JSON value, which nobody may store. */
  value(value: unknown, lines: HeaderLines): Answer
  /** The status, the headers and the JSON body of an error. */
  error(error: ApiError, lines?: HeaderLines): Answer
  /** 200 with the representation that the client likes best, or 304 if it has it already. */
  prepared(answer: PreparedAnswer, headers: IncomingHttpHeaders, lines: HeaderLines): Answer
  /** The answer to a CORS preflight. https://fetch.spec.whatwg.org/#cors-preflight-fetch */
  readonly preflight: Answer
}

/** Formats headers as lines. Names and values must not hold anything of a request. */
export function formatLines(headers: Readonly<Record<string, string | number>>): HeaderLines {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}

/**
 * Prepares what all answers have in common, `ownHeaders` among it. Scripts of every origin may read
 * them, and of their headers those, `Retry-After`, `ETag` and what `exposedHeaders` names.
 */
export function createJsonAnswers(
  exposedHeaders: readonly string[],
  ownHeaders: Readonly<Record<string, string>> = {},
): JsonAnswers {
  const exposed = [...exposedHeaders, ...Object.keys(ownHeaders), 'Retry-After', 'ETag']
  const fixedLines = formatLines({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': exposed.join(', '),
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ...ownHeaders,
  })
  const start = `${fixedLines}Content-Type: application/json; charset=utf-8\r\nContent-Length: `
  const chooseCoding = createCodingChooser()
  return {
    value: (value, lines) =>
      withBody(200, 'OK', start, JSON.stringify(value), notStored + lines, false),
    error(error, lines = '') {
      const { status, title, details } = error
      const body = JSON.stringify(error.toJSON())
      const all = notStored + lines + formatDetails(details)
      return withBody(status, title, start, body, all, details.closes === true)
    },
    prepared(answer, headers, lines) {
      const { coding, body, etag } = answer.represent(chooseCoding(headers['accept-encoding']))
      const validating = `ETag: ${etag}\r\n${storedLines}${lines}`
      if (matchesEtag(headers['if-none-match'], etag)) {
        return withoutBody(304, 'Not Modified', fixedLines + validating)
      }
      const coded = coding === 'identity' ? '' : `Content-Encoding: ${coding}\r\n`
      return withBody(200, 'OK', start, body, validating + coded, false)
    },
    preflight: withoutBody(204, 'No Content', fixedLines + notStored + preflightLines),
  }
}

/** An answer whose lines are `start`, the length of its body, and `more`. */
function withBody(
  status: number,
  reason: string,
  start: HeaderLines,
  text: string | Buffer,
  more: HeaderLines,
  closes: boolean,
): Answer {
  const lengthBytes = Buffer.byteLength(text)
  const isEncoded = typeof text !== 'string' || text.length === lengthBytes
  const body = isEncoded ? text : encode(text)
  const lines = `${start}${lengthBytes}\r\n${more}`
  return { status, reason, lines, body, closes }
}

/** Bytes as text leave with the head in one write; a long text would be copied for that. */
function encode(text: string): string | Buffer {
  const bytes = Buffer.from(text)
  return bytes.length > mostJoinedBytes ? bytes : bytes.toString('latin1')
}

const mostJoinedBytes = 4_096

function withoutBody(status: number, reason: string, lines: HeaderLines): Answer {
  return { status, reason, lines, body: undefined, closes: false }
}

const notStored = formatLines({ 'Cache-Control': 'no-store' })

const storedLines = formatLines({
  'Cache-Control': 'public, max-age=300',
  Vary: 'Accept-Encoding',
})

const preflightLines = formatLines({
  'Access-Control-Allow-Methods': formatAllow(allMethods),
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Max-Age': 86400,
  Allow: formatAllow(allMethods),
})

function formatDetails({ allow, retryAfterSeconds }: ErrorDetails): HeaderLines {
  const allowLine = allow === undefined ? '' : `Allow: ${allow}\r\n`
  return retryAfterSeconds === undefined
    ? allowLine
    : `${allowLine}Retry-After: ${retryAfterSeconds}\r\n`
}
