import type { IncomingHttpHeaders } from 'node:http'
import { workInSteps } from '../api/decision.ts'
import type { Decision } from '../api/decision.ts'
import type { Services } from '../api/actions.ts'
import { defaultLanguage, languages } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import { finish } from '../engine/steps.ts'
import type { Steps } from '../engine/steps.ts'
import type { Answer } from '../http/answer.ts'
import { ApiError, reading } from '../http/api-error.ts'
import { bestLanguage } from '../http/negotiate.ts'
import { createAssets } from './assets.ts'
import { documentationPage } from './documentation-page.ts'
import { additionsOf, generatorForm, listForm, readFilled, unfilled } from './text-form.ts'
import type { Filled } from './text-form.ts'
import { generatorPage } from './generator-page.ts'
import type { Html } from './html.ts'
import { layOut } from './layout.ts'
import type { Page } from './layout.ts'
import { listPage } from './list-page.ts'
import { answerFile, answerOnce, answerPage, answerRedirect } from './page-answers.ts'
import type { PageRoute } from './routes.ts'
import { readScripts } from './scripts.ts'
import { rootSources } from './root-files.ts'
import { createSite, symbolsPath } from './site.ts'
import type { Site, SiteSettings } from './site.ts'
import { findMeant, problemOf, statusPage } from './small-pages.ts'
import type { Problem } from './small-pages.ts'
import { symbolsPage } from './symbols-page.ts'

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
  readonly decide: () => Decision
  /** Returns a page for an error. */
  refuse(error: ApiError): Answer
}

/**
 * Creates the function that opens requests for the pages of a site. Whatever is made of the
 * services is kept until they are replaced.
 */
export function createPages(settings: SiteSettings) {
  const scripts = readScripts()
  // A replaced catalogue is freed even if no page is visited after the reload.
  const sites = new WeakMap<Services, Site>()
  return (request: PageRequest, services: Services): Visit => {
    const makeScripts = () => createAssets(services, scripts, services.cache)
    const site = sites.get(services) ??
      createSite(settings, scripts.size > 0 ? makeScripts : undefined, services)
    sites.set(services, site)
    return openVisit(request, site)
  }
}

function openVisit(request: PageRequest, site: Site): Visit {
  const { route, method, query } = request
  const language = languageOf(request)
  const texts = site.texts(language)
  const form = findContent(route, language, site)?.form
  const filled = form === undefined ? unfilled : readFilled(query, form.mostOf)
  const isFilled = filled.text !== ''
  const showError = (problem: Problem, error: ApiError): Answer => {
    const shownForm = isFilled ? form?.show(filled) : undefined
    const page = statusPage(problem, route, language, shownForm, site)
    return answerOnce(layOut(page, site), language, error)
  }
  const showFault = (...lead: Parameters<typeof texts.text>): Answer =>
    showError({ heading: texts.text('bad-request-heading'), lead: texts.text(...lead) }, wrong)
  const refuse = (error: ApiError): Answer => showError(problemOf(error, texts, site), error)
  const isRead = reading.some((one) => one === method)
  function* answer(): Steps<Answer> {
    if (!isRead) return refuse(notTaken)
    yield* site.prepareScripts()
    // Before, the scripts could not be found.
    const content = findContent(route, language, site)
    if (content === undefined) {
      yield* site.services.search.prepareAll()
      return showError(findMeant(route, language, site), nothing)
    }
    if (filled.fault !== undefined) return showFault(...filled.fault)
    if (form === undefined || !isFilled) {
      yield* content.prepare?.() ?? []
      return content.answer(request.headers)
    }
    try {
      const page = yield* form.page(filled)
      yield
      return answerOnce(layOut(page, site), language)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return showFault('additions-refused')
    }
  }
  return {
    isCounted: isRead && isFilled,
    decide: () => workInSteps(toDecision(answer()), visitBytes + 2 * query.length, mostWaiting),
    refuse,
  }
}

// Mainly the headers of the request.
const visitBytes = 16 * 1024

// Browsers wait for each answer before they send the next request on a connection.
const mostWaiting = 4

