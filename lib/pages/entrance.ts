import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Services } from '../api/actions.ts'
import type { Answer } from '../http/answer.ts'
import { ApiError, reading } from '../http/api-error.ts'
import { namesHtml } from '../http/negotiate.ts'
import type { RateLimitSettings } from '../usage/rate-limiter.ts'
import { findPlace, sharesAddress, sitePathOf } from './places.ts'
import { createPageQueue } from './page-queue.ts'
import type { Connection, PageQueue } from './page-queue.ts'
import type { PageRequest, Visit } from './visit.ts'

/** The way to the pages, which are loaded when they are first asked for. */
export interface Entrance {
  /**
   * Finds the page that a request asks for; `undefined` where it asks for none. One to {base_url}
   * does only where that is the address of the pages, too, and it comes from a browser.
   */
  find(
    request: Pick<IncomingMessage, 'method' | 'headers'> & { readonly socket: Connection },
    target: Target,
  ): Found | undefined
}

/** The target of a request. */
export interface Target {
  readonly path: string
  /** What follows `?`, still encoded. */
  readonly query: string
  /** Whether it is {base_url}. */
  readonly isService: boolean
}

/** Resolves to the visit; never rejects. */
export type Found = (services: Services) => Promise<QueuedVisit>

/** A visit whose page is made when its turn comes. */
export interface QueuedVisit {
  /** Whether it transforms a text: then it counts as a request. */
  readonly isCounted: boolean
  /** Never rejects. */
  answer(): Promise<Answer>
  /** Returns the page for an error instead. */
  refuse(error: ApiError): Answer
}

/** What the pages are made with. */
export interface EntranceOptions {
  /** SITE_URL; where it is not set, pages are not for search engines. */
  readonly siteUrl: string | undefined
  /** What absolute addresses begin with, also where SITE_URL is not set; without a final slash. */
  readonly origin: string
  readonly basePath: string
  readonly rateLimit: RateLimitSettings
  /** The error that a client is told of a fault; the log is told the fault. */
  readonly toError: (fault: unknown) => ApiError
  /** The answer to an error where there is not even a page. */
  readonly toAnswer: (error: ApiError) => Answer
}

/** Makes the way to the pages; `loadPages` is for tests. */
export function createEntrance(
  options: EntranceOptions,
  loadPages = (): Promise<typeof import('./pages.ts')> => import('./pages.ts'),
): Entrance {
  const { siteUrl, origin, basePath, rateLimit, toError, toAnswer } = options
  const sitePath = sitePathOf(siteUrl)
  const isShared = sharesAddress(basePath, siteUrl)
  const load = rememberUnlessFailed(async () => {
    const { createPages } = await loadPages()
    const baseUrl = `${new URL(origin).origin}${basePath}`
    return createPages({ siteUrl, origin, baseUrl, sharesAddress: isShared, rateLimit })
  })
  const queue = createPageQueue()
  const open = async (
    request: PageRequest,
    connection: Connection,
    services: Services,
  ): Promise<QueuedVisit> => {
    try {
      const visit = neverFailing((await load()).open(request, services), options)
      return inTurn(visit, connection, queue, toAnswer)
    } catch (fault) {
      const answer = async (): Promise<Answer> => toAnswer(toError(fault))
      return { isCounted: false, answer, refuse: toAnswer }
    }
  }
  return {
    find({ method = '', headers, socket }, { path, query, isService }) {
      if (isService && !(isShared && query === '' && isOfBrowser(method, headers))) return undefined
      const place = findPlace(path, sitePath)
      return place && ((services) => open({ place, method, query, headers }, socket, services))
    },
  }
}

/** Works it out once; where that has failed, it is tried again when it is next asked for. */
function rememberUnlessFailed<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let known: Promise<Value> | undefined
  return () => {
    known ??= work().catch((fault: unknown) => {
      known = undefined
      throw fault
    })
    return known
  }
}

function isOfBrowser(method: string, { accept }: IncomingHttpHeaders): boolean {
  return reading.some((taken) => taken === method) && namesHtml(accept)
}

/** The visit, with a page that tells of the fault where one is, or an answer without a page. */
function neverFailing(visit: Visit, { toError, toAnswer }: EntranceOptions): Visit {
  const attempt = (work: () => Answer, instead: (error: ApiError) => Answer): Answer => {
    try {
      return work()
    } catch (fault) {
      return instead(toError(fault))
    }
  }
  const refuse = (error: ApiError): Answer => attempt(() => visit.refuse(error), toAnswer)
  return { ...visit, answer: () => attempt(visit.answer, refuse), refuse }
}

/** The visit, whose page is made at once only if that takes little. */
function inTurn(
  { isCounted, isReady, answer, refuse }: Visit,
  connection: Connection,
  queue: PageQueue,
  toAnswer: EntranceOptions['toAnswer'],
): QueuedVisit {
  return {
    isCounted,
    refuse,
    answer: async () => (isReady() ? answer() : queue.run(connection, answer) ?? toAnswer(tooMany)),
  }
}

const tooMany = new ApiError(
  'unavailable',
  'Too many pages were requested at once on this connection. Try again in a second.',
  { retryAfterSeconds: 1, closes: true },
)
