import type { TextGenerator } from '../catalogue/catalogue.ts'
import { languages } from '../catalogue/locale.ts'
import { measureText } from './browser/styled-text.ts'
import { curlLine } from './facts/curl.ts'
import type { Transformation } from './facts/curl.ts'
import type { Facts, WayBack } from './facts/facts.ts'
import { dataTable, html } from './html.ts'
import type { Hole, Html } from './html.ts'
import { linkTo } from './layout.ts'
import { markUnspoken } from './list-page.ts'
import { documentationPath } from './routes.ts'
import { generatorPath, listPath } from './site.ts'
import type { Site } from './site.ts'
import type { PageTexts, TextKey } from './texts.ts'

/** Returns the list of facts about a style. `result` is the text whose length is shown. */
export function factsList(facts: Facts, result: string, texts: PageTexts): Html {
  const { text } = texts
  const rows: ReadonlyArray<readonly [name: TextKey, fact: Hole]> = [
    ['fact-reading', describeReading(facts, texts)],
    ['fact-support', describeSupport(facts, texts)],
    ['fact-plain', listPlainLetters(facts, texts)],
    ...(facts.wayBack ? [['fact-back', describeWayBack(facts.wayBack, texts)] as const] : []),
    ['fact-length', describeLengths(result, texts)],
  ]
  return html`<h2>${text('facts-heading')}</h2>
<dl class="facts">
${rows.map(([name, fact]) => html`<dt>${text(name)}</dt>\n<dd>${fact}</dd>\n`)}</dl>
`
}

function describeReading({ reading }: Facts, texts: PageTexts): Html {
  const { text } = texts
  return html`<p>${text(`reading-${reading}`)}</p>
${reading === 'mathematical' && readersTable(texts)}<p class="quiet">${text('reading-dated')}</p>`
}

function describeSupport({ unicode, support }: Facts, { text }: PageTexts): Html {
  return html`<p>${describeVersion(unicode, text)} ${text(`support-${support.letters}`)}</p>${
    support.accents === 'risky' && html`\n<p>${text('support-accents')}</p>`
  }`
}

function describeVersion(unicode: Facts['unicode'], text: PageTexts['text']): string {
  if (unicode === undefined) return text('unicode-unknown')
  const { version, year } = unicode
  if (year === undefined) return text('unicode-version', { version })
  return text('unicode-year', { version, year: String(year) })
}

function listPlainLetters({ plainLetters: { names, isAll } }: Facts, { text }: PageTexts): string {
  if (isAll) return text('plain-all')
  return names.length === 0 ? text('plain-none') : names.join(' ')
}

function describeWayBack(wayBack: WayBack, { html: say, language }: PageTexts): Html {
  if (!('by' in wayBack)) return say(`back-${wayBack.kind}`)
  const { name, page } = wayBack.by.entry(language)
  const link = { name, link: html`<a href="${page}">`, link_end: html`</a>` }
  return say(`back-${wayBack.kind}`, link)
}

function describeLengths(result: string, { text }: PageTexts): Html {
  const items = measureText(result).map(([key, count]) => html`<li>${text(key, { count })}</li>\n`)
  return html`<ul class="lengths">\n${items}</ul>`
}

/**
 * How screen readers read mathematical letters, as tested in March 2025:
 * https://adrianroselli.com/2025/03/dont-use-fake-bold-or-italic-in-social-media.html
 * NVDA has normalised text since then: https://github.com/nvaccess/nvda/pull/17017
 */
const readers = [
  ['reader-nvda-new', 'heard-letters'],
  ['reader-nvda-old', 'heard-nothing'],
  ['reader-jaws', 'heard-names'],
  ['reader-voiceover', 'heard-nothing'],
  ['reader-narrator', 'heard-nothing'],
  ['reader-talkback', 'heard-letters'],
] as const satisfies ReadonlyArray<readonly [reader: TextKey, heard: TextKey]>

/** Returns the table of how each screen reader reads mathematical letters. */
function readersTable({ text }: PageTexts): Html {
  return dataTable(
    text('readers-caption'),
    [text('readers-reader'), text('readers-heard')],
    readers.map(([reader, heard]) => [text(reader), text(heard)]),
  )
}

/** A longer table is folded. */
const mostUnfolded = 12

/** Returns the section with the notations that a decoder reads; `undefined` for other styles. */
export function notationSection(
  { file, transform }: TextGenerator,
  { text, language }: PageTexts,
): Html | undefined {
  if (file.notations.length === 0) return undefined
  const heading = text('notations-heading')
  const columns = [text('characters-input'), text('characters-output')]
  const rows = file.notations.map((written) => [written, transform(written, language)] as const)
  return html`<h2>${heading}</h2>
${dataTable(heading, columns, rows)}`
}

/**
 * Returns the section with the table of characters and their replacements, or `undefined` if the
 * style changes none.
 */
export function characterSection(
  { slug }: TextGenerator,
  { rows, areAll }: Facts['characters'],
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
