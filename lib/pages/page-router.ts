import type { IncomingHttpHeaders } from 'node:http'
import type { Services } from '../api/interface.ts'
import type { Answer } from '../http/answer.ts'
import { ApiError, reading } from '../http/api-error.ts'
import { namesHtml } from '../http/negotiate.ts'
import type { RateLimitSettings } from '../usage/rate-limiter.ts'
import { createPageQueue } from './page-queue.ts'
import type { Connection } from './page-queue.ts'
import type { Pages } from './pages.ts'
import { findRoute, sharesAddress, sitePathOf } from './routes.ts'

/** Finds the pages among the requests. The other files of this room load at the first visit. */
export interface PageRouter {
  /**
   * Opens a request for a page. Returns `undefined` for a path that is not of the pages. Where
   * {base_url} is also the address of the pages, only browsers get a page there. Never rejects.
   */
  open(
    request: RequestHead,
    target: PageTarget,
    services: () => Promise<Services>,
  ): Promise<QueuedVisit> | undefined
}

/** The part of a request that pages depend on. */
export interface RequestHead {
  readonly method?: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly socket: Connection
}

export interface PageTarget {
  readonly path: string
  /** The text after `?`, still encoded. */
  readonly query: string
  /** Whether the path is that of {base_url}. */
  readonly isService: boolean
}

/** A request for a page, which is made when its turn comes. */
export interface QueuedVisit {
  /** Whether it transforms a text and therefore counts as a request. */
  readonly isCounted: boolean
  answer(): Promise<Answer>
  /** Returns a page for an error, or JSON if even that fails. */
  refuse(error: ApiError): Answer
}

export interface PageRouterOptions {
  /** SITE_URL; if it is not set, search engines are told to ignore the pages. */
  readonly siteUrl: string | undefined
  /** The beginning of absolute addresses, even without SITE_URL; without a final slash. */
  readonly origin: string
  readonly basePath: string
  readonly rateLimit: RateLimitSettings
  /** Logs a fault and returns the error for the client. */
  readonly toError: (fault: unknown) => ApiError
  /** Formats an error without a page. */
  readonly toAnswer: (error: ApiError) => Answer
}

/** Creates the router. Tests pass their own `loadPages`. */
export function createPageRouter(
  { siteUrl, origin, basePath, rateLimit, toError, toAnswer }: PageRouterOptions,
  loadPages = (): Promise<typeof import('./pages.ts')> => import('./pages.ts'),
): PageRouter {
  const sitePath = sitePathOf(siteUrl)
  const isShared = sharesAddress(basePath, siteUrl)
  const baseUrl = `${new URL(origin).origin}${basePath}`
  const queue = createPageQueue()
  let loading: Promise<Pages> | undefined
  const load = async (): Promise<Pages> => {
    try {
      const { createPages } = await loadPages()
      return createPages({ siteUrl, origin, baseUrl, sharesAddress: isShared, rateLimit })
    } catch (fault) {
      // The next visit tries again.
      loading = undefined
      throw fault
    }
  }
  return {
    open({ method = '', headers, socket }, { path, query, isService }, services) {
      const isForPages = isShared && query === '' && isOfBrowser(method, headers)
      const route = isService && !isForPages ? undefined : findRoute(path, sitePath)
      if (route === undefined) return undefined
      loading ??= load()
      const open = async (pages: Pages): Promise<QueuedVisit> => {
        const { isCounted, isKept, answer, refuse } = pages.open(
          { route, method, query, headers },
          await services(),
        )
        const answerInTurn = (): Promise<Answer> | Answer =>
          queue.run(socket, answer) ?? toAnswer(tooMany)
        return {
          isCounted,
          answer: async () => (isKept() ? answer() : answerInTurn()),
          refuse(error) {
            try {
              return refuse(error)
            } catch (fault) {
              return toAnswer(toError(fault))
            }
          },
        }
      }
      return loading.then(open).catch((fault: unknown) => {
        const answer = async (): Promise<Answer> => toAnswer(toError(fault))
        return { isCounted: false, answer, refuse: toAnswer }
      })
    },
  }
}

const tooMany = new ApiError(
  'unavailable',
  'Too many pages were requested at once on this connection. Try again in a second.',
  { retryAfterSeconds: 1, closes: true },
)

function isOfBrowser(method: string, { accept }: IncomingHttpHeaders): boolean {
  return reading.some((one) => one === method) && namesHtml(accept)
}
