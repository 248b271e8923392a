import type { TextGenerator } from '../catalogue/catalogue.ts'
import type { Language } from '../catalogue/locale.ts'
import { categories } from '../engine/generator.ts'
import type { Category } from '../engine/generator.ts'
import { listForm } from './form.ts'
import type { Filled } from './form.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'
import type { Page } from './layout.ts'
import { showSample } from './sample.ts'
import { listPath, listTranslations } from './site.ts'
import type { Site } from './site.ts'

/** The page of all styles of one text: of the visitor's, or of each style's own sample. */
export function listPage(language: Language, filled: Filled, site: Site): Page {
  const texts = site.texts(language)
  const { text } = texts
  const count = site.services.catalogue.size
  const byCategory = groupByCategory(site)
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
${listForm(filled, texts)}<nav class="jump" aria-label="${text('categories-navigation')}">
<ul>
${headings.map(([category, name]) => html`<li><a href="#${category}">${name}</a></li>\n`)}</ul>
</nav>
${headings.map(([category, name]) => {
      return html`<section aria-labelledby="${category}">
<h2 class="category" id="${category}">${name}</h2>
${listRows(byCategory.get(category) ?? [], language, filled)}</section>
`
    })}`,
  }
}

/**
 * Rows of styles, for pages in the folder of the language: the name, which leads to the page of the
 * style, and a sample.
 */
export function listRows(
  generators: readonly TextGenerator[],
  language: Language,
  filled: Filled,
): Html {
  const rows = generators.map((generator) => {
    const sample = sampleOf(generator, language, filled)
    const { name, page } = generator.entry(language)
    return html`<li><a href="${page}">${name}</a> ${showSample(sample, 'sample')}</li>\n`
  })
  return html`<ul class="rows">
${rows}</ul>
`
}

function sampleOf(
  { transform, example, data }: TextGenerator,
  language: Language,
  { text, accents }: Filled,
): Parameters<typeof showSample>[0] {
  if (text === '') return { plain: data.sample, styled: example, language }
  return { plain: text, styled: transform(text, language, accents), language }
}

/** The categories that have generators, in their order. */
function groupByCategory({ services }: Site): ReadonlyMap<Category, readonly TextGenerator[]> {
  const all = [...services.catalogue.values()]
  const groups = categories.map((category) => {
    return [category, all.filter(({ data }) => data.category === category)] as const
  })
  return new Map(groups.filter(([, generators]) => generators.length > 0))
}
