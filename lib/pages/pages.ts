import type { IncomingHttpHeaders } from 'node:http'
import type { Services } from '../api/interface.ts'
import { defaultLanguage, languages } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import type { Answer } from '../http/answer.ts'
import { ApiError, reading } from '../http/api-error.ts'
import { bestLanguage } from '../http/negotiate.ts'
import { createAssets } from './assets.ts'
import { findContent } from './contents.ts'
import { readFilled, unfilled } from './form.ts'
import { layOut } from './layout.ts'
import { answerError, answerFilledPage } from './page-answers.ts'
import type { PageRoute } from './routes.ts'
import { readScripts } from './scripts.ts'
import { createSite } from './site.ts'
import type { Site, SiteSettings } from './site.ts'
import { findMeant, formProblem, problemOf, statusPage } from './status-page.ts'
import type { Problem } from './status-page.ts'

/** The pages of the site. */
export interface Pages {
  /** Opens a request. Whatever is made of the services is kept until others replace them. */
  open(request: PageRequest, services: Services): Visit
}

export interface PageRequest {
  readonly route: PageRoute
  readonly method: string
  /** The text after `?`, still encoded. */
  readonly query: string
  readonly headers: IncomingHttpHeaders
}

/** A request for a page. */
export interface Visit {
  /** Whether it transforms a text and therefore counts as a request. */
  readonly isCounted: boolean
  /** Returns whether the answer is in the cache. */
  isKept(): boolean
  answer(): Answer
  /** Returns a page for an error. */
  refuse(error: ApiError): Answer
}

/** Creates the pages of a site. */
export function createPages(settings: SiteSettings): Pages {
  const scripts = readScripts()
  // A replaced catalogue is freed even if no page is visited after the reload.
  const sites = new WeakMap<Services, Site>()
  return {
    open(request, services) {
      let site = sites.get(services)
      if (site === undefined) {
        const assets = createAssets(services.catalogue, scripts, services.cache)
        site = createSite(settings, assets, services)
        sites.set(services, site)
      }
      return openVisit(request, site)
    },
  }
}

function openVisit(request: PageRequest, site: Site): Visit {
  const { route, method, query, headers } = request
  const language = languageOf(request)
  const texts = site.texts(language)
  const content = findContent(route, language, site)
  const form = content?.form
  const filled = form === undefined ? unfilled : readFilled(query, form.most)
  const isFilled = filled.text !== ''
  const showError = (problem: Problem, error: ApiError): Answer => {
    const shownForm = isFilled ? form?.show(filled) : undefined
    const page = statusPage(problem, { language, path: route.path, form: shownForm }, site)
    return answerError(layOut(page, site), language, error)
  }
  const refuse = (error: ApiError): Answer => showError(problemOf(error, texts, site), error)
  const isRead = reading.some((one) => one === method)
  return {
    isCounted: isRead && isFilled,
    isKept: () => isRead && !isFilled && content?.isKept() === true,
    refuse,
    answer() {
      if (!isRead) return refuse(notTaken)
      if (content === undefined) return showError(findMeant(route, language, site), nothing)
      if (filled.fault !== undefined) return showError(formProblem(filled.fault, texts), wrong)
      if (form === undefined || !isFilled) return content.answer(headers)
      return answerFilledPage(layOut(form.page(filled), site), language)
    },
  }
}

const notTaken = new ApiError('methodNotAllowed', 'Pages accept GET and HEAD.', {
  allow: reading.join(', '),
})
const nothing = new ApiError('notFound', 'There is no such page.')
const wrong = new ApiError('invalidParameter', 'The form has an unsupported value.')

function languageOf({ route, headers }: PageRequest): Language {
  if ('language' in route) return route.language
  if (route.kind !== 'chooser') return defaultLanguage
  return bestLanguage(headers['accept-language'], languages)
}
