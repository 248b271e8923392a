import type { Services } from '../api/services.ts'
import type { Resource, ServiceRequest } from '../api/request.ts'
import { reading } from '../http/api-error.ts'
import { namesHtml } from '../http/negotiate.ts'
import { createPages } from './pages.ts'
import { findRoute, hasShortLinks, listPaths, sharesAddress, sitePathOf } from './routes.ts'
import type { SiteSettings } from './site.ts'

export interface PageRouterOptions extends Omit<SiteSettings, 'baseUrl' | 'sharesAddress'> {
  readonly services: Services
  readonly basePath: string
}

/** Where the pages are. */
export interface PageRouter {
  /** What is at the path of each page, with and without that of the site. */
  readonly pages: ReadonlyMap<string, readonly Resource[]>
  /** What is at any other path: an asset, a redirect, or a page that says that nothing is. */
  readonly missing: Resource
}

/** Creates the endpoints of the pages. */
export function createPageRouter(options: PageRouterOptions): PageRouter {
  const { basePath, services, ...settings } = options
  const baseUrl = `${new URL(settings.origin).origin}${basePath}`
  const sitePath = sitePathOf(settings.siteUrl)
  const isShared = sharesAddress(basePath, settings.siteUrl)
  const endpoint = createPages({ ...settings, baseUrl, sharesAddress: isShared }, services)
  const methods = new Map(reading.map((method) => [method, endpoint]))
  const any = { label: endpoint.label, fail: endpoint.fail, methods }
  const page: Resource = { ...any, isOpenTo: (request) => !isOfProgram(request) }
  const missing: Resource = {
    ...any,
    isOpenTo: (request) =>
      !isOfProgram(request) &&
      (findRoute(request.path, sitePath) !== undefined ||
        (isOfBrowser(request) && hasShortLinks(request.path, sitePath))),
  }
  const atService: Resource = {
    ...any,
    isOpenTo: (request) => request.query === '' && isOfBrowser(request),
  }
  const generators = [...services.catalogue.values()]
  const paths = listPaths((language) => {
    const pages = generators.map(({ entry }) => entry(language).page)
    return [services.words.texts(language).get('symbols-page') ?? '', ...pages]
  })
  const pages = new Map<string, readonly Resource[]>()
  const atPage = [page]
  for (const path of paths) {
    pages.set(`/${path}`, atPage)
    pages.set(`${sitePath}/${path}`, atPage)
  }
  // It leads to its page with a slash.
  if (sitePath !== '') pages.set(sitePath, atPage)
  for (const path of [basePath, `${basePath}/`]) pages.set(path, isShared ? [atService] : [])
  return { pages, missing }
}

function isOfBrowser({ method, message }: ServiceRequest): boolean {
  return reading.includes(method) && namesHtml(message.headers.accept)
}

/** Whether a program has taken the address of a page for that of the service. */
function isOfProgram({ method, query }: ServiceRequest): boolean {
  return method === 'POST' || /(?:^|&)action=/.test(query)
}
