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
  /** HEAD is answered without it; `Content-Length` speaks of it all the same. */
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
 * Prepares what all answers have in common. Scripts of every origin may read them, and of their
 * headers `Retry-After`, `ETag` and those named in `exposedHeaders`.
 */
export function createJsonAnswers(exposedHeaders: readonly string[]): JsonAnswers {
  const fixedLines = formatLines({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': [...exposedHeaders, 'Retry-After', 'ETag'].join(', '),
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
  const jsonLines = `${fixedLines}Content-Type: application/json; charset=utf-8\r\nContent-Length: `
  const chooseCoding = createCodingChooser()
  const answerJson = (
    status: number,
    reason: string,
    text: string | Buffer,
    more: HeaderLines,
    closes = false,
  ): Answer => {
    const body = encodeLong(text)
    const lines = `${jsonLines}${Buffer.byteLength(body)}\r\n${more}`
    return { status, reason, lines, body, closes }
  }
  return {
    value(value, lines) {
      return answerJson(200, 'OK', JSON.stringify(value), notStored + lines)
    },
    error(error, lines = '') {
      const { status, title, details } = error
      const all = notStored + lines + formatDetails(details)
      return answerJson(status, title, JSON.stringify(error), all, details.closes)
    },
    prepared(answer, headers, lines) {
      const { coding, body, etag } = answer.represent(chooseCoding(headers['accept-encoding']))
      const validating = `ETag: ${etag}\r\n${storedLines}${lines}`
      if (matchesEtag(headers['if-none-match'], etag)) {
        const all = fixedLines + validating
        return { status: 304, reason: 'Not Modified', lines: all, body: undefined, closes: false }
      }
      const coded = coding === 'identity' ? '' : `Content-Encoding: ${coding}\r\n`
      return answerJson(200, 'OK', body, validating + coded)
    },
    preflight: {
      status: 204,
      reason: 'No Content',
      lines: fixedLines + notStored + preflightLines,
      body: undefined,
      closes: false,
    },
  }
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

const longTextUnits = 2_000

/** Encodes a long text, once: its length would be worked out first, and its bytes once more. */
function encodeLong(body: string | Buffer): string | Buffer {
  return typeof body === 'string' && body.length > longTextUnits ? Buffer.from(body) : body
}
