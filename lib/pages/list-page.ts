import type { TextGenerator } from '../catalogue/catalogue.ts'
import type { Language } from '../catalogue/locale.ts'
import { categories } from '../engine/generator-file.ts'
import type { Category } from '../engine/generator-file.ts'
import { formTexts, listForm } from './form.ts'
import type { Filled } from './form.ts'
import { html } from './html.ts'
import type { Page } from './layout.ts'
import { listPath, listTranslations } from './site.ts'
import type { Site } from './site.ts'
import { createSampler, listRows, plainId } from './style-rows.ts'

/** The texts that scripts use in rows of styles. */
export const rowTexts = ['copy-button', 'copy-name', 'copy-done', 'copy-failed'] as const

/** Returns the page of all styles, with the visitor's text or each style's own sample. */
export function listPage(language: Language, filled: Filled, site: Site): Page {
  const texts = site.texts(language)
  const { text } = texts
  const count = site.services.catalogue.size
  const byCategory = groupByCategory(site)
  const sampleOf = createSampler(filled, language, plainId)
  const headings = [...byCategory.keys()].map((category) => {
    return [category, site.services.words.categoryName(category, language)] as const
  })
  return {
    language,
    path: listPath(language),
    title: text('list-title', { count }),
    description: text('list-description', { count }),
    canonical: listPath(language),
    translations: listTranslations,
    isIndexed: filled.text === '',
    main: html`<h1>${text('list-heading', { count })}</h1>
<p class="lead">${text('list-lead')}</p>
${listForm(filled, texts)}${
      filled.text !== '' && html`<p id="${plainId}" hidden>${filled.text}</p>\n`
    }<nav class="jump" aria-label="${text('categories-navigation')}">
<ul>
${headings.map(([category, name]) => html`<li><a href="#${category}">${name}</a></li>\n`)}</ul>
</nav>
<div id="styles">
${headings.map(([category, name]) => {
      return html`<section aria-labelledby="${category}">
<h2 class="category" id="${category}">${name}</h2>
${listRows(byCategory.get(category) ?? [], language, sampleOf)}</section>
`
    })}</div>
`,
    liveTexts: listTexts,
  }
}

const listTexts = [
  'live-lead',
  'search-label',
  'search-count',
  'search-none',
  'kept-heading',
  'used-heading',
  ...rowTexts,
  ...formTexts,
] as const

/** Returns the categories that have generators, in their order. */
function groupByCategory({ services }: Site): ReadonlyMap<Category, readonly TextGenerator[]> {
  const all = [...services.catalogue.values()]
  const groups = categories.map((category) => {
    return [category, all.filter(({ data }) => data.category === category)] as const
  })
  return new Map(groups.filter(([, generators]) => generators.length > 0))
}
