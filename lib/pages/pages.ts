import type { Deciding, Decision } from '../api/decision.ts'
import type { Services } from '../api/actions.ts'
import type { Endpoint, ServiceRequest } from '../api/request.ts'
import { defaultLanguage, languages } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import { memoize } from '../engine/memo.ts'
import { withLines } from '../http/answer.ts'
import type { Answer } from '../http/answer.ts'
import { ApiError, reading } from '../http/api-error.ts'
import { bestLanguage } from '../http/negotiate.ts'
import type { Turn } from '../http/turn.ts'
import { readBuiltFiles } from './built-files.ts'
import { findContent } from './contents.ts'
import type { PageForm } from './contents.ts'
import type { Html } from './html.ts'
import { layOut } from './layout.ts'
import { answerOnce } from './page-answers.ts'
import type { Answering } from './page-answers.ts'
import type { PageRoute } from './routes.ts'
import { createSite } from './site.ts'
import type { Site, SiteSettings } from './site.ts'
import { findMeant, problemOf, statusPage } from './error-pages.ts'
import type { Problem } from './error-pages.ts'
import type { Filled } from './text-form.ts'
import { readFilled, unfilled } from './text-form.ts'

/** The part of a request that pages depend on. */
export type PageTarget = Pick<ServiceRequest, 'method' | 'path' | 'query'> & {
  readonly message: Pick<ServiceRequest['message'], 'headers'>
}

/** Creates the function that opens requests for the pages of a site, which the first one makes. */
export function createPages(settings: SiteSettings, services: Services) {
  const built = readBuiltFiles()
  const site = memoize(() => createSite(settings, built, services))
  return (target: PageTarget, route: PageRoute): Endpoint => openPage(target, route, site())
}

/** Returns what answers a request for a page. It counts if it transforms a text. */
function openPage({ method, query, message }: PageTarget, route: PageRoute, site: Site): Endpoint {
  const language = languageOf(route, message.headers)
  const content = findContent(route, language, site)
  const { form } = content ?? {}
  const { catalogue } = site.services
  const hasForm = form !== undefined && query !== ''
  const filled = hasForm ? readFilled(query, form.mostOf, catalogue) : unfilled
  const isFilled = filled.text !== ''
  const isRead = reading.includes(method)
  const showError = (problem: Problem, error: ApiError, shownForm?: Html): Answer => {
    const page = statusPage(problem, route, language, shownForm, site)
    return answerOnce(layOut(page, site), language, error)
  }
  const showFault = (fault: NonNullable<Filled['fault']>): Answer => {
    const { text } = site.texts(language)
    const problem = { heading: text('bad-request-heading'), lead: text(...fault) }
    return showError(problem, wrong, form?.show(filled))
  }
  const refuse = (error: ApiError): Answer =>
    showError(problemOf(error, site.texts(language), site), error)
  const showText = async (of: PageForm, turn: Turn): Promise<Answer> => {
    try {
      const page = await of.page(filled, turn)
      if (turn.isOver) await turn.next()
      return answerOnce(layOut(page, site), language)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return showFault(['additions-refused'])
    }
  }
  const answer = ({ message: { headers } }: PageTarget, turn: Turn): Answering => {
    if (!isRead) return refuse(notTaken)
    if (filled.fault !== undefined) return showFault(filled.fault)
    if (form !== undefined && isFilled) return showText(form, turn)
    const found = content?.answer(headers, turn)
    return found ?? showError(findMeant(route, language, site), noSuchPage)
  }
  return {
    label: 'page',
    isCounted: isRead && isFilled,
    handle(request): Deciding {
      const canBeKept = isRead && !isFilled && site.isPrepared
      const kept = canBeKept ? content?.answer(request.message.headers) : undefined
      // As lists in JSON that are kept: only what is made waits its turn.
      if (kept !== undefined && !(kept instanceof Promise)) return toDecision(kept)
      return request.inTurns((turn) => {
        const made = site.isPrepared
          ? answer(request, turn)
          : site.prepare(turn).then(() => answer(request, turn))
        return made instanceof Promise ? made.then(toDecision) : toDecision(made)
      })
    },
    fail: (error, lines) => withLines(refuse(error), lines),
  }
}

function toDecision(answer: Answer): Decision {
  return { answer: (lines) => withLines(answer, lines) }
}

const notTaken = new ApiError('methodNotAllowed', 'Pages accept GET and HEAD.', {
  allow: reading.join(', '),
})
const noSuchPage = new ApiError('notFound', 'There is no such page.')
const wrong = new ApiError('invalidParameter', 'The form has an unsupported value.')

function languageOf(route: PageRoute, headers: PageTarget['message']['headers']): Language {
  if ('language' in route) return route.language
  if (route.kind !== 'root') return defaultLanguage
  return bestLanguage(headers['accept-language'], languages)
}
