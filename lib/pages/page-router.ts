import type { IncomingMessage } from 'node:http'
import type { Services } from '../api/actions.ts'
import { languages } from '../catalogue/locale.ts'
import type { Answer } from '../http/answer.ts'
import { reading } from '../http/api-error.ts'
import type { ApiError } from '../http/api-error.ts'
import { bestLanguage, namesHtml } from '../http/negotiate.ts'
import { createPages } from './pages.ts'
import type { Visit } from './pages.ts'
import { findRoute, missingRoute, sharesAddress, sitePathOf } from './routes.ts'
import type { PageRoute } from './routes.ts'
import type { SiteSettings } from './site.ts'

/** The part of a request that pages depend on. */
export interface PageTarget {
  readonly request: Pick<IncomingMessage, 'method' | 'headers'>
  readonly path: string
  /** The text after `?`, still encoded. */
  readonly query: string
}

export interface PageRouterOptions extends Omit<SiteSettings, 'baseUrl' | 'sharesAddress'> {
  readonly services: Services
  readonly basePath: string
  /** Logs a fault and returns the error for the client. */
  readonly toError: (fault: unknown) => ApiError
  /** Formats an error without a page. */
  readonly toAnswer: (error: ApiError) => Answer
}

export type PageRouter = ReturnType<typeof createPageRouter>

/** Creates what finds the pages among the requests. */
export function createPageRouter(
  { basePath, services, toError, toAnswer, ...settings }: PageRouterOptions,
) {
  const baseUrl = `${new URL(settings.origin).origin}${basePath}`
  const sitePath = sitePathOf(settings.siteUrl)
  const isShared = sharesAddress(basePath, settings.siteUrl)
  const openPage = createPages({ ...settings, baseUrl, sharesAddress: isShared }, services)
  const open = (
    { request: { method = '', headers }, query }: PageTarget,
    route: PageRoute,
  ): Visit => {
    let visit: Visit
    try {
      visit = openPage({ route, method, query, headers })
    } catch (fault) {
      const error = toError(fault)
      return { isCounted: false, decide: () => ({ kind: 'error', error }), refuse: toAnswer }
    }
    return {
      ...visit,
      refuse(error) {
        try {
          return visit.refuse(error)
        } catch (fault) {
          return toAnswer(toError(fault))
        }
      },
    }
  }
  return {
    /**
     * Opens a request for a page. Returns `undefined` for a path that is not of the pages. Where
     * {base_url} (`isService`) is also the address of the pages, only browsers get a page there.
     */
    open(target: PageTarget, isService: boolean): Visit | undefined {
      const { request, path, query } = target
      if (isService && !(isShared && query === '' && isOfBrowser(request))) return undefined
      const route = findRoute(path, sitePath)
      return route && open(target, route)
    },
    /** Opens a request for a path at which nothing is: browsers get a page that says so. */
    openMissing(target: PageTarget): Visit | undefined {
      const { request, path } = target
      if (!isOfBrowser(request)) return undefined
      const language = bestLanguage(request.headers['accept-language'], languages)
      const route = missingRoute(path, sitePath, language)
      return route && open(target, route)
    },
  }
}

function isOfBrowser({ method, headers }: PageTarget['request']): boolean {
  return reading.some((one) => one === method) && namesHtml(headers.accept)
}
