import type { IncomingHttpHeaders } from 'node:http'
import { allMethods, formatAllow } from './api-error.ts'
import type { ApiError } from './api-error.ts'
import { chooseCoding, matchesEtag } from './negotiate.ts'
import type { PreparedAnswer } from './prepared-answer.ts'

/** Header lines as they are sent, each `Name: value` with its line end. */
export type HeaderLines = string

/** An answer that has been decided but not written. */
export interface Answer {
  readonly status: number
  /** The reason phrase of the status line. */
  readonly reason: string
  /** All headers except `Date` and those about the connection. */
  readonly lines: HeaderLines
  /**
   * Bytes, or a text with one code unit for each. An answer to HEAD is sent without them, but
   * `Content-Length` counts them.
   */
  readonly body: string | Buffer | undefined
  /** Whether the connection is closed after it in any case. */
  readonly closes: boolean
}

/** Makes answers that have a media type and some header lines in common; `lines` are more. */
export interface AnswerMaker {
  /** Makes a 200 with a text, which must not be cached. */
  whole(text: string, lines: HeaderLines): Answer
  /** Makes the answer for an error, with a text. */
  error(error: ApiError, text: string, lines: HeaderLines): Answer
  /** Makes a 200 with the representation that the client prefers, or a 304 if it has that one. */
  prepared(answer: PreparedAnswer, headers: IncomingHttpHeaders, lines: HeaderLines): Answer
  /** Makes an answer without a body. */
  empty(status: number, reason: string, lines: HeaderLines): Answer
}

/** Formats headers as lines. Names and values must not contain any part of a request. */
export function formatLines(headers: Readonly<Record<string, string | number>>): HeaderLines {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}

const notStored = formatLines({ 'Cache-Control': 'no-store' })

/** Formats the headers of answers that may be cached; `vary` names the headers they depend on. */
export function formatStored(vary: string): HeaderLines {
  return formatLines({ 'Cache-Control': 'public, max-age=300', Vary: vary })
}

/** Adds header lines to an answer. */
export function withLines(answer: Answer, lines: HeaderLines): Answer {
  return lines === '' ? answer : { ...answer, lines: answer.lines + lines }
}

/** Creates a maker of answers with these lines; `mediaType` is their `Content-Type`. */
export function createAnswerMaker(fixedLines: HeaderLines, mediaType: string): AnswerMaker {
  const start = `${fixedLines}Content-Type: ${mediaType}\r\nContent-Length: `
  const withBody = (
    status: number,
    reason: string,
    text: string | Buffer,
    more: HeaderLines,
    closes = false,
  ): Answer => {
    const body = typeof text === 'string' ? encode(text) : text
    return { status, reason, lines: `${start}${body.length}\r\n${more}`, body, closes }
  }
  const empty = (status: number, reason: string, lines: HeaderLines): Answer => {
    return { status, reason, lines: fixedLines + lines, body: undefined, closes: false }
  }
  return {
    whole: (text, lines) => withBody(200, 'OK', text, notStored + lines),
    error({ status, title, details }, text, lines) {
      const { allow, retryAfterSeconds, closes } = details
      const allowLine = allow === undefined ? '' : `Allow: ${allow}\r\n`
      const wait = retryAfterSeconds === undefined ? '' : `Retry-After: ${retryAfterSeconds}\r\n`
      return withBody(status, title, text, notStored + lines + allowLine + wait, closes)
    },
    prepared(answer, headers, lines) {
      const { coding, body, etag } = answer.represent(chooseCoding(headers['accept-encoding']))
      const validating = `ETag: ${etag}\r\n${lines}`
      if (matchesEtag(headers['if-none-match'], etag)) return empty(304, 'Not Modified', validating)
      const coded = coding === 'identity' ? '' : `Content-Encoding: ${coding}\r\n`
      return withBody(200, 'OK', body, validating + coded)
    },
    empty,
  }
}

/** Encodes a body. A short one stays a text, which leaves with the head in one write. */
function encode(text: string): string | Buffer {
  if (text.length > maxJoinedUnits) return Buffer.from(text)
  const isAscii = Buffer.byteLength(text) === text.length
  return isAscii ? text : Buffer.from(text).toString('latin1')
}

const maxJoinedUnits = 4_096

/** Makes the answers of a service that sends JSON. `lines` are additional headers. */
export interface JsonAnswers extends Pick<AnswerMaker, 'prepared'> {
  /** Makes a 200 with a JSON value, which must not be cached. */
  value(value: unknown, lines: HeaderLines): Answer
  /** Makes the answer for an error. */
  error(error: ApiError, lines?: HeaderLines): Answer
  /** The answer to a CORS preflight. https://fetch.spec.whatwg.org/#cors-preflight-fetch */
  readonly preflight: Answer
}

/** What all answers of a service have in common. */
export interface AnswerSettings {
  /** Headers that scripts of other origins may read, in addition to the usual ones. */
  readonly exposedHeaders: readonly string[]
  /** Headers of every answer. */
  readonly ownHeaders?: Readonly<Record<string, string>>
  /** Whether the same address has answers that depend on `Accept`. */
  readonly variesByAccept?: boolean
}

/**
 * Creates the answers of a service. Scripts of any origin may read them, and of their headers the
 * exposed ones, its own ones, `Retry-After` and `ETag`.
 */
export function createJsonAnswers(settings: AnswerSettings): JsonAnswers {
  const { exposedHeaders, ownHeaders = {}, variesByAccept = false } = settings
  const exposed = [...exposedHeaders, ...Object.keys(ownHeaders), 'Retry-After', 'ETag']
  const fixedLines = formatLines({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': exposed.join(', '),
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ...ownHeaders,
  })
  const json = createAnswerMaker(fixedLines, 'application/json; charset=utf-8')
  const varying = variesByAccept ? formatLines({ Vary: 'Accept' }) : ''
  const stored = formatStored(variesByAccept ? 'Accept, Accept-Encoding' : 'Accept-Encoding')
  return {
    value: (value, lines) => json.whole(JSON.stringify(value), varying + lines),
    error: (error, lines = '') => json.error(error, JSON.stringify(error), varying + lines),
    prepared: (answer, headers, lines) => json.prepared(answer, headers, stored + lines),
    preflight: json.empty(204, 'No Content', notStored + varying + formatLines({
      'Access-Control-Allow-Methods': formatAllow(allMethods),
      'Access-Control-Allow-Headers': '*',
      'Access-Control-Max-Age': 86400,
      Allow: formatAllow(allMethods),
    })),
  }
}
