import { listedOf } from '../catalogue/catalogue.ts'
import type { TextGenerator } from '../catalogue/catalogue.ts'
import type { Language } from '../catalogue/locale.ts'
import { mostFollowing } from '../engine/chain.ts'
import { categories } from '../engine/generator-file.ts'
import { readsBack } from '../engine/kind.ts'
import { memoize } from '../engine/memo.ts'
import { ApiError } from '../http/api-error.ts'
import type { Turn } from '../http/turn.ts'
import { listKeys } from './browser/keys.ts'
import { plainId } from './browser/styled-text.ts'
import { additionsOf, listForm } from './text-form.ts'
import type { Filled } from './text-form.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'
import type { Page } from './layout.ts'
import { createSampler, showSample } from './samples.ts'
import type { Sampler } from './samples.ts'
import { listPath, listTranslations } from './site.ts'
import type { Site } from './site.ts'

/**
 * Returns the page of all styles, with the visitor's text or each style's own sample. It is at its
 * own path, or at the root of the site.
 */
export async function listPage(
  language: Language,
  filled: Filled,
  site: Site,
  turn: Turn,
  path = listPath(language),
): Promise<Page> {
  const texts = site.texts(language)
  const { text } = texts
  const { catalogue, words } = site.services
  const listed = listedOf(catalogue)
  const count = listed.length
  const additions = additionsOf(catalogue)
  const added = additions.filter(({ slug }) => filled.then.includes(slug))
  if (filled.then.length > Math.min(added.length, mostFollowing)) {
    throw new ApiError('invalidParameter', 'The list accepts three of the styles that it offers.')
  }
  const folder = path === '' ? listPath(language) : ''
  const rowOf = memoize(createRow(createSampler(filled, texts, plainId, added), language, folder))
  for (const generator of catalogue.values()) {
    rowOf(generator)
    if (turn.isOver) await turn.next()
  }
  const retired = [...catalogue.values()].filter(({ file }) => file.retired)
  const { popular, nicks } = await site.findFirst(language, turn)
  const groups = [
    { id: 'popular', name: text('popular-heading'), generators: popular },
    { id: 'nick', name: text('nick-heading'), generators: nicks },
  ].filter(({ generators }) => generators.length > 0)
  const sections = categories.flatMap((id) => {
    const generators = listed.filter(({ data }) => data.category === id)
    return generators.length > 0 ? [{ id, name: words.categoryName(id, language), generators }] : []
  })
  return {
    language,
    path,
    canonicalPath: listPath(language),
    title: text('list-title', { count }),
    description: text('list-description', { count }),
    translations: listTranslations,
    isIndexed: filled.text === '',
    isHome: true,
    main: html`<div class="head">
<h1>${text('list-heading', { count })}</h1>
<p class="lead">${text('list-lead')}</p>
</div>
<div class="bar">
${listForm(additions, filled, texts, folder || './')}<nav class="jump"
aria-label="${text('categories-navigation')}">
<a class="skip" href="#${groups[0]?.id ?? 'styles'}">${text('skip-categories')}</a>
<ul>
${sections.map(({ id, name }) => html`<li><a href="#${id}">${name}</a></li>\n`)}</ul>
</nav>
</div>
${filled.text !== '' && html`<p id="${plainId}" hidden>${filled.text}</p>\n`}${
      groups.map(({ id, name, generators }) => {
        return html`<section class="first" id="${id}" aria-labelledby="${id}-heading">
<h2 class="category" id="${id}-heading">${name}</h2>
${listRows(generators, rowOf, true)}</section>
`
      })
    }<div id="styles">
${sections.map(({ id, name, generators }) => {
      return html`<section aria-labelledby="${id}">
<h2 class="category" id="${id}">${name}</h2>
${listRows(generators, rowOf)}</section>
`
    })}${
      // A star keeps a retired style: its line copies the row.
      retired.length > 0 && listRows(retired, rowOf, false, true)
    }</div>
`,
    liveTexts: listKeys,
  }
}

/**
 * Returns what makes the row of a style: its name, a link to its page, and a sample. `folder` leads
 * to that of the language.
 */
export function createRow(
  sampleOf: Sampler,
  language: Language,
  folder = '',
): (generator: TextGenerator) => Html {
  return (generator) => {
    const { name, page } = generator.entry(language)
    const { data } = generator
    const own = sampleOf(generator)
    // What a decoder reads says more than what comes out.
    const isCode = own.plain === data.sample && readsBack(data.kind)
    const shown = isCode ? { plain: own.styled, styled: own.plain } : own
    const sample = showSample(shown, language, 'sample')
    return html`<li><a href="${folder}${page}">${name}</a> ${sample}</li>\n`
  }
}

/**
 * Returns a list of styles. `namesSlugs` adds the slugs, which scripts need if styles are left out.
 * Nothing shows a list that `isHidden`.
 */
export function listRows(
  generators: readonly TextGenerator[],
  rowOf: (generator: TextGenerator) => Html,
  namesSlugs = false,
  isHidden = false,
): Html {
  const slugs = namesSlugs && html` data-styles="${generators.map(({ slug }) => slug).join(' ')}"`
  return html`<ul class="rows"${slugs}${isHidden && html` hidden`}>
${generators.map(rowOf)}</ul>
`
}
