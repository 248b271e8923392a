import type { Services } from '../api/actions.ts'
import type { Endpoint } from '../api/request.ts'
import { languages } from '../catalogue/locale.ts'
import { reading } from '../http/api-error.ts'
import { bestLanguage, namesHtml } from '../http/negotiate.ts'
import { createPages } from './pages.ts'
import type { PageTarget } from './pages.ts'
import { findRoute, missingRoute, sharesAddress, sitePathOf } from './routes.ts'
import type { SiteSettings } from './site.ts'

export interface PageRouterOptions extends Omit<SiteSettings, 'baseUrl' | 'sharesAddress'> {
  readonly services: Services
  readonly basePath: string
}

export type PageRouter = ReturnType<typeof createPageRouter>

/** Creates what finds the pages among the requests. */
export function createPageRouter({ basePath, services, ...settings }: PageRouterOptions) {
  const baseUrl = `${new URL(settings.origin).origin}${basePath}`
  const sitePath = sitePathOf(settings.siteUrl)
  const isShared = sharesAddress(basePath, settings.siteUrl)
  const openPage = createPages({ ...settings, baseUrl, sharesAddress: isShared }, services)
  const findMissing = (request: PageTarget) => {
    if (!isOfBrowser(request)) return undefined
    const language = bestLanguage(request.message.headers['accept-language'], languages)
    return missingRoute(request.path, sitePath, language)
  }
  return {
    /** Returns whether a path is one of the pages. */
    has: (path: string): boolean => findRoute(path, sitePath) !== undefined,
    /**
     * Returns what answers a request for a page. At a path where nothing is, browsers get a page
     * that says so, and programs nothing: `undefined`.
     */
    find(request: PageTarget): Endpoint | undefined {
      if (isOfProgram(request)) return undefined
      const route = findRoute(request.path, sitePath) ?? findMissing(request)
      return route && openPage(request, route)
    },
    /**
     * Returns what answers a request for the path of {base_url} if that is also the address of the
     * pages: browsers get a page there.
     */
    findAtService(request: PageTarget): Endpoint | undefined {
      if (!isShared || request.query !== '' || !isOfBrowser(request)) return undefined
      const route = findRoute(request.path, sitePath)
      return route && openPage(request, route)
    },
  }
}

function isOfBrowser({ method, message }: PageTarget): boolean {
  return reading.includes(method) && namesHtml(message.headers.accept)
}

/** Whether a program has taken the address of a page for that of the service. */
function isOfProgram({ method, query }: PageTarget): boolean {
  return method === 'POST' || /(?:^|&)action=/.test(query)
}
