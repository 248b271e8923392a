import type { TextGenerator } from '../catalogue/catalogue.ts'
import type { Language } from '../catalogue/locale.ts'
import type { ApiError } from '../http/api-error.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'
import { linkTo } from './layout.ts'
import type { Page } from './layout.ts'
import { generatorPath, listPath } from './site.ts'
import type { Site } from './site.ts'
import type { PageTexts } from './texts.ts'

/** Where something went wrong. */
export interface Spot {
  readonly language: Language
  /** The path that was asked for, below the root of the site. */
  readonly path: string
  /** The form as it was filled in, where there is one. */
  readonly form: Html | undefined
}

/** What went wrong, in words. */
export interface Problem {
  readonly heading: string
  /** What it means, and what to do. */
  readonly lead: Html | string
}

/** The page that tells what went wrong. */
export function statusPage(spot: Spot, { heading, lead }: Problem, site: Site): Page {
  const { language, path, form } = spot
  const all = { link: html`<a href="${linkTo(path, listPath(language))}">`, link_end: html`</a>` }
  return {
    language,
    path,
    title: heading,
    description: heading,
    isIndexed: false,
    main: html`<h1>${heading}</h1>
<p class="lead">${lead}</p>
${form}<p>${site.texts(language).html('not-found-all', all)}</p>
`,
  }
}

/** What an error is in the words of the pages. */
export function problemOf({ status, details }: ApiError, texts: PageTexts, site: Site): Problem {
  const { text } = texts
  if (status === 405) return { heading: text('method-heading'), lead: text('method-lead') }
  if (status === 429) {
    const { limit, windowMs } = site.rateLimit
    const period = texts.duration(windowMs / 1000)
    const wait = texts.duration(details.retryAfterSeconds ?? 1)
    return { heading: text('limit-heading'), lead: text('limit-lead', { limit, period, wait }) }
  }
  if (status === 503) {
    return { heading: text('unavailable-heading'), lead: text('unavailable-lead') }
  }
  return { heading: text('fault-heading'), lead: text('fault-lead') }
}

/** What is wrong with a form. */
export function formProblem(fault: string, { text }: PageTexts): Problem {
  return { heading: text('bad-request-heading'), lead: fault }
}

/** What is told where nothing is: the page that may be meant, if one is close. */
export function notFound(
  { language, path }: Pick<Spot, 'language' | 'path'>,
  meant: TextGenerator | undefined,
  site: Site,
): Problem {
  const { text, html: say } = site.texts(language)
  const heading = text('not-found-heading')
  if (meant === undefined) return { heading, lead: text('not-found-lead') }
  const link = html`<a href="${linkTo(path, generatorPath(meant, language))}">`
  const { name } = meant.entry(language)
  return { heading, lead: say('not-found-meant', { name, link, link_end: html`</a>` }) }
}