function* toDecision(steps: Steps<Answer>): Steps<Decision> {
  return { kind: 'ready', answer: yield* steps }
}

const notTaken = new ApiError('methodNotAllowed', 'Pages accept GET and HEAD.', {
  allow: reading.join(', '),
})
const nothing = new ApiError('notFound', 'There is no such page.')
const wrong = new ApiError('invalidParameter', 'The form has an unsupported value.')

function languageOf({ route, headers }: PageRequest): Language {
  if ('language' in route) return route.language
  if (route.kind !== 'root') return defaultLanguage
  return bestLanguage(headers['accept-language'], languages)
}

/** What is found at a route. */
interface Content {
  /** Makes its document in steps, unless it is kept. */
  readonly prepare?: () => Steps<void>
  /** Answers a request without a text. */
  answer(headers: IncomingHttpHeaders): Answer
  readonly form?: PageForm
}

/** A form, which can show its page for a text. */
interface PageForm {
  /** Returns the longest text, in code points, to which these styles are added. */
  readonly mostOf: (then: Filled['then']) => number
  readonly show: (filled: Filled) => Html
  /** Makes its page for a text, in steps. */
  readonly page: (filled: Filled) => Steps<Page>
}

// A proxy accepts request lines of 8 KB, and the list transforms the text for each style.
const mostOfGenerator = 500
const mostOfList = 200
const mostOfListWithAdded = 100

/**
 * Returns what a route leads to in a language, or `undefined` if there is nothing. Documents are
 * kept, and would keep the headers of the first request, too, if this function knew them.
 */
function findContent(route: PageRoute, language: Language, site: Site): Content | undefined {
  const { maxTextCodePoints, catalogue } = site.services
  const atRoot = site.sharesAddress ? ['Accept'] : []
  const inSteps = (make: () => Steps<Page>, vary: readonly string[] = []): Content => {
    const document = site.prepare(`${language} ${route.path}`, () => layOut(finish(make()), site))
    return {
      *prepare() {
        if (document.isKept) return
        const page = yield* make()
        yield
        const text = layOut(page, site)
        yield
        document.keep(text)
      },
      answer: (headers) => answerPage(document, language, headers, vary),
    }
  }
  const withForm = (form: PageForm): Content =>
    ({ ...inSteps(() => form.page(unfilled)), form })
  switch (route.kind) {
    case 'redirect':
      return { answer: () => answerRedirect(route.to, route.path === '' ? atRoot : []) }
    case 'asset': {
      const { folder, file } = route
      const asset = site.style.find(folder, file) ?? site.scripts?.find(folder, file)
      if (asset === undefined) return undefined
      const { document, mediaType, caching } = asset
      return { answer: (headers) => answerFile(document, mediaType, headers, caching) }
    }
    case 'root':
      return inSteps(
        () => listPage(language, unfilled, site, route.path),
        [...atRoot, 'Accept-Language'],
      )
    case 'documentation':
      return inSteps(function* () {
        // Its examples name the closest slug.
        yield* site.services.search.prepareAll()
        return documentationPage(site)
      })
    case 'list':
      return withForm({
        mostOf: ({ length }) =>
          Math.min(length === 0 ? mostOfList : mostOfListWithAdded, maxTextCodePoints),
        show: (filled) => listForm(additionsOf(catalogue), filled, site.texts(language)),
        page: (filled) => listPage(language, filled, site),
      })
    case 'generator': {
      const generator = site.generatorAt(language, route.page)
      if (generator === undefined && route.path === symbolsPath(language, site)) {
        return inSteps(function* () { return symbolsPage(language, site) })
      }
      return generator && withForm({
        mostOf: () => Math.min(mostOfGenerator, maxTextCodePoints),
        show: (filled) => generatorForm(generator, language, filled, site),
        *page(filled) {
          yield* site.readStyles()
          return generatorPage(generator, language, filled, site)
        },
      })
    }
    case 'nothing':
      return undefined
    default: {
      const [mediaType, text] = rootSources[route.kind]
      const document = site.prepare(route.path, () => text(site))
      return { answer: (headers) => answerFile(document, mediaType, headers) }
    }
  }
}
