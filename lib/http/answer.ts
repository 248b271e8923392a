import type { IncomingHttpHeaders } from 'node:http'
import type { ErrorDetails } from './api-error.ts'
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

/** Makes answers that have a media type and some header lines in common. */
export interface AnswerMaker {
  /** Makes an answer with a text; `lines` are its additional headers. */
  whole(status: number, reason: string, text: string, lines: HeaderLines, closes?: boolean): Answer
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

/** The header line of answers that must not be cached. */
export const notStored = formatLines({ 'Cache-Control': 'no-store' })

/** Formats the headers of answers that may be cached; `vary` names the headers they depend on. */
export function formatStored(vary: string): HeaderLines {
  return formatLines({ 'Cache-Control': 'public, max-age=300', Vary: vary })
}

/** Formats the additional headers of an error. */
export function formatDetails({ allow, retryAfterSeconds }: ErrorDetails): HeaderLines {
  const allowLine = allow === undefined ? '' : `Allow: ${allow}\r\n`
  return retryAfterSeconds === undefined
    ? allowLine
    : `${allowLine}Retry-After: ${retryAfterSeconds}\r\n`
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
    closes: boolean,
  ): Answer => {
    const body = typeof text === 'string' ? encode(text) : text
    return { status, reason, lines: `${start}${body.length}\r\n${more}`, body, closes }
  }
  const empty = (status: number, reason: string, lines: HeaderLines): Answer => {
    return { status, reason, lines: fixedLines + lines, body: undefined, closes: false }
  }
  return {
    whole: (status, reason, text, lines, closes = false) =>
      withBody(status, reason, text, lines, closes),
    prepared(answer, headers, lines) {
      const { coding, body, etag } = answer.represent(chooseCoding(headers['accept-encoding']))
      const validating = `ETag: ${etag}\r\n${lines}`
      if (matchesEtag(headers['if-none-match'], etag)) return empty(304, 'Not Modified', validating)
      const coded = coding === 'identity' ? '' : `Content-Encoding: ${coding}\r\n`
      return withBody(200, 'OK', body, validating + coded, false)
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
