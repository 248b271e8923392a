import type { IncomingHttpHeaders } from 'node:http'
import type { Language } from '../catalogue/locale.ts'
import {
  answer,
  answerError,
  answerRedirect,
  answerRepresented,
  caching,
  formatLines,
  formatStored,
  ok,
} from '../http/answer.ts'
import type { Answer, HeaderLines } from '../http/answer.ts'
import type { ApiError } from '../http/api-error.ts'
import { chooseCoding } from '../http/negotiate.ts'
import type { PreparedAnswer, Representation } from '../http/prepared-answer.ts'
import type { Turn } from '../http/turn.ts'

/**
 * Allows a page to load from its own origin, and to send its form there.
 * https://www.w3.org/TR/CSP3/ https://www.w3.org/TR/trusted-types/
 */
const policy = [
  "default-src 'none'",
  ...['script', 'style', 'img', 'connect', 'manifest'].map((kind) => `${kind}-src 'self'`),
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

function fixedLines(ownPolicy?: string): HeaderLines {
  return formatLines({
    ...(ownPolicy !== undefined && {
      'Content-Security-Policy': ownPolicy,
      'Referrer-Policy': 'no-referrer',
    }),
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
  })
}

const linesOfPages = fixedLines(policy)
const typeLine = formatLines({ 'Content-Type': 'text/html; charset=utf-8' })
const notStored = formatLines({ 'Cache-Control': caching.never })
/** Browsers can show these files as documents, so they have a policy of their own. */
const linesOfDocuments = fixedLines("default-src 'none'")
const linesOfAssets = fixedLines()

/**
 * Answers with a page that never changes; without a turn, only if it is kept. `vary` names the
 * request headers that it depends on.
 */
export function answerPage(
  document: PreparedAnswer,
  language: Language,
  headers: IncomingHttpHeaders,
  vary: readonly string[],
  turn?: Turn,
): Answering | undefined {
  const stored = formatStored([...vary, 'Accept-Encoding'].join(', '))
  return answerWith(document, headers, turn, (one) =>
    answerRepresented(one, headers, linesOfPages + inLanguage(language) + stored, typeLine))
}

/** An answer, now if its representation is kept. */
export type Answering = Answer | Promise<Answer>

function answerWith(
  document: PreparedAnswer,
  headers: IncomingHttpHeaders,
  turn: Turn | undefined,
  toAnswer: (one: Representation) => Answer,
): Answering | undefined {
  const coding = chooseCoding(headers['accept-encoding'])
  const kept = document.find(coding)
  return kept === undefined ? turn && document.make(coding, turn).then(toAnswer) : toAnswer(kept)
}

/** Answers with a page that must not be cached: with the visitor's text, or about an error. */
export function answerOnce(document: string, language: Language, error?: ApiError): Answer {
  const lines = linesOfPages + typeLine + notStored + inLanguage(language)
  return error ? answerError(error, lines, document) : answer(ok, lines, document)
}

function inLanguage(language: Language): HeaderLines {
  return formatLines({ 'Content-Language': language })
}

/** Answers with a file; without a turn, only if it is kept. */
export function answerFile(
  document: PreparedAnswer,
  mediaType: string,
  headers: IncomingHttpHeaders,
  turn: Turn | undefined,
  cacheControl: string = caching.briefly,
): Answering | undefined {
  const ownLines = /xml/.test(mediaType) ? linesOfDocuments : linesOfAssets
  const lines = ownLines + formatStored('Accept-Encoding', cacheControl)
  const ownType = formatLines({ 'Content-Type': mediaType })
  return answerWith(document, headers, turn, (one) =>
    answerRepresented(one, headers, lines, ownType))
}

/** Redirects to a relative address. */
export function redirectPage(to: string, vary: readonly string[]): Answer {
  const varying = vary.length === 0 ? {} : { Vary: vary.join(', ') }
  const lines = formatLines({ 'Cache-Control': caching.briefly, ...varying })
  return answerRedirect(to, linesOfPages + lines)
}
