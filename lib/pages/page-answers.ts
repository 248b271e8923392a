import type { IncomingHttpHeaders } from 'node:http'
import type { Language } from '../catalogue/locale.ts'
import {
  createAnswerMaker,
  formatDetails,
  formatLines,
  formatStored,
  notStored,
} from '../http/answer.ts'
import type { Answer, AnswerMaker, HeaderLines } from '../http/answer.ts'
import type { ApiError } from '../http/api-error.ts'
import type { PreparedAnswer } from '../http/prepared-answer.ts'

/** Formats the answers of the pages. */
export interface PageAnswers {
  /** Formats a page that never changes. `vary` names the request headers that it depends on. */
  page(
    document: PreparedAnswer,
    language: Language,
    headers: IncomingHttpHeaders,
    vary: readonly string[],
  ): Answer
  /** Formats a page that contains the visitor's text and must not be cached. */
  ofMoment(document: string, language: Language): Answer
  ofError(document: string, language: Language, error: ApiError): Answer
  /** Formats a file in the root of the site. */
  file(document: PreparedAnswer, mediaType: FileType, headers: IncomingHttpHeaders): Answer
  /** Formats an asset, which caches keep for ever if it is of the current version. */
  asset(
    document: PreparedAnswer,
    mediaType: string,
    isCurrent: boolean,
    headers: IncomingHttpHeaders,
  ): Answer
  /** Redirects to a relative address. */
  redirect(to: string, vary: readonly string[]): Answer
}

/** The media types of the files in the root of the site. */
export const fileTypes = {
  xml: 'application/xml; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
} as const

export type FileType = (typeof fileTypes)[keyof typeof fileTypes]

/**
 * Allows a page to load from its own origin, and to send its form there.
 * https://www.w3.org/TR/CSP3/ https://www.w3.org/TR/trusted-types/
 */
const policy = [
  "default-src 'none'",
  ...['script', 'style', 'img', 'connect'].map((kind) => `${kind}-src 'self'`),
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** Allows nothing to a file that is opened as a page. */
const policyOfFiles = "default-src 'none'"

function fixedLines(ownPolicy: string): HeaderLines {
  return formatLines({
    'Content-Security-Policy': ownPolicy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
  })
}

/** Prepares the headers that all answers share. */
export function createPageAnswers(): PageAnswers {
  const pages = createAnswerMaker(fixedLines(policy), 'text/html; charset=utf-8')
  const linesOfFiles = fixedLines(policyOfFiles)
  const ofFile = (mediaType: string): AnswerMaker => createAnswerMaker(linesOfFiles, mediaType)
  return {
    page(document, language, headers, vary) {
      const stored = formatStored([...vary, 'Accept-Encoding'].join(', '))
      return pages.prepared(document, headers, inLanguage(language) + stored)
    },
    ofMoment: (document, language) =>
      pages.whole(200, 'OK', document, inLanguage(language) + notStored),
    ofError(document, language, { status, title, details }) {
      const lines = inLanguage(language) + notStored + formatDetails(details)
      return pages.whole(status, title, document, lines, details.closes === true)
    },
    file: (document, mediaType, headers) =>
      ofFile(mediaType).prepared(document, headers, formatStored('Accept-Encoding')),
    asset: (document, mediaType, isCurrent, headers) =>
      ofFile(mediaType).prepared(document, headers, isCurrent ? forEver : revalidated),
    redirect(to, vary) {
      const varying = vary.length === 0 ? '' : formatLines({ Vary: vary.join(', ') })
      return pages.empty(308, 'Permanent Redirect', redirecting(to) + varying)
    },
  }
}

function inLanguage(language: Language): HeaderLines {
  return formatLines({ 'Content-Language': language })
}

const forEver = formatLines({
  'Cache-Control': 'public, max-age=31536000, immutable',
  Vary: 'Accept-Encoding',
})

const revalidated = formatLines({ 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' })

function redirecting(to: string): HeaderLines {
  return formatLines({ Location: to, 'Cache-Control': 'public, max-age=300', 'Content-Length': 0 })
}
