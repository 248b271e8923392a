import { measureText } from './browser/styled-text.ts'
import type { Facts } from './facts/facts.ts'
import type { WayBack } from './facts/way-back.ts'
import { dataTable, html } from './html.ts'
import type { Hole, Html } from './html.ts'
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
