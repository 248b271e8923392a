import type { TextGenerator } from '../catalogue/catalogue.ts'
import type { Language } from '../catalogue/locale.ts'
import { categories } from '../engine/generator-file.ts'
import type { Category } from '../engine/generator-file.ts'
import { shareText } from '../engine/text.ts'
import { formTexts, listForm } from './form.ts'
import type { Filled } from './form.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'
import type { Page } from './layout.ts'
import { showSample } from './sample.ts'
import type { Sample } from './sample.ts'
import { listPath, listTranslations } from './site.ts'
import type { Site } from './site.ts'

/** The texts that scripts take for rows of styles. */
export const rowTexts = ['copy-button', 'copy-name', 'copy-done', 'copy-failed'] as const

/** The page of all styles of one text: of the visitor's, or of each style's own sample. */
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

/**
 * Rows of styles, for pages in the folder of the language: the name, which leads to the page of the
 * style, and a sample. The list names its slugs for scripts where it is not that of all styles.
 */
export function listRows(
  generators: readonly TextGenerator[],
  language: Language,
  sampleOf: Sampler,
  namesSlugs = false,
): Html {
  const rows = generators.map((generator) => {
    const { name, page } = generator.entry(language)
    return html`<li><a href="${page}">${name}</a> ${showSample(sampleOf(generator), 'sample')}</li>
`
  })
  const slugs = namesSlugs && html` data-styles="${generators.map(({ slug }) => slug).join(' ')}"`
  return html`<ul class="rows"${slugs}>
${rows}</ul>
`
}

/** Gives what a style makes of something. */
export type Sampler = (generator: TextGenerator) => Sample

/** The element that holds the text that is filled in: hundreds of samples have it as their name. */
const plainId = 'plain'

/**
 * Gives what styles make of the text that is filled in, or else of their own samples; `plainId` is
 * that of an element which holds the text.
 */
export function createSampler(
  { text, accents }: Filled,
  language: Language,
  plainId?: string,
): Sampler {
  if (text === '') {
    return ({ data, example }) => ({ plain: data.sample, styled: example, language })
  }
  const shared = shareText(text)
  return ({ transform, fault }) => {
    // A damaged style must not hide all others.
    const styled = fault() === undefined ? transform(shared, language, accents) : text
    return { plain: text, styled, language, ...(plainId === undefined ? {} : { plainId }) }
  }
}

/** The categories that have generators, in their order. */
function groupByCategory({ services }: Site): ReadonlyMap<Category, readonly TextGenerator[]> {
  const all = [...services.catalogue.values()]
  const groups = categories.map((category) => {
    return [category, all.filter(({ data }) => data.category === category)] as const
  })
  return new Map(groups.filter(([, generators]) => generators.length > 0))
}
