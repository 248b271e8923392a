import type { Language } from '../catalogue/locale.ts'
import { measureText } from './browser/styled-text.ts'
import type { Facts } from './facts/facts.ts'
import { dataTable, html } from './html.ts'
import type { Html } from './html.ts'
import type { PageTexts, TextKey } from './texts.ts'

/** Returns the list of facts about a style. `result` is the text whose length is shown. */
export function factsList(facts: Facts, result: string, texts: PageTexts): Html {
  const { text } = texts
  return html`<h2>${text('facts-heading')}</h2>
<dl class="facts">
<dt>${text('fact-reading')}</dt>
<dd>${describeReading(facts, texts)}</dd>
<dt>${text('fact-support')}</dt>
<dd>${describeSupport(facts, texts)}</dd>
<dt>${text('fact-plain')}</dt>
<dd>${listPlainLetters(facts, texts)}</dd>
${describeWayBack(facts, texts)}<dt>${text('fact-length')}</dt>
<dd>${describeLengths(result, texts)}</dd>
</dl>
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

function listPlainLetters({ plainLetters }: Facts, { text }: PageTexts): string {
  const { common, special, isAll } = plainLetters
  if (isAll) return text('plain-all')
  const all = [...common, ...special]
  return all.length === 0 ? text('plain-none') : all.join(' ')
}

function describeWayBack({ wayBack }: Facts, texts: PageTexts): Html | undefined {
  const { text, html: say, language } = texts
  if (wayBack === undefined) return undefined
  const way =
    'by' in wayBack
      ? say(`back-${wayBack.kind}`, linkToStyle(wayBack.by, language))
      : say(`back-${wayBack.kind}`)
  return html`<dt>${text('fact-back')}</dt>
<dd>${way}</dd>
`
}

function linkToStyle(
  { entry }: NonNullable<Extract<Facts['wayBack'], { by: unknown }>>['by'],
  language: Language,
): Readonly<Record<'name' | 'link' | 'link_end', string | Html>> {
  const { name, page } = entry(language)
  return { name, link: html`<a href="${page}">`, link_end: html`</a>` }
}

function describeLengths(result: string, { text }: PageTexts): Html {
  const { graphemes, codePoints, utf16Units, utf8Bytes } = measureText(result)
  return html`<ul class="lengths">
<li>${text('length-graphemes', { count: graphemes })}</li>
<li>${text('length-code-points', { count: codePoints })}</li>
<li>${text('length-utf16', { count: utf16Units })}</li>
<li>${text('length-utf8', { count: utf8Bytes })}</li>
</ul>`
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
