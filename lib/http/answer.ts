import type { IncomingHttpHeaders } from 'node:http'
import { allMethods } from './api-error.ts'
import type { ApiError } from './api-error.ts'
import { matchesEtag } from './negotiate.ts'
import type { Representation } from './prepared-answer.ts'

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

/** Formats headers as lines. Names and values must not contain any part of a request. */
export function formatLines(headers: Readonly<Record<string, string | number>>): HeaderLines {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}

/** The values of `Cache-Control`. */
export const caching = {
  never: 'no-store',
  /** Visitors see a changed catalogue within five minutes. */
  briefly: 'public, max-age=300',
  /** By the client alone: its headers are about one client. */
  privately: 'private, max-age=300',
  /** Stored, but compared with the service before each use. */
  compared: 'no-cache',
  /** For an address whose contents never change. */
  forever: 'public, max-age=31536000, immutable',
} as const

/** Formats the headers of answers that may be cached; `vary` names the headers they depend on. */
export function formatStored(vary: string, cacheControl: string = caching.briefly): HeaderLines {
  return formatLines({ 'Cache-Control': cacheControl, Vary: vary })
}

/** Adds header lines to an answer. */
export function withLines(answer: Answer, lines: HeaderLines): Answer {
  return lines === '' ? answer : { ...answer, lines: answer.lines + lines }
}

/** A status, and its reason phrase. */
export type Status = Pick<ApiError, 'status' | 'title'>

export const ok: Status = { status: 200, title: 'OK' }
const noContent: Status = { status: 204, title: 'No Content' }
const notModified: Status = { status: 304, title: 'Not Modified' }
const permanentRedirect: Status = { status: 308, title: 'Permanent Redirect' }

/** Makes an answer; its length is added to the lines if it has a body. */
export function answer(
  { status, title: reason }: Status,
  lines: HeaderLines,
  whole?: string | Buffer,
  closes = false,
): Answer {
  if (whole === undefined) return { status, reason, lines, body: undefined, closes }
  const body = typeof whole === 'string' ? encode(whole) : whole
  return { status, reason, lines: `${lines}Content-Length: ${body.length}\r\n`, body, closes }
}

/** Makes the answer for an error, with a text; `lines` say that nobody may cache it. */
export function answerError(error: ApiError, lines: HeaderLines, text: string): Answer {
  const { allow, retryAfterSeconds: wait, closes } = error.details
  const allowLine = allow === undefined ? '' : `Allow: ${allow}\r\n`
  const waitLine = wait === undefined ? '' : `Retry-After: ${wait}\r\n`
  return answer(error, lines + allowLine + waitLine, text, closes)
}

/** Makes a 200 with a representation, or a 304 if the client has it, without `typeLine`. */
export function answerRepresented(
  { coding, body, etag }: Representation,
  headers: IncomingHttpHeaders,
  lines: HeaderLines,
  typeLine: HeaderLines,
): Answer {
  const validating = `${lines}ETag: ${etag}\r\n`
  if (matchesEtag(headers['if-none-match'], etag)) return answer(notModified, validating)
  const coded = coding === 'identity' ? '' : `Content-Encoding: ${coding}\r\n`
  return answer(ok, validating + typeLine + coded, body)
}

/** Makes a permanent redirect. */
export function answerRedirect(to: string, lines: HeaderLines): Answer {
  return answer(permanentRedirect, `${lines}Location: ${to}\r\nContent-Length: 0\r\n`)
}

/** Encodes a body. A short one stays a text, which leaves with the head in one write. */
function encode(text: string): string | Buffer {
  if (text.length > maxJoinedUnits) return Buffer.from(text)
  const isAscii = Buffer.byteLength(text) === text.length
  return isAscii ? text : Buffer.from(text).toString('latin1')
}

const maxJoinedUnits = 4_096

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
 * Creates the maker of a service's answers in JSON; `lines` are additional headers. Scripts of any
 * origin may read them, and of their headers the exposed ones, its own ones, `Retry-After` and
 * `ETag`.
 */
export function createJsonAnswers(settings: AnswerSettings) {
  const { exposedHeaders, ownHeaders = {}, variesByAccept = false } = settings
  const exposed = [...exposedHeaders, ...Object.keys(ownHeaders), 'Retry-After', 'ETag']
  /** Formats the headers of a kind of answer, once: what is joined for each request costs more. */
  const linesWith = (own: Readonly<Record<string, string | number>>): HeaderLines => formatLines({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': exposed.join(', '),
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ...ownHeaders,
    ...own,
  })
  const type = { 'Content-Type': 'application/json; charset=utf-8' }
  const typeLine = formatLines(type)
  const varying = variesByAccept ? { Vary: 'Accept' } : {}
  const once = { ...varying, 'Cache-Control': caching.never }
  const onceLines = linesWith({ ...type, ...once })
  const keptLines = linesWith({ ...type, ...varying, 'Cache-Control': caching.privately })
  const Vary = variesByAccept ? 'Accept, Accept-Encoding' : 'Accept-Encoding'
  const stored = {
    public: linesWith({ 'Cache-Control': caching.briefly, Vary }),
    private: linesWith({ 'Cache-Control': caching.privately, Vary }),
  }
  const allow = allMethods.join(', ')
  return {
    /** Makes a 200 with a JSON value, which only its client may cache, or nobody. */
    value: (value: unknown, lines: HeaderLines, isKept = false) =>
      answer(ok, (isKept ? keptLines : onceLines) + lines, JSON.stringify(value)),
    error: (error: ApiError, lines: HeaderLines = '') =>
      answerError(error, onceLines + lines, JSON.stringify(error)),
    /** Makes a 200 or 304, which any cache may store, or only that of its client. */
    represented: (
      one: Representation,
      headers: IncomingHttpHeaders,
      lines: HeaderLines,
      cache: keyof typeof stored,
    ) => answerRepresented(one, headers, stored[cache] + lines, typeLine),
    redirect: (to: string) => answerRedirect(to, linesWith(once)),
    /** The answer to a CORS preflight. https://fetch.spec.whatwg.org/#cors-preflight-fetch */
    preflight: answer(noContent, linesWith({
      ...once,
      'Access-Control-Allow-Methods': allow,
      'Access-Control-Allow-Headers': '*',
      'Access-Control-Max-Age': 86400,
      Allow: allow,
    })),
  }
}
