import type { IncomingHttpHeaders } from 'node:http'
import {
  createAnswerMaker,
  formatDetails,
  formatLines,
  formatStored,
  notStored,
} from './answer.ts'
import type { Answer, HeaderLines } from './answer.ts'
import type { ApiError } from './api-error.ts'
import { allMethods, formatAllow } from './methods.ts'
import type { PreparedAnswer } from './prepared-answer.ts'

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

/** What the answers of a service have that are not like those of others. */
export interface AnswerSettings {
  /** The headers that scripts of other origins may read, besides the usual ones. */
  readonly exposedHeaders: readonly string[]
  /** Headers of every answer. */
  readonly ownHeaders?: Readonly<Record<string, string>>
  /** Whether what lies at the address also depends on `Accept`. */
  readonly variesByAccept?: boolean
}

/**
 * Prepares what all answers have in common. Scripts of every origin may read them, and of their
 * headers the exposed ones, their own ones, `Retry-After` and `ETag`.
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
  const { whole, prepared, empty } = createAnswerMaker(fixedLines, mediaType)
  const unstoredLines = notStored + (variesByAccept ? formatLines({ Vary: 'Accept' }) : '')
  const storedLines = formatStored(variesByAccept ? 'Accept, Accept-Encoding' : 'Accept-Encoding')
  return {
    value: (value, lines) => whole(200, 'OK', JSON.stringify(value), unstoredLines + lines),
    error(error, lines = '') {
      const { status, title, details } = error
      const all = unstoredLines + lines + formatDetails(details)
      return whole(status, title, JSON.stringify(error.toJSON()), all, details.closes === true)
    },
    prepared: (answer, headers, lines) => prepared(answer, headers, storedLines + lines),
    preflight: empty(204, 'No Content', unstoredLines + preflightLines),
  }
}

const mediaType = 'application/json; charset=utf-8'

const preflightLines = formatLines({
  'Access-Control-Allow-Methods': formatAllow(allMethods),
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Max-Age': 86400,
  Allow: formatAllow(allMethods),
})
