import type { TextGenerator } from '../catalogue/catalogue.ts'
import { languages } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import type { ApiError } from '../http/api-error.ts'
import { listKeys } from './browser/keys.ts'
import type { FirstStyles } from './first-styles.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'
import { linkTo } from './layout.ts'
import type { Page } from './layout.ts'
import { createRow, listRows } from './list-page.ts'
import type { PageRoute } from './routes.ts'
import { generatorPath, listPath, symbolsPath } from './site.ts'
import type { PageTexts } from './page-texts.ts'
import { createSampler } from './samples.ts'
import type { Site } from './site.ts'
import { shortForm, unfilled } from './text-form.ts'

export interface Problem {
  readonly heading: string
  /** What it means and what to do. */
  readonly lead: Html | string
  /** What the visitor may want instead: first styles, which follow a field. */
  readonly instead?: Html
}

/** Returns the page for a problem at a path, with the form as it was filled in, if there is one. */
export function statusPage(
  { heading, lead, instead }: Problem,
  { path }: PageRoute,
  language: Language,
  form: Html | undefined,
  site: Site,
): Page {
  const all = { link: html`<a href="${linkTo(path, listPath(language))}">`, link_end: html`</a>` }
  return {
    language,
    path,
    title: heading,
    description: heading,
    isError: true,
    isIndexed: false,
    main: html`<h1>${heading}</h1>
<p class="lead">${lead}</p>
${form}${instead}<p>${site.texts(language).html('not-found-all', all)}</p>
`,
    ...(instead && { liveTexts: listKeys, part: 'live-generator.js' }),
  }
}

/** Returns an error in the words of the pages. */
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

/**
 * Returns the problem of a route that leads to nothing. It names the page that may be meant, such
 * as one with this address in another language, or with a similar one.
 */
export function findMeant(
  route: PageRoute,
  language: Language,
  site: Site,
  { popular }: FirstStyles,
): Problem {
  const heading = site.texts(language).text('not-found-heading')
  const instead = firstRows(popular.slice(0, mostRows), route, language, site)
  return { heading, lead: leadToMeant(route, language, site), instead }
}

/** Returns a field, and the styles that follow it if there are scripts. */
function firstRows(
  styles: readonly TextGenerator[],
  { path }: PageRoute,
  language: Language,
  site: Site,
): Html {
  const texts = site.texts(language)
  const folder = linkTo(path, listPath(language))
  return html`${shortForm(texts, folder)}<h2>${texts.text('popular-heading')}</h2>
${listRows(styles, createRow(createSampler(unfilled, texts), language, folder), true)}`
}

const mostRows = 6

function leadToMeant({ path }: PageRoute, language: Language, site: Site): Problem['lead'] {
  const { text, html: say } = site.texts(language)
  const [first = '', asked = first] = path.split('/')
  const linkBack = (to: string): Html => html`<a href="${linkTo(path, to)}">`
  if (languages.some((one) => site.texts(one).text('symbols-page') === asked)) {
    const link = linkBack(symbolsPath(language, site))
    const name = text('symbols-button')
    return say('not-found-meant', { name, link, link_end: html`</a>` })
  }
  const { findSlug, catalogue } = site.services
  const meant = catalogue.get(findSlug(asked, language) ?? '')
  if (meant === undefined) return text('not-found-lead')
  const link = linkBack(generatorPath(meant, language))
  const { name } = meant.entry(language)
  return say('not-found-meant', { name, link, link_end: html`</a>` })
}
