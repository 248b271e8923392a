import type { Deciding, Decision } from '../api/decision.ts'
import type { Services } from '../api/services.ts'
import type { ServiceRequest } from '../api/request.ts'
import { defaultLanguage, languages } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import { memoize } from '../engine/memo.ts'
import { withLines } from '../http/answer.ts'
import type { Answer, HeaderLines } from '../http/answer.ts'
import { ApiError } from '../http/api-error.ts'
import { bestLanguage } from '../http/negotiate.ts'
import type { Turn } from '../http/turn.ts'
import { readBuiltFiles } from './built-files.ts'
import { findContent } from './contents.ts'
import type { PageForm } from './contents.ts'
import type { Html } from './html.ts'
import { layOut } from './layout.ts'
import { answerOnce } from './page-answers.ts'
import type { Answering } from './page-answers.ts'
import { findRoute, missingRoute, sitePathOf } from './routes.ts'
import { createSite } from './site.ts'
import type { Site, SiteSettings } from './site.ts'
import { findMeant, problemOf, statusPage } from './error-pages.ts'
import type { Problem } from './error-pages.ts'
import type { Filled } from './text-form.ts'
import { readFilled, unfilled } from './text-form.ts'

/** The part of a request that pages depend on. */
export type PageTarget = Pick<ServiceRequest, 'path' | 'query'> & {
  readonly message: Pick<ServiceRequest['message'], 'headers'>
}

/** Creates the endpoint of all pages of a site, which the first request makes. */
export function createPages(settings: SiteSettings, services: Services) {
  const built = readBuiltFiles()
  const site = memoize(() => createSite(settings, built, services))
  const sitePath = sitePathOf(settings.siteUrl)
  const open = (target: PageTarget): OpenPage => openPage(target, sitePath, site())
  return {
    label: 'page' as const,
    /** A request counts if it transforms a text. */
    isCounted: (target: PageTarget) => target.query !== '' && open(target).filled.text !== '',
    handle(request: PageTarget & Pick<ServiceRequest, 'inTurns'>): Deciding {
      const page = open(request)
      const kept = page.findKept()
      // As lists in JSON that are kept: only what is made waits its turn.
      if (kept !== undefined) return toDecision(kept)
      return request.inTurns((turn) => {
        const made = site().isPrepared
          ? page.answer(turn)
          : site().prepare(turn).then(() => page.answer(turn))
        return made instanceof Promise ? made.then(toDecision) : toDecision(made)
      })
    },
    fail: (error: ApiError, lines: HeaderLines, target: PageTarget) =>
      withLines(open(target).fail(error), lines),
  }
}

type OpenPage = ReturnType<typeof openPage>

/** Opens the page of a request, with what is filled in. */
function openPage({ path, query, message: { headers } }: PageTarget, sitePath: string, site: Site) {
  const route = findRoute(path, sitePath) ?? missingRoute(path, sitePath, languageOf(headers))
  const language = 'language' in route ? route.language
    : route.kind === 'root' ? languageOf(headers) : defaultLanguage
  const content = findContent(route, language, site)
  const { form } = content ?? {}
  const { catalogue } = site.services
  const hasForm = form !== undefined && query !== ''
  const filled = hasForm ? readFilled(query, form.mostOf, catalogue) : unfilled
  const showError = (problem: Problem, error: ApiError, shownForm?: Html): Answer => {
    const page = statusPage(problem, route, language, shownForm, site)
    return answerOnce(layOut(page, site), language, error)
  }
  const showFault = (fault: NonNullable<Filled['fault']>): Answer => {
    const { text } = site.texts(language)
    const problem = { heading: text('bad-request-heading'), lead: text(...fault) }
    return showError(problem, wrong, form?.show(filled))
  }
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
  const showMissing = async (turn: Turn): Promise<Answer> => {
    await site.services.prepareSlugs(language, turn)
    const first = await site.findFirst(language, turn)
    return showError(findMeant(route, language, site, first), noSuchPage)
  }
  return {
    filled,
    /** Returns the answer if it is kept. */
    findKept(): Answer | undefined {
      if (filled.text !== '' || !site.isPrepared) return undefined
      const kept = content?.answer(headers)
      return kept instanceof Promise ? undefined : kept
    },
    /** Makes the answer. */
    answer(turn: Turn): Answering {
      if (filled.fault !== undefined) return showFault(filled.fault)
      if (form !== undefined && filled.text !== '') return showText(form, turn)
      return content?.answer(headers, turn) ?? showMissing(turn)
    },
    /** Makes the answer for an error. */
    fail: (error: ApiError): Answer =>
      showError(problemOf(error, site.texts(language), site), error),
  }
}

function toDecision(answer: Answer): Decision {
  return { answer: (lines) => withLines(answer, lines) }
}

const noSuchPage = new ApiError('notFound', 'There is no such page.')
const wrong = new ApiError('invalidParameter', 'The form has an unsupported value.')

function languageOf(headers: PageTarget['message']['headers']): Language {
  return bestLanguage(headers['accept-language'], languages)
}
