import {
  createAnswerMaker,
  formatDetails,
  formatLines,
  formatStored,
  notStored,
} from './answer.ts'
import type { Answer, AnswerMaker, HeaderLines } from './answer.ts'
import { allMethods, formatAllow } from './api-error.ts'
import type { ApiError } from './api-error.ts'

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
