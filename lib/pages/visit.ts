import type { IncomingHttpHeaders } from 'node:http'
import type { TextGenerator } from '../catalogue/catalogue.ts'
import { defaultLanguage, languages } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import type { Answer } from '../http/answer.ts'
import { ApiError, reading } from '../http/api-error.ts'
import { bestLanguage } from '../http/negotiate.ts'
import type { PreparedAnswer } from '../http/prepared-answer.ts'
import { chooserPage } from './chooser-page.ts'
import { documentationPage } from './documentation-page.ts'
import { generatorForm, listForm, readFilled, unfilled } from './form.ts'
import type { Filled } from './form.ts'
import { generatorPage } from './generator-page.ts'
import type { Html } from './html.ts'
import { layOut } from './layout.ts'
import type { Page } from './layout.ts'
import { listPage } from './list-page.ts'
import { fileTypes } from './page-answers.ts'
import type { PageAnswers } from './page-answers.ts'
import type { Place } from './places.ts'
import { icon, robots, sitemap } from './sitemap.ts'
import { formProblem, notFound, problemOf, statusPage } from './status-page.ts'
import type { Problem } from './status-page.ts'
import type { Site } from './site.ts'

/** A request for what lies at a place. */
export interface PageRequest {
  readonly place: Place
  readonly method: string
  /** What follows `?`, still encoded. */
  readonly query: string
  readonly headers: IncomingHttpHeaders
}

/** What comes of a request for a page. */
export interface Visit {
  /** Whether it transforms a text: then it counts as a request. */
  readonly isCounted: boolean
  /** Whether the answer is kept and need not be made. */
  isReady(): boolean
  answer(): Answer
  /** The page that tells of an error instead. */
  refuse(error: ApiError): Answer
}

/** What a visit works with. */
export interface Shown {
  readonly site: Site
  readonly answers: PageAnswers
  /** A document that stays as it is, made once. */
  readonly once: (key: string, document: () => string) => PreparedAnswer
  /** Whether the document of a key is kept. */
  readonly keeps: (key: string) => boolean
}

/** The longest text of a form in code points: a proxy takes lines of 8 KB, and the list is long. */
const mostOfGenerator = 500
const mostOfList = 200

/** Finds out what a request for a page is about. */
export function openVisit(request: PageRequest, shown: Shown): Visit {
  const { method, query } = request
  const language = languageOf(request)
  const content = findContent(request, language, shown.site)
  const filled = content?.form === undefined ? unfilled : readFilled(query, content.form.most)
  const tell = (problem: Problem, error: ApiError): Answer => {
    const form = filled.text === '' ? undefined : content?.form?.show(filled)
    const page = statusPage({ language, path: request.place.path, form }, problem, shown.site)
    return shown.answers.ofError(layOut(page, shown.site), language, error)
  }
  const refuse = (error: ApiError): Answer =>
    tell(problemOf(error, shown.site.texts(language), shown.site), error)
  const isRead = reading.some((taken) => taken === method)
  return {
    isCounted: isRead && filled.text !== '',
    refuse,
    isReady: () => isRead && filled.text === '' && isKept(request.place, language, shown),
    answer() {
      if (!isRead) return refuse(notTaken)
      if (content === undefined) {
        return answerFile(request, shown) ?? tell(findMeant(request, shown.site), nothing)
      }
      const { fault } = filled
      if (fault !== undefined) {
        const texts = shown.site.texts(language)
        return tell(formProblem(fault(texts), texts), wrong)
      }
      return answerContent(content, filled, request, shown)
    },
  }
}

/** Whether what lies there can be sent as it is kept. */
function isKept({ kind, path }: Place, language: Language, { keeps }: Shown): boolean {
  return kind === 'redirect' || keeps(keyOf(path, language))
}

function keyOf(path: string, language: Language): string {
  return `${language} ${path}`
}

const notTaken = new ApiError('methodNotAllowed', 'A page takes GET and HEAD.', {
  allow: reading.join(', '),
})
const nothing = new ApiError('notFound', 'There is no such page.')
const wrong = new ApiError('invalidParameter', 'The form takes something else.')

/** What is on a page. */
interface Content {
  readonly language: Language
  readonly page: (filled: Filled) => Page
  /** The headers of the request that it depends on. */
  readonly vary?: readonly string[]
  readonly form?: { readonly most: number; readonly show: (filled: Filled) => Html }
}

function findContent(
  { place }: PageRequest,
  language: Language,
  site: Site,
): Content | undefined {
  const { maxTextCodePoints } = site.services
  if (place.kind === 'chooser') {
    const vary = [...atRoot(site), 'Accept-Language']
    return { language, vary, page: () => chooserPage(language, site) }
  }
  if (place.kind === 'documentation') {
    return { language, page: () => documentationPage(site) }
  }
  if (place.kind === 'list') {
    const show = (filled: Filled): Html => listForm(filled, site.texts(language))
    const form = { most: Math.min(mostOfList, maxTextCodePoints), show }
    return { language, page: (filled) => listPage(language, filled, site), form }
  }
  if (place.kind !== 'generator') return undefined
  const { page } = place
  const generator = site.generatorAt(language, page)
  if (generator === undefined) return undefined
  const show = (filled: Filled): Html =>
    generatorForm(generator, filled, undefined, site.texts(language))
  const form = { most: Math.min(mostOfGenerator, maxTextCodePoints), show }
  return { language, page: (filled) => generatorPage(generator, language, filled, site), form }
}

/** The headers that the answer at the address of the site depends on. */
function atRoot({ sharesAddress }: Site): readonly string[] {
  return sharesAddress ? ['Accept'] : []
}

function answerContent(
  { language, page, vary }: Content,
  filled: Filled,
  { place, headers }: PageRequest,
  { site, answers, once }: Shown,
): Answer {
  const write = (): string => layOut(page(filled), site)
  if (filled.text !== '') return answers.ofMoment(write(), language)
  const content = once(keyOf(place.path, language), write)
  return answers.page(content, language, headers, vary)
}

/** What lies there that is no page. */
function answerFile({ place, headers }: PageRequest, shown: Shown): Answer | undefined {
  const { site, answers, once } = shown
  const key = keyOf(place.path, defaultLanguage)
  switch (place.kind) {
    case 'redirect':
      return answers.redirect(place.to, place.path === '' ? atRoot(site) : [])
    case 'sitemap':
      return answers.file(once(key, () => sitemap(site)), fileTypes.xml, headers)
    case 'robots':
      return answers.file(once(key, () => robots(site)), fileTypes.text, headers)
    case 'icon':
      return answers.file(once(key, () => icon), fileTypes.svg, headers)
    case 'asset': {
      const asset = site.assets.find(place.folder, place.file)
      return asset && answers.asset(asset, site.assets.isPresent(place.folder), headers)
    }
    default:
      return undefined
  }
}

function languageOf({ place, headers }: PageRequest): Language {
  if ('language' in place) return place.language
  if (place.kind !== 'chooser') return defaultLanguage
  return bestLanguage(headers['accept-language'], languages)
}

/** The page that may be meant where nothing is: by the address of another language, or mistyped. */
function findMeant({ place }: PageRequest, site: Site): Problem {
  const { path } = place
  const language = 'language' in place ? place.language : defaultLanguage
  const [, asked = ''] = path.split('/')
  const slug = site.services.findSlug(asked)
  const meant: TextGenerator | undefined =
    slug === undefined ? undefined : site.services.catalogue.get(slug)
  return notFound({ language, path }, meant, site)
}
