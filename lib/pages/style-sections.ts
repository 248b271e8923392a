import type { TextGenerator } from '../catalogue/catalogue.ts'
import { defaultLanguage, languages } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import { measureText } from './browser/styled-text.ts'
import { glimpseOf, scriptsOf } from './facts/about.ts'
import type { Kind } from './facts/about.ts'
import { curlLine } from './facts/curl.ts'
import type { Transformation } from './facts/curl.ts'
import type { Facts, WayBack } from './facts/facts.ts'
import { dataTable, folded, html } from './html.ts'
import type { Hole, Html } from './html.ts'
import { linkTo } from './layout.ts'
import { markUnspoken } from './list-page.ts'
import { documentationPath } from './routes.ts'
import { generatorPath, listPath } from './site.ts'
import type { Site } from './site.ts'
import type { PageTexts, TextKey } from './texts.ts'

/** Returns the facts about a style, then how long a result is and how to get it by the API. */
export function factsSection(
  facts: Facts,
  kind: Kind,
  result: string,
  transformation: Transformation,
  texts: PageTexts,
): Html {
  const { text } = texts
  const all: ReadonlyArray<readonly [name: TextKey, fact: Hole]> = [
    ['fact-reading', describeReading(facts, kind, texts)],
    ['fact-support', describeSupport(facts, texts)],
    // The first sentence says that these letters stay.
    ['fact-plain', framing.includes(kind) ? undefined : listPlainLetters(facts, texts)],
    ['fact-back', facts.wayBack && describeWayBack(facts.wayBack, texts)],
  ]
  // What comes out of a decoder depends on the text, and is plain.
  const own = all.slice(kind === 'decoder' || kind === 'plain' ? 3 : 0)
  const rows = own.filter(([, fact]) => fact !== undefined)
  const list = html`<dl class="facts">
${rows.map(([name, fact]) => html`<dt>${text(name)}</dt>\n<dd>${fact}</dd>\n`)}</dl>
`
  return html`<h2>${text('facts-heading')}</h2>
${[
    rows.length > 0 && list,
    folded(text('fact-length'), describeLengths(result, texts)),
    folded(text('curl-heading'), describeRequest(transformation, texts)),
  ]}`
}

const framing: readonly Kind[] = [
  ...(['between', 'around', 'wrapped', 'boxed', 'case', 'reversed', 'lines'] as const),
  ...(['gesture', 'spoilers'] as const),
]

function describeReading({ reading }: Facts, kind: Kind, texts: PageTexts): Html {
  const { text } = texts
  return html`<p>${text(`reading-${reading}`)}</p>
${kind === 'mathematical' && readersTable(texts)}<p class="quiet">${text('reading-dated')}</p>`
}

function describeSupport({ unicode, support, boxing }: Facts, { text, language }: PageTexts): Html {
  const names = new Intl.ListFormat(language, { type: 'disjunction' }).format(boxing)
  return html`<p>${describeVersion(unicode, text)} ${text(`support-${support.letters}`)}</p>${[
    support.accents === 'risky' && html`\n<p>${text('support-accents')}</p>`,
    boxing.length > 0 && html`\n<p>${text('support-added', { names })}</p>`,
  ]}`
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
  return html`<ul class="lengths">\n${items}</ul>\n`
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
  const table = dataTable(
    text('readers-caption'),
    [text('readers-reader'), text('readers-heard')],
    readers.map(([reader, heard]) => [text(reader), text(heard)]),
  )
  return folded(text('readers-summary'), table)
}

/** Returns the sentence that says what a style is and what it is good for. */
export function leadOf(
  generator: TextGenerator,
  kind: Kind,
  { services: { catalogue } }: Site,
  { html: say, language }: PageTexts,
): Html {
  return html`<p class="lead">${say(`about-${kind}`, {
    letters: markUnspoken(glimpseOf(generator, kind)),
    scripts: kind === 'alphabet' ? scriptNames(generator, language) : '',
    code: catalogue.get(generator.decodes ?? '')?.entry(language).name ?? '',
    sample: markUnspoken(generator.data.sample),
  })}</p>
`
}

/** Returns the names of the scripts from which a style borrows letters. */
function scriptNames({ transform }: TextGenerator, language: Language): string {
  const own = new Intl.DisplayNames(language, { type: 'script', fallback: 'none' })
  const english = new Intl.DisplayNames(defaultLanguage, { type: 'script' })
  return scriptsOf(transform).map((tag) => own.of(tag) ?? english.of(tag)).join(', ')
}

/** Returns the command that does the same by the API. */
function describeRequest(transformation: Transformation, { text, language }: PageTexts): Html {
  const link = linkTo(listPath(language), documentationPath)
  return html`<pre><code>${curlLine(transformation)}</code></pre>
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
