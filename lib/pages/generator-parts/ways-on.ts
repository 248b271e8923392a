import type { TextGenerator } from '../../catalogue/catalogue.ts'
import { languages } from '../../catalogue/locale.ts'
import { curlLine } from '../facts/curl.ts'
import type { Transformation } from '../facts/curl.ts'
import type { Filled } from '../form.ts'
import { html } from '../html.ts'
import type { Html } from '../html.ts'
import { linkTo } from '../layout.ts'
import { createSampler, listRows } from '../list-page.ts'
import { documentationPath } from '../places.ts'
import { generatorPath, listPath } from '../site.ts'
import type { PageTexts } from '../texts.ts'

/** The section with the styles that are close, and the way to all `count` of them. */
export function relatedSection(
  related: readonly TextGenerator[],
  filled: Filled,
  count: number,
  { text, language }: PageTexts,
): Html {
  const rows = listRows(related, language, createSampler(filled, language), true)
  return html`<h2>${text('related-heading')}</h2>
${rows}<p><a href="./">${text('all-styles-link', { count })}</a></p>
`
}

/** The section with the line that has the API do the same. */
export function apiSection(transformation: Transformation, { text, language }: PageTexts): Html {
  const link = linkTo(listPath(language), documentationPath)
  return html`<h2>${text('curl-heading')}</h2>
<pre><code>${curlLine(transformation)}</code></pre>
<p><a href="${link}">${text('documentation-link')}</a></p>
`
}

/** The section with the same style in the other languages, by its names there. */
export function translationsSection(
  generator: TextGenerator,
  { text, language }: PageTexts,
): Html {
  const others = languages.filter((other) => other !== language)
  return html`<h2>${text('translations-heading')}</h2>
<ul>
${others.map((other) => {
    const link = linkTo(listPath(language), generatorPath(generator, other))
    const { name } = generator.entry(other)
    return html`<li><a lang="${other}" hreflang="${other}" href="${link}">${name}</a></li>\n`
  })}</ul>
`
}
