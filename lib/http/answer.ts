import type { IncomingHttpHeaders } from 'node:http'
import type { ErrorDetails } from './api-error.ts'
import { chooseCoding, matchesEtag } from './negotiate.ts'
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

/** Makes the answers that have a media type and some header lines in common. */
export interface AnswerMaker {
  /** An answer with a text; `lines` are headers that it has on top. */
  whole(status: number, reason: string, text: string, lines: HeaderLines, closes?: boolean): Answer
  /**
   * 200 with the representation that the client likes best, or 304 if it has it already. `lines`
   * are headers that both have on top.
   */
  prepared(answer: PreparedAnswer, headers: IncomingHttpHeaders, lines: HeaderLines): Answer
  /** An answer without a body. */
  empty(status: number, reason: string, lines: HeaderLines): Answer
}

/** Formats headers as lines. Names and values must not hold anything of a request. */
export function formatLines(headers: Readonly<Record<string, string | number>>): HeaderLines {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}

/** Headers of what nobody may store. */
export const notStored = formatLines({ 'Cache-Control': 'no-store' })

/** Headers of what may be stored for a while; it depends on the headers that `vary` names. */
export function formatStored(vary: string): HeaderLines {
  return formatLines({ 'Cache-Control': 'public, max-age=300', Vary: vary })
}

/** The headers that tell of an error, besides its status. */
export function formatDetails({ allow, retryAfterSeconds }: ErrorDetails): HeaderLines {
  const allowLine = allow === undefined ? '' : `Allow: ${allow}\r\n`
  return retryAfterSeconds === undefined
    ? allowLine
    : `${allowLine}Retry-After: ${retryAfterSeconds}\r\n`
}

/** Prepares what answers have in common; `mediaType` is the value of their `Content-Type`. */
export function createAnswerMaker(fixedLines: HeaderLines, mediaType: string): AnswerMaker {
  const start = `${fixedLines}Content-Type: ${mediaType}\r\nContent-Length: `
  return {
    whole: (status, reason, text, lines, closes = false) =>
      withBody(status, reason, start, text, lines, closes),
    prepared(answer, headers, lines) {
      const { coding, body, etag } = answer.represent(chooseCoding(headers['accept-encoding']))
      const validating = `ETag: ${etag}\r\n${lines}`
      if (matchesEtag(headers['if-none-match'], etag)) {
        return withoutBody(304, 'Not Modified', fixedLines + validating)
      }
      const coded = coding === 'identity' ? '' : `Content-Encoding: ${coding}\r\n`
      return withBody(200, 'OK', start, body, validating + coded, false)
    },
    empty: (status, reason, lines) => withoutBody(status, reason, fixedLines + lines),
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
  const body = typeof text === 'string' ? encode(text) : text
  return { status, reason, lines: `${start}${body.length}\r\n${more}`, body, closes }
}

/** Bytes as text leave with the head in one write; a long text would be copied for that. */
function encode(text: string): string | Buffer {
  if (text.length > mostJoinedUnits) return Buffer.from(text)
  const isEncoded = Buffer.byteLength(text) === text.length
  return isEncoded ? text : Buffer.from(text).toString('latin1')
}

const mostJoinedUnits = 4_096

function withoutBody(status: number, reason: string, lines: HeaderLines): Answer {
  return { status, reason, lines, body: undefined, closes: false }
}
