import type { IncomingHttpHeaders } from 'node:http'
import type { Deciding, Decision, InTurns } from '../api/decision.ts'
import type { Services } from '../api/actions.ts'
import { defaultLanguage, languages } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import { memoize } from '../engine/memo.ts'
import type { Answer } from '../http/answer.ts'
import { ApiError, reading } from '../http/api-error.ts'
import { bestLanguage } from '../http/negotiate.ts'
import type { Turn } from '../http/turn.ts'
import { readBuiltFiles } from './built-files.ts'
import { findContent } from './contents.ts'
import type { PageForm } from './contents.ts'
import { layOut } from './layout.ts'
import { answerOnce } from './page-answers.ts'
import type { Answering } from './page-answers.ts'
import type { PageRoute } from './routes.ts'
import { createSite } from './site.ts'
import type { Site, SiteSettings } from './site.ts'
import { findMeant, problemOf, statusPage } from './small-pages.ts'
import type { Problem } from './small-pages.ts'
import { readFilled, unfilled } from './text-form.ts'

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
  readonly decide: (inTurns: InTurns) => Deciding
  /** Returns a page for an error. */
  refuse(error: ApiError): Answer
}

/** Creates the function that opens requests for the pages of a site, which the first one makes. */
export function createPages(settings: SiteSettings, services: Services) {
  const built = readBuiltFiles()
  const site = memoize(() => createSite(settings, built, services))
  return (request: PageRequest): Visit => openVisit(request, site())
}

function openVisit(request: PageRequest, site: Site): Visit {
  const { route, method, query } = request
  const language = languageOf(request)
  const texts = site.texts(language)
  const content = findContent(route, language, site)
  const { form, isKept = true } = content ?? {}
  const { catalogue } = site.services
  const filled = form === undefined ? unfilled : readFilled(query, form.mostOf, catalogue)
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
  const showText = async (of: PageForm, turn: Turn): Promise<Answer> => {
    try {
      const page = await of.page(filled, turn)
      if (turn.isOver) await turn.next()
      return answerOnce(layOut(page, site), language)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return showFault('additions-refused')
    }
  }
  const answer = (turn: Turn): Answering => {
    if (!isRead) return refuse(notTaken)
    if (filled.fault !== undefined) return showFault(...filled.fault)
    if (form !== undefined && isFilled) return showText(form, turn)
    const found = content?.answer(request.headers, turn)
    return found ?? showError(findMeant(route, language, site), nothing)
  }
  return {
    isCounted: isRead && isFilled,
    decide: (inTurns) => {
      const load = { heldBytes: 2 * filled.text.length, isLarge: isFilled || !isKept, mostWaiting }
      return inTurns(load, (turn) => {
        const made = site.isPrepared ? answer(turn) : site.prepare(turn).then(() => answer(turn))
        return made instanceof Promise ? made.then(toDecision) : toDecision(made)
      })
    },
    refuse,
  }
}

function toDecision(answer: Answer): Decision {
  return { kind: 'ready', answer }
}

// Browsers wait for each answer before they send the next request on a connection.
const mostWaiting = 4

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
