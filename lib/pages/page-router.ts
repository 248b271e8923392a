import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Services } from '../api/interface.ts'
import type { Answer } from '../http/answer.ts'
import { ApiError, reading } from '../http/api-error.ts'
import { languages } from '../catalogue/locale.ts'
import { memoize } from '../engine/memo.ts'
import { bestLanguage, namesHtml } from '../http/negotiate.ts'
import type { Visit } from './pages.ts'
import { findRoute, missingRoute, sharesAddress, sitePathOf } from './routes.ts'
import type { SiteSettings } from './site.ts'

/** A request for a page, which is made when its turn comes. */
export interface QueuedVisit extends Pick<Visit, 'isCounted' | 'refuse'> {
  answer(): Promise<Answer> | Answer
}

/** The part of a request that pages depend on. */
export type RequestHead = Pick<IncomingMessage, 'method' | 'headers'> & {
  readonly socket: Connection
}

export interface PageTarget {
  readonly path: string
  /** The text after `?`, still encoded. */
  readonly query: string
  /** Whether the path is that of {base_url}. */
  readonly isService: boolean
  /** Whether nothing is at the path. */
  readonly isMissing?: boolean
}

export interface PageRouterOptions extends Omit<SiteSettings, 'baseUrl' | 'sharesAddress'> {
  readonly basePath: string
  /** Logs a fault and returns the error for the client. */
  readonly toError: (fault: unknown) => ApiError
  /** Formats an error without a page. */
  readonly toAnswer: (error: ApiError) => Answer
}

export type PageRouter = ReturnType<typeof createPageRouter>

/**
 * Creates what finds the pages among the requests. The other files of this room load at the first
 * visit; tests pass their own `loadPages`.
 */
export function createPageRouter(
  { basePath, toError, toAnswer, ...settings }: PageRouterOptions,
  loadPages = (): Promise<typeof import('./pages.ts')> => import('./pages.ts'),
) {
  const sitePath = sitePathOf(settings.siteUrl)
  const isShared = sharesAddress(basePath, settings.siteUrl)
  const baseUrl = `${new URL(settings.origin).origin}${basePath}`
  const queue = createPageQueue()
  const load = memoize(async () => {
    const { createPages } = await loadPages()
    return createPages({ ...settings, baseUrl, sharesAddress: isShared })
  })
  return {
    /**
     * Opens a request for a page. Returns `undefined` for a path that is not of the pages; if
     * nothing else is there either, browsers get a page that says so. Where {base_url} is also the
     * address of the pages, only browsers get a page there. Never rejects.
     */
    open(
      { method = '', headers, socket }: RequestHead,
      target: PageTarget,
      services: () => Promise<Services>,
    ): Promise<QueuedVisit> | undefined {
      const { path, query, isService, isMissing = false } = target
      const isForPages = (isMissing || (isShared && query === '')) && isOfBrowser(method, headers)
      if ((isService || isMissing) && !isForPages) return undefined
      const route = isMissing
        ? missingRoute(path, sitePath, bestLanguage(headers['accept-language'], languages))
        : findRoute(path, sitePath)
      if (route === undefined) return undefined
      const open = async (): Promise<QueuedVisit> => {
        const openPage = await load()
        const visit = openPage({ route, method, query, headers }, await services())
        const { isCounted, isKept, answer } = visit
        return {
          isCounted,
          answer: () => (isKept() ? answer() : (queue.run(socket, answer) ?? toAnswer(tooMany))),
          refuse(error) {
            try {
              return visit.refuse(error)
            } catch (fault) {
              return toAnswer(toError(fault))
            }
          },
        }
      }
      return open().catch((fault: unknown) => {
        return { isCounted: false, answer: () => toAnswer(toError(fault)), refuse: toAnswer }
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

/** Makes pages one after the other, and leaves time for other requests in between. */
export interface PageQueue {
  /**
   * Resolves to the result of `work`. Connections take turns, so that one with many requests does
   * not delay the others. Never resolves if the connection is closed. Returns `undefined` if too
   * many requests of the connection are waiting.
   */
  run<Result>(connection: Connection, work: () => Result): Promise<Result> | undefined
}

/** The socket of a request. */
export type Connection = Pick<Socket, 'destroyed'>

/** Creates an empty queue. It works for `budgetMs` in each turn of the event loop. */
export function createPageQueue(budgetMs = 5, now = (): number => performance.now()): PageQueue {
  const waiting = new Map<Connection, Array<() => void>>()
  let isScheduled = false
  const makeSome = (): void => {
    const end = now() + budgetMs
    // A connection that is added again comes last.
    for (const [connection, works] of waiting) {
      waiting.delete(connection)
      if (connection.destroyed) continue
      const work = works.shift()
      if (works.length > 0) waiting.set(connection, works)
      work?.()
      if (now() >= end) break
    }
    isScheduled = waiting.size > 0
    if (isScheduled) setImmediate(makeSome)
  }
  return {
    run(connection, work) {
      const works = waiting.get(connection) ?? []
      if (works.length === mostWaiting) return undefined
      return new Promise((resolve, reject) => {
        works.push(() => {
          try {
            resolve(work())
          } catch (fault) {
            reject(fault)
          }
        })
        waiting.set(connection, works)
        if (!isScheduled) setImmediate(makeSome)
        isScheduled = true
      })
    },
  }
}

/** Browsers wait for each answer before they send the next request on a connection. */
const mostWaiting = 32
