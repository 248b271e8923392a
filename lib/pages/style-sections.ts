import type { TextGenerator } from '../catalogue/catalogue.ts'
import { languages } from '../catalogue/locale.ts'
import { curlLine } from './facts/curl.ts'
import type { Transformation } from './facts/curl.ts'
import type { CharacterRows } from './facts/letters.ts'
import { dataTable, html } from './html.ts'
import type { Html } from './html.ts'
import { linkTo } from './layout.ts'
import { documentationPath } from './routes.ts'
import { generatorPath, listPath } from './site.ts'
import type { Site } from './site.ts'
import { markUnspoken } from './style-rows.ts'
import type { PageTexts } from './texts.ts'

/** A longer table is folded. */
const mostUnfolded = 12

/**
 * Returns the section with the table of characters and their replacements, or `undefined` if the
 * style changes none.
 */
export function characterSection(
  { slug }: TextGenerator,
  { rows, areAll }: CharacterRows,
  { baseUrl }: Site,
  { text, html: say, language }: PageTexts,
): Html | undefined {
  if (rows.length === 0) return undefined
  const table = dataTable(
    text('characters-caption'),
    [text('characters-input'), text('characters-output'), text('characters-points')],
    rows.map(([input, output]) => {
      // A space or a lone combining mark cannot be seen as the name of a row.
      const name = unseen.test(input) ? pointsOf(input) : input
      return [name, markUnspoken(output), pointsOf(output)]
    }),
  )
  const query = new URLSearchParams({ action: 'get_generator', slug, lang: language })
  const apiLink = `${new URL(baseUrl).pathname}?${query}`
  const link = { link: html`<a href="${apiLink}">`, link_end: html`</a>` }
  return html`<h2>${text('characters-heading')}</h2>
${
    rows.length <= mostUnfolded
      ? table
      : html`<details>
<summary>${text('characters-summary')}</summary>
${table}</details>\n`
  }${!areAll && html`<p class="quiet">${say('characters-rest', link)}</p>\n`}`
}

/** Returns the code points of a text, such as `U+0061 U+0301`. */
function pointsOf(text: string): string {
  const numbers = Array.from(text, (point) => (point.codePointAt(0) ?? 0).toString(16))
  return numbers.map((number) => `U+${number.toUpperCase().padStart(4, '0')}`).join(' ')
}

const unseen = /^[\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\s]*$/u

/** Returns the section with the command that does the same by the API. */
export function apiSection(transformation: Transformation, { text, language }: PageTexts): Html {
  const link = linkTo(listPath(language), documentationPath)
  return html`<h2>${text('curl-heading')}</h2>
<pre><code>${curlLine(transformation)}</code></pre>
<p><a href="${link}">${text('documentation-link')}</a></p>
`
}

/** Returns the section with links to the same style in the other languages. */
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
