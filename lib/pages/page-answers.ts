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
import type { Asset } from './assets.ts'

/** Makes answers of what lies at the paths of the pages. */
export interface PageAnswers {
  /** A page that stays as it is; `vary` names headers of the request that it depends on. */
  page(
    content: PreparedAnswer,
    language: Language,
    headers: IncomingHttpHeaders,
    vary?: readonly string[],
  ): Answer
  /** A page that nobody may store, with what the visitor has typed. */
  ofMoment(document: string, language: Language): Answer
  /** A page that tells of an error. */
  ofError(document: string, language: Language, error: ApiError): Answer
  /** A file of the root; `mediaType` is one of `fileTypes`. */
  file(content: PreparedAnswer, mediaType: FileType, headers: IncomingHttpHeaders): Answer
  /** An asset, for ever if `isPresent`, else only until it is asked for again. */
  asset(asset: Asset, isPresent: boolean, headers: IncomingHttpHeaders): Answer
  /** A redirect to a relative address. */
  redirect(to: string, vary?: readonly string[]): Answer
}

/** The media types of the files of the root. */
export const fileTypes = {
  xml: 'application/xml; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
} as const

export type FileType = (typeof fileTypes)[keyof typeof fileTypes]

/**
 * What a page may do: load from its own origin, and send its form there.
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

/** What a file may do, should somebody open it as a page: nothing. */
const policyOfFiles = "default-src 'none'"

function fixedLines(ownPolicy: string): HeaderLines {
  return formatLines({
    'Content-Security-Policy': ownPolicy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
  })
}

/** Prepares what the answers have in common. */
export function createPageAnswers(): PageAnswers {
  const pages = createAnswerMaker(fixedLines(policy), 'text/html; charset=utf-8')
  const files = new Map<string, AnswerMaker>()
  const ofFile = (mediaType: string): AnswerMaker => {
    const maker = files.get(mediaType) ?? createAnswerMaker(fixedLines(policyOfFiles), mediaType)
    files.set(mediaType, maker)
    return maker
  }
  return {
    page: (content, language, headers, vary = []) => {
      const stored = formatStored([...vary, 'Accept-Encoding'].join(', '))
      return pages.prepared(content, headers, inLanguage(language) + stored)
    },
    ofMoment: (document, language) =>
      pages.whole(200, 'OK', document, inLanguage(language) + notStored),
    ofError(document, language, { status, title, details }) {
      const lines = inLanguage(language) + notStored + formatDetails(details)
      return pages.whole(status, title, document, lines, details.closes === true)
    },
    file: (content, mediaType, headers) =>
      ofFile(mediaType).prepared(content, headers, formatStored('Accept-Encoding')),
    asset: ({ mediaType, content }, isPresent, headers) =>
      ofFile(mediaType).prepared(content, headers, isPresent ? forEver : untilAsked),
    redirect(to, vary = []) {
      const varying = vary.length === 0 ? '' : formatLines({ Vary: vary.join(', ') })
      return pages.empty(308, 'Permanent Redirect', redirecting(to) + varying)
    },
  }
}

function inLanguage(language: Language): string {
  return formatLines({ 'Content-Language': language })
}

const forEver = formatLines({
  'Cache-Control': 'public, max-age=31536000, immutable',
  Vary: 'Accept-Encoding',
})

const untilAsked = formatLines({ 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' })

function redirecting(to: string): string {
  return formatLines({ Location: to, 'Cache-Control': 'public, max-age=300', 'Content-Length': 0 })
}
