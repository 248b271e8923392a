import type { IncomingHttpHeaders } from 'node:http'
import { allMethods, formatAllow } from './api-error.ts'
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

const notStored = formatLines({ 'Cache-Control': caching.never })

/** Formats the headers of answers that may be cached; `vary` names the headers they depend on. */
export function formatStored(vary: string, cacheControl: string = caching.briefly): HeaderLines {
  return formatLines({ 'Cache-Control': cacheControl, Vary: vary })
}

/** Adds header lines to an answer. */
export function withLines(answer: Answer, lines: HeaderLines): Answer {
  return lines === '' ? answer : { ...answer, lines: answer.lines + lines }
}

/**
 * Creates a maker of answers that have a media type and some header lines in common. `lines` are
 * the additional headers of an answer.
 */
export function createAnswerMaker(fixedLines: HeaderLines, mediaType: string) {
  const start = `${fixedLines}Content-Type: ${mediaType}\r\nContent-Length: `
  const withBody = (
    status: number,
    reason: string,
    text: string | Buffer,
    lines: HeaderLines,
    closes = false,
  ): Answer => {
    const body = typeof text === 'string' ? encode(text) : text
    return { status, reason, lines: `${start}${body.length}\r\n${lines}`, body, closes }
  }
  /** Makes an answer without a body. */
  const empty = (status: number, reason: string, lines: HeaderLines): Answer => {
    return { status, reason, lines: fixedLines + lines, body: undefined, closes: false }
  }
  /** Makes a 200 with a text. `cacheLine` says who may cache it, by default nobody. */
  const whole = (text: string, lines: HeaderLines, cacheLine = notStored): Answer =>
    withBody(200, 'OK', text, cacheLine + lines)
  /** Makes the answer for an error, with a text. */
  const error = (fault: ApiError, text: string, lines: HeaderLines): Answer => {
    const { allow, retryAfterSeconds, closes } = fault.details
    const allowLine = allow === undefined ? '' : `Allow: ${allow}\r\n`
    const wait = retryAfterSeconds === undefined ? '' : `Retry-After: ${retryAfterSeconds}\r\n`
    const all = notStored + lines + allowLine + wait
    return withBody(fault.status, fault.title, text, all, closes)
  }
  /** Makes a 200 with a representation, or a 304 if the client has it. */
  const represented = (
    { coding, body, etag }: Representation,
    headers: IncomingHttpHeaders,
    lines: HeaderLines,
  ): Answer => {
    const validating = `ETag: ${etag}\r\n${lines}`
    if (matchesEtag(headers['if-none-match'], etag)) return empty(304, 'Not Modified', validating)
    const coded = coding === 'identity' ? '' : `Content-Encoding: ${coding}\r\n`
    return withBody(200, 'OK', body, validating + coded)
  }
  return { empty, whole, error, represented }
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
  const fixedLines = formatLines({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': exposed.join(', '),
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ...ownHeaders,
  })
  const json = createAnswerMaker(fixedLines, 'application/json; charset=utf-8')
  const varying = variesByAccept ? formatLines({ Vary: 'Accept' }) : ''
  const vary = variesByAccept ? 'Accept, Accept-Encoding' : 'Accept-Encoding'
  const stored = { public: formatStored(vary), private: formatStored(vary, caching.privately) }
  const keptByClient = formatLines({ 'Cache-Control': caching.privately })
  return {
    /** Makes a 200 with a JSON value, which only its client may cache, or nobody. */
    value: (value: unknown, lines: HeaderLines, isKept = false) =>
      json.whole(JSON.stringify(value), varying + lines, isKept ? keptByClient : notStored),
    error: (error: ApiError, lines: HeaderLines = '') =>
      json.error(error, JSON.stringify(error), varying + lines),
    /** Makes a 200 or 304, which any cache may store, or only that of its client. */
    represented: (
      one: Representation,
      headers: IncomingHttpHeaders,
      lines: HeaderLines,
      cache: keyof typeof stored,
    ) => json.represented(one, headers, stored[cache] + lines),
    redirect: (to: string) => {
      const lines = formatLines({ Location: to, 'Content-Length': 0 })
      return json.empty(308, 'Permanent Redirect', notStored + varying + lines)
    },
    /** The answer to a CORS preflight. https://fetch.spec.whatwg.org/#cors-preflight-fetch */
    preflight: json.empty(204, 'No Content', notStored + varying + formatLines({
      'Access-Control-Allow-Methods': formatAllow(allMethods),
      'Access-Control-Allow-Headers': '*',
      'Access-Control-Max-Age': 86400,
      Allow: formatAllow(allMethods),
    })),
  }
}
